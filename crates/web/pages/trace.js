// A traced search over time: its steps in order, and the state of each node at a step.

/**
 * @typedef {object} Moment an event of the search
 * @property {number} step
 * @property {number} node
 * @property {'enter' | 'raise' | 'cut' | 'leave'} kind
 * @property {TraceEvent | null} event
 */

/**
 * @typedef {object} Known the state of a node
 * @property {number | null} alpha for MAX
 * @property {number | null} beta for MAX
 * @property {number | null} score for MAX; null before it returns
 * @property {string | null} cut
 * @property {boolean} isOpen entered and not returned
 */

/** Up to this many cut-off children of a node are drawn one by one: as many as a tree of numbers has. */
const MOST_PRUNED = 3;

export class Film {
  /** @param {Trace} trace @param {number} root */
  constructor(trace, root) {
    this.trace = trace;
    this.root = root;
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    const within = new Set([root]);
    for (const node of trace.nodes) {
      if (node.parent === null || !within.has(node.parent)) continue;
      within.add(node.id);
      this.children.set(node.parent, [...(this.children.get(node.parent) ?? []), node.id]);
    }
    for (const [parent, children] of this.children) this.children.set(parent, this.bundled(children, within));
    this.nodes = trace.nodes.filter((node) => within.has(node.id));
    /** @type {Moment[]} */
    this.moments = [];
    for (const node of this.nodes) {
      if (node.state === 'pruned') continue;
      this.moments.push({ step: node.step, node: node.id, kind: 'enter', event: null });
      for (const event of node.events) {
        if (event.event !== 'child') this.moments.push({ step: event.step, node: node.id, kind: event.event, event });
      }
    }
    this.moments.sort((one, other) => one.step - other.step);
    this.values = this.finiteValues();
  }

  /** Merges many cut-off children into one. @param {number[]} children @param {Set<number>} within */
  bundled(children, within) {
    const nodes = this.trace.nodes;
    const pruned = children.filter((id) => nodes[id].state === 'pruned' && !nodes[id].below);
    if (pruned.length <= MOST_PRUNED) return children;
    nodes[pruned[0]].bundle = pruned.length;
    const rest = new Set(pruned.slice(1));
    for (const id of rest) within.delete(id);
    return children.filter((id) => !rest.has(id));
  }

  /** Every number that occurs, for MAX, from small to large. */
  finiteValues() {
    const values = new Set([0]);
    for (const node of this.nodes) {
      const turn = node.side === 'max' ? 1 : -1;
      for (const value of [node.alpha, node.beta, node.score]) if (value !== null) values.add(turn * value);
    }
    return [...values].sort((one, other) => one - other);
  }

  /** The place of a value on a line from 0 to 1, in equal steps: only the order matters. @param {number | null} value @param {number} infinite */
  place(value, infinite) {
    if (value === null) return infinite;
    const index = this.values.indexOf(value);
    return 0.08 + (0.84 * index) / Math.max(1, this.values.length - 1);
  }

  /** Whether nothing was searched below a node. @param {TraceNode} node */
  isLeaf(node) {
    return !node.events.some((event) => event.event === 'child') && !this.children.has(node.id);
  }

  /** The state of a node at a step; null before it is known. @param {TraceNode} node @param {number} step @returns {Known | null} */
  known(node, step) {
    if (node.step > step) return null;
    let [alpha, beta] = [node.alpha, node.beta];
    /** @type {Known} */
    const known = { alpha: null, beta: null, score: null, cut: null, isOpen: node.state !== 'pruned' };
    for (const event of node.events) {
      if (event.step > step) break;
      if (event.event === 'raise' && event.alpha !== undefined) alpha = alpha === null ? event.alpha : Math.max(alpha, event.alpha);
      if (event.event === 'cut') known.cut = event.reason ?? null;
      if (event.event === 'leave') {
        known.isOpen = false;
        known.score = event.score === null || event.score === undefined ? null : node.side === 'max' ? event.score : -event.score;
      }
    }
    [known.alpha, known.beta] = node.side === 'max' ? [alpha, beta] : [turned(beta), turned(alpha)];
    return known;
  }

  /**
   * The steps at which the search decides whether to continue with a node's moves, each with the answer.
   * @returns {{ moment: number, node: number, cuts: boolean }[]}
   */
  decisions() {
    const decisions = [];
    for (const node of this.nodes) {
      const events = node.events.filter((event) => event.event !== 'raise');
      for (let index = 1; index < events.length; index++) {
        const [before, event] = [events[index - 1], events[index]];
        const cuts = event.event === 'cut' && event.reason === 'beta';
        if (before.event !== 'child' || !(cuts || event.event === 'child')) continue;
        const moment = this.moments.findIndex((moment) => moment.step >= event.step) - 1;
        decisions.push({ moment, node: node.id, cuts });
      }
    }
    return decisions.sort((one, other) => one.moment - other.moment);
  }
}

