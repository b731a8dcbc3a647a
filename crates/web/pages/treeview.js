// The tree of a traced search as a picture: MAX ▲ blue, MIN ▼ orange, leaves squares, windows as bars on a line of values.

import { svg } from './dom.js';
import { valueText } from './trace.js';

const SLOT = 50;
const ROW = 112;
const BAR = 40;
/** Where the lines to the children begin: below the window. */
const FOOT = 46;

/** Places for all nodes: leaves side by side, parents in the middle of their children. @param {import('./trace.js').Film} film */
export function layout(film) {
  /** @type {Map<number, { x: number, y: number }>} */
  const places = new Map();
  let next = 0;
  const put = (/** @type {number} */ id, /** @type {number} */ ply) => {
    const children = film.children.get(id) ?? [];
    for (const child of children) put(child, ply + 1);
    const first = children.length > 0 ? places.get(children[0]) : null;
    const last = children.length > 0 ? places.get(children[children.length - 1]) : null;
    const x = first && last ? (first.x + last.x) / 2 : next++ * SLOT + SLOT / 2;
    places.set(id, { x, y: ply * ROW + 36 });
  };
  put(film.root, 0);
  const plies = Math.max(...film.nodes.map((node) => node.ply)) - film.trace.nodes[film.root].ply;
  return { places, width: Math.max(next * SLOT, 320), height: plies * ROW + 110 };
}

/**
 * @param {import('./trace.js').Film} film
 * @param {ReturnType<typeof layout>} plan
 * @param {number} moment
 * @param {(node: number) => void} pick
 */
export function drawTree(film, plan, moment, pick) {
  const now = film.moments[moment];
  const edges = svg('g', { class: 'edges' });
  const nodes = svg('g');
  for (const node of film.nodes) {
    const known = film.known(node, now.step);
    const place = plan.places.get(node.id);
    if (!known || !place) continue;
    const isPruned = node.state === 'pruned';
    const isNow = node.id === now.node;
    const parent = node.parent === null ? null : plan.places.get(node.parent);
    if (parent && node.id !== film.root) {
      const isChosen = node.chosen && known.score !== null;
      const classes = `edge${isPruned ? ' pruned' : ''}${isChosen ? ' chosen' : ''}`;
      const isBelow = node.parent !== null && film.trace.nodes[node.parent].state === 'pruned';
      const [top, bottom] = [parent.y + (isBelow ? 14 : FOOT), place.y - 14];
      edges.append(svg('path', { d: `M${parent.x} ${top}L${place.x} ${bottom}`, class: classes }));
      // Near the child, where the edges of siblings have diverged.
      const middle = { x: (parent.x + 3 * place.x) / 4, y: (top + 3 * bottom) / 4 + 4 };
      if (!node.bundle) edges.append(svg('text', { ...middle, class: `mv${isPruned ? ' pruned' : ''}` }, node.move ?? '–'));
    }
    nodes.append(drawNode(film, node, known, place, isNow, pick));
  }
  const label = `Search tree at step ${moment + 1} of ${film.moments.length}`;
  return svg(
    'svg',
    { viewBox: `0 0 ${plan.width} ${plan.height}`, width: plan.width, height: plan.height, class: 'tree', role: 'img', 'aria-label': label },
    edges,
    nodes,
  );
}

/**
 * @param {import('./trace.js').Film} film
 * @param {TraceNode} node
 * @param {import('./trace.js').Known} known
 * @param {{ x: number, y: number }} place
 * @param {boolean} isNow
 * @param {(node: number) => void} pick
 */
function drawNode(film, node, known, place, isNow, pick) {
  const isPruned = node.state === 'pruned';
  const isLeaf = (film.isLeaf(node) && !isPruned) || node.leaf !== undefined;
  const isCut = known.cut === 'beta';
  const classes = ['node', node.side, isLeaf && 'leaf', isPruned && 'pruned', isNow && 'now', isCut && 'cut', known.isOpen && 'open'];
  const shape = isLeaf ? 'M-11-11H11V11H-11z' : node.side === 'max' ? 'M0-14 16 12H-16z' : 'M0 14-16-12H16z';
  const group = svg('g', { class: classes.filter(Boolean).join(' '), transform: `translate(${place.x} ${place.y})`, click: () => pick(node.id) });
  group.append(svg('path', { d: shape }));
  if (isPruned) {
    if (node.leaf !== undefined) group.append(svg('text', { y: 5, class: 'score' }, valueText(node.leaf)));
    else if (!film.children.has(node.id)) group.append(svg('path', { d: 'M0 12-10 30H10z', class: 'below' }));
    if (node.bundle) group.append(svg('text', { y: 45, class: 'bundle' }, `${node.bundle} moves`));
    return group;
  }
  if (known.score !== null) group.append(svg('text', { y: isLeaf ? 5 : node.side === 'max' ? 9 : 1, class: 'score' }, valueText(known.score)));
  if (!isLeaf || known.isOpen) group.append(bar(film, node, known));
  return group;
}

/** The window of a node on the line of values. @param {import('./trace.js').Film} film @param {TraceNode} node @param {import('./trace.js').Known} known */
function bar(film, node, known) {
  const group = svg('g', { class: 'window', transform: `translate(${-BAR / 2} 24)` });
  const from = film.place(known.alpha, 0) * BAR;
  const to = film.place(known.beta, 1) * BAR;
  const isCut = known.cut === 'beta';
  group.append(svg('path', { d: `M0 0H${BAR}`, class: 'axis' }));
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  group.append(svg('rect', { x: left, y: -3, width: Math.max(2, right - left), height: 6, class: 'span' }));
  if (known.score !== null) group.append(svg('path', { d: `M${film.place(known.score, 0.5) * BAR}-6V6`, class: 'tick' }));
  const texts = isCut
    ? `✂ ${node.side === 'max' ? `${valueText(known.alpha)} ≥ ${valueText(known.beta)}` : `${valueText(known.beta)} ≤ ${valueText(known.alpha)}`}`
    : `${valueText(known.alpha, '−∞')} … ${valueText(known.beta, '∞')}`;
  group.append(svg('text', { x: BAR / 2, y: 17, class: 'range' }, texts));
  return group;
}
