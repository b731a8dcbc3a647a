// A whole tree as an icicle plot: a row per ply, a span per node, its width proportional to its visits or to the nodes below it.

import { ask } from './api.js';
import { button, counted, el, grouped, signed } from './dom.js';
import { numberText } from './treerows.js';

const ROW = 22;
const PLIES = 24;

export class Icicle {
  /** @param {(path: string) => void} choose */
  constructor(choose) {
    this.choose = choose;
    /** The root of the picture. */
    this.root = '';
    /** The described node: under the mouse, or reached by keys. */
    this.cursor = '';
    /** @type {Span[]} */
    this.spans = [];
    this.tree = 0;
    const label = 'Tree as an icicle plot: a row per ply, wider spans for larger subtrees. Arrow keys move between nodes, Enter zooms into one.';
    this.canvas = el('canvas', { 'aria-label': label, role: 'application', tabindex: 0 });
    this.told = el('p', { class: 'told', role: 'status' });
    this.note = el('p', { class: 'numbers' });
    this.up = button('Up', () => this.goUp());
    this.element = el('div', { class: 'icicle' }, el('div', { class: 'row' }, this.up, this.told), this.canvas, this.note);
    this.canvas.addEventListener('mousemove', (event) => this.point(this.at(event)));
    this.canvas.addEventListener('click', (event) => this.enter(this.at(event)));
    this.canvas.addEventListener('keydown', (event) => this.key(event));
  }

  /** Requests the picture of a tree. @param {number} tree */
  async look(tree) {
    if (tree !== this.tree) [this.root, this.cursor] = ['', ''];
    this.tree = tree;
    const width = Math.max(300, Math.min(2000, this.element.clientWidth || 800));
    const { spans } = await ask('/api/tree/icicle', { tree, path: this.root, width, plies: PLIES });
    this.spans = spans;
    this.width = width;
    this.draw();
  }

  /** There is no tree. */
  clear() {
    this.spans = [];
    this.draw();
    this.note.textContent = '';
  }

  draw() {
    const width = this.width ?? 800;
    const plies = Math.max(6, ...this.spans.map((span) => span.ply + 1));
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = width * scale;
    this.canvas.height = plies * ROW * scale;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${plies * ROW}px`;
    const context = this.canvas.getContext('2d');
    if (!context) return;
    context.scale(scale, scale);
    const colours = ['--blue', '--orange'].map((name) => this.colour(name));
    const ink = this.colour('--ink');
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (const span of this.spans) {
      const [x, y, wide] = [span.from * width, span.ply * ROW, (span.to - span.from) * width];
      // Colour by the side that moved here, intensity by the value for that side.
      context.globalAlpha = span.ply === 0 ? 0.15 : 0.12 + 0.36 * (span.mean + 1);
      context.fillStyle = span.ply === 0 ? ink : colours[span.side];
      context.fillRect(x, y, Math.max(0.5, wide - 1), ROW - 1);
      context.globalAlpha = 1;
      context.fillStyle = ink;
      const text = `${span.move ?? (this.root || 'root')}${decision(span)}`;
      if (wide > text.length * 7 + 6) context.fillText(text, x + 4, y + ROW / 2);
      if (span.path !== this.cursor) continue;
      context.strokeStyle = ink;
      context.lineWidth = 2;
      context.strokeRect(x + 1, y + 1, Math.max(1, wide - 3), ROW - 3);
    }
    this.up.disabled = this.root === '';
    const isProof = this.spans[0]?.numbers !== undefined;
    const what = isProof ? 'as wide as the nodes below them; ✓ is proven, ✗ disproven' : 'as wide as their visits';
    const hidden = 'Nodes narrower than a pixel are left out. Click on a node to zoom in.';
    this.note.textContent = `${counted(this.spans.length, 'node')} drawn, ${what}; a stronger colour is better for the side that moved there. ${hidden}`;
    this.tell();
  }

  /** A colour of the style sheet for the canvas. @param {string} name */
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

  get current() {
    return this.spans.find((span) => span.path === this.cursor) ?? this.spans[0];
  }

  /** Describes a node. @param {Span | undefined} span */
  point(span) {
    if (!span || span.path === this.cursor) return;
    this.cursor = span.path;
    this.draw();
  }

  tell() {
    const span = this.current;
    if (!span) return this.told.replaceChildren();
    const { numbers, visits, mean, path, ply } = span;
    const value = ply === 0 ? '' : `, value ${signed(mean, 3)}`;
    const about = numbers
      ? `${counted(visits, 'node')}, proof ${numberText(numbers[0])}, disproof ${numberText(numbers[1])}`
      : `${grouped(visits)} visits${value}`;
    return this.told.replaceChildren(el('b', {}, path || 'root'), ` ${about}`);
  }

  /** Zooms into a node. @param {Span | undefined} span */
  enter(span) {
    if (span) this.goTo(span.path);
  }

  goUp() {
    this.goTo(this.root.split(' ').slice(0, -1).join(' '));
  }

  /** @param {string} path */
  goTo(path) {
    [this.root, this.cursor] = [path, path];
    this.choose(path);
    void this.look(this.tree);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const span = this.current;
    if (!span) return;
    const row = this.spans.filter((other) => other.ply === span.ply).sort((one, other) => one.from - other.from);
    const middle = (span.from + span.to) / 2;
    const covers = (/** @type {Span} */ other) => other.from <= middle && middle < other.to;
    /** @type {Record<string, () => Span | undefined>} */
    const targets = {
      ArrowLeft: () => row[row.indexOf(span) - 1],
      ArrowRight: () => row[row.indexOf(span) + 1],
      ArrowUp: () => this.spans.find((other) => other.ply === span.ply - 1 && covers(other)),
      ArrowDown: () => this.spans.find((other) => other.ply === span.ply + 1 && other.from >= span.from - 1e-9 && other.to <= span.to + 1e-9),
    };
    if (event.key in targets) this.point(targets[event.key]());
    else if (event.key === 'Enter') this.enter(span);
    else if (event.key === 'Escape' || event.key === 'Backspace') this.goUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The mark of a decided node. @param {Span} span */
function decision(span) {
  if (!span.numbers) return '';
  return span.numbers[0] === 0 ? ' ✓' : span.numbers[1] === 0 ? ' ✗' : '';
}