/**
 * Adds the parts of a tree of numbers that the search never visited, so that they can be drawn.
 * @param {Trace} trace
 * @param {number} branching
 * @param {number} plies
 * @param {number[]} leaves
 */
export function withUnseen(trace, branching, plies, leaves) {
  const place = (/** @type {TraceNode} */ node) => {
    let [path, unit] = [0, 1];
    for (let at = node; at.parent !== null; at = trace.nodes[at.parent]) {
      path += unit * ((at.move ?? 'a').charCodeAt(0) - 97);
      unit *= branching;
    }
    return path;
  };
  const grow = (/** @type {TraceNode} */ node) => {
    if (node.ply === plies) node.leaf = leaves[place(node)];
    for (let branch = 0; node.ply < plies && branch < branching; branch++) {
      const side = node.side === 'max' ? 'min' : 'max';
      const move = String.fromCharCode(97 + branch);
      /** @type {TraceNode} */
      const child = { ...node, id: trace.nodes.length, parent: node.id, ply: node.ply + 1, move, side, below: true };
      trace.nodes.push(child);
      grow(child);
    }
  };
  for (const node of trace.nodes.filter((node) => node.state === 'pruned')) grow(node);
}

/** @param {number | null} value */
function turned(value) {
  return value === null ? null : -value;
}

/** The lines of the algorithm. */
export const PSEUDOCODE = [
  'search(node, α, β):',
  '  if terminal or at the horizon: return value',
  '  for each move:',
  '    v = −search(child, −β, −α)',
  '    if v > best: best = v; α = max(α, v)',
  '    if α ≥ β: cut off the rest',
  '  return best',
];

/** A value for MAX: W3 is a win in three plies. @param {number | null} value @param {string} [infinite] */
export function valueText(value, infinite = '∞') {
  if (value === null) return infinite;
  if (Math.abs(value) <= 900000) return String(value).replace('-', '−');
  return `${value > 0 ? 'W' : 'L'}${1000000 - Math.abs(value)}`;
}

const REASONS = /** @type {Record<string, string>} */ ({
  table: 'the transposition table entry causes a cut-off',
  'child table': 'the table entry of a child causes a cut-off',
  bounds: 'no reachable value lies within the window',
  'look-ahead': 'the game sees a forced result without searching',
  'null move': 'even passing is good enough',
  futile: 'quiet moves cannot gain enough',
  'stand pat': 'the static evaluation is good enough',
  budget: 'the budget is used up',
});

/** Moves of a cut-off that are named. */
const MOST_NAMED = 6;

/**
 * What happens at a moment: the line of the algorithm and a sentence.
 * @param {Film} film
 * @param {Moment} moment
 * @returns {{ line: number, sentence: string }}
 */
export function explain(film, moment) {
  const node = film.trace.nodes[moment.node];
  const known = film.known(node, moment.step);
  const player = node.side === 'max' ? 'MAX' : 'MIN';
  const name = node.move ? `${player}'s node after ${node.move}` : `the root, where ${player} moves`;
  const window = known ? `${valueText(known.alpha, '−∞')} to ${valueText(known.beta, '∞')}` : '';
  const event = moment.event;
  if (moment.kind === 'enter') {
    const line = film.isLeaf(node) ? 1 : 0;
    return { line, sentence: `The search enters ${name}: only values from ${window} matter here.` };
  }
  if (moment.kind === 'raise') {
    const value = event?.alpha === undefined ? null : node.side === 'max' ? event.alpha : -event.alpha;
    const better = node.side === 'max' ? 'at least' : 'at most';
    const what = event?.move ? `${event.move} gives` : 'the static evaluation gives';
    return { line: 4, sentence: `In ${name}, ${what} ${player} ${better} ${valueText(value)}: the window shrinks to ${window}.` };
  }
  if (moment.kind === 'cut') {
    const skipped = event?.skipped ?? [];
    const named = skipped.length > MOST_NAMED ? `${skipped.slice(0, MOST_NAMED).join(', ')} and ${skipped.length - MOST_NAMED} more` : skipped.join(', ');
    const rest = skipped.length > 0 ? ` ${named} ${skipped.length === 1 ? 'is' : 'are'} never searched.` : '';
    if (event?.reason !== 'beta') return { line: 5, sentence: `Cut: ${REASONS[event?.reason ?? ''] ?? event?.reason}.${rest}` };
    const [bound, other] = node.side === 'max' ? [valueText(known?.beta ?? null), 'MIN'] : [valueText(known?.alpha ?? null), 'MAX'];
    const than = node.side === 'max' ? 'at least' : 'at most';
    return { line: 5, sentence: `✂ ${name} is worth ${than} what ${other} can already get elsewhere (${bound}), so ${other} will avoid this node.${rest}` };
  }
  const line = film.isLeaf(node) ? 1 : 6;
  return { line, sentence: `The search returns from ${name} with ${valueText(known?.score ?? null, 'no value')}.` };
}
