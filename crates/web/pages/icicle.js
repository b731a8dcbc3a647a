// A whole tree in one picture: a row for each ply, a span for each node, as wide as its visits.

import { ask } from './api.js';
import { button, el, grouped } from './dom.js';

const ROW = 22;
const PLIES = 24;

export class Icicle {
  /** @param {(path: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** Where the picture begins. */
    this.root = '';
    /** @type {Span[]} */
    this.spans = [];
    this.tree = 0;
    this.canvas = el('canvas', { 'aria-label': 'Tree as an icicle: wider spans have more visits', role: 'img' });
    this.note = el('p', { class: 'numbers' });
    this.up = button('Up', () => this.goUp());
    this.element = el('div', { class: 'icicle' }, el('div', { class: 'row' }, this.up, this.note), this.canvas);
    this.canvas.addEventListener('mousemove', (event) => this.hover(event));
    this.canvas.addEventListener('click', (event) => this.click(event));
  }

  /** Asks for the picture of a tree. @param {number} tree */
  async look(tree) {
    if (tree !== this.tree) this.root = '';
    this.tree = tree;
    const width = Math.max(300, Math.min(2000, this.element.clientWidth || 800));
    const { spans } = await ask('/api/tree/icicle', { tree, path: this.root, width, plies: PLIES });
    this.spans = spans;
    this.draw(width);
  }

  /** @param {number} width */
  draw(width) {
    const plies = Math.max(6, ...this.spans.map((span) => span.ply + 1));
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = width * scale;
    this.canvas.height = plies * ROW * scale;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${plies * ROW}px`;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.scale(scale, scale);
    const [blue, orange, ink] = ['--blue', '--orange', '--ink'].map((name) => this.colour(name));
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (const span of this.spans) {
      const [x, y, wide] = [span.from * width, span.ply * ROW, (span.to - span.from) * width];
      // Colour by whose move led here, strength by how good it is for that side.
      context.globalAlpha = span.ply === 0 ? 0.15 : 0.2 + 0.35 * (span.mean + 1);
      context.fillStyle = span.ply === 0 ? ink : span.side === 0 ? blue : orange;
      context.fillRect(x, y, Math.max(0.5, wide - 1), ROW - 1);
      context.globalAlpha = 1;
      context.fillStyle = ink;
      const text = span.move ?? (this.root || 'root');
      if (wide > text.length * 7 + 6) context.fillText(text, x + 4, y + ROW / 2);
    }
    this.up.disabled = this.root === '';
    this.note.textContent = `${grouped(this.spans.length)} nodes drawn; narrower ones than a pixel are left out. Click to go into a node.`;
  }

  /** A colour of the style sheet as a canvas takes it. @param {string} name */
  colour(name) {
    this.note.style.color = `var(${name})`;
    const colour = getComputedStyle(this.note).color;
    this.note.style.color = '';
    return colour;
  }

  /** @param {MouseEvent} event @returns {Span | undefined} */
  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, ply] = [(event.clientX - box.left) / box.width, Math.floor((event.clientY - box.top) / ROW)];
    return this.spans.find((span) => span.ply === ply && span.from <= x && x < span.to);
  }

  /** @param {MouseEvent} event */
  hover(event) {
    const span = this.at(event);
    if (span) this.canvas.title = `${span.path || 'root'}: ${grouped(span.visits)} visits, value ${span.mean.toFixed(3)}`;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const span = this.at(event);
    if (!span) return;
    this.root = span.path;
    this.choose(span.path);
    void this.look(this.tree);
  }

  goUp() {
    this.root = this.root.split(' ').slice(0, -1).join(' ');
    this.choose(this.root);
    void this.look(this.tree);
  }
}
