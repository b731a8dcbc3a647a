// Watch alpha-beta: the real search, step by step, on a position or on a tree of numbers.

import { ask, listGames } from './api.js';
import { Board } from './board.js';
import { button, choice, counted, el, grouped, refill } from './dom.js';
import { gameBar } from './gamebar.js';
import { match } from './match.js';
import { searchField } from './searchfield.js';
import { Film, PSEUDOCODE, explain, withUnseen } from './trace.js';
import { drawTree, layout } from './treeview.js';

/** What is watched, kept while other pages are open. */
const settings = {
  source: 'leaves',
  algorithm: 'alphabeta',
  depth: 3,
  nodes: 300,
  branching: 2,
  plies: 4,
  /** @type {number[]} */
  leaves: [3, 17, 2, 12, 15, 25, 0, 2, 5, 3, 2, 14, 8, 1, 6, 9],
};

/** @returns {Promise<Page>} */
export async function open() {
  const page = new Watch(await listGames());
  await page.load();
  return { element: page.element, leave: () => page.leave(), key: (event) => page.key(event) };
}

class Watch {
  /** @param {Everything} everything */
  constructor(everything) {
    this.everything = everything;
    this.board = new Board(() => {});
    this.moment = 0;
    /** @type {Film | null} */
    this.film = null;
    /** @type {Trace | null} */
    this.trace = null;
    this.isGuessing = false;
    /** Whether the whole tree is scaled to fit the page. */
    this.isFitted = false;
    this.right = 0;
    this.asked = 0;
    /** The moment of the last guess. */
    this.answered = -1;
    this.verdict = '';
    this.bar = el('div', { class: 'row gamebar' });
    this.leaves = el('div', { class: 'leaves' });
    this.problem = el('p', { class: 'problem', role: 'alert' });
    this.tree = el('div', { class: 'tree-frame', tabindex: 0, 'aria-label': 'Search tree, can be scrolled' });
    this.slider = el('input', { type: 'range', min: 0, value: 0, 'aria-label': 'Step', input: () => this.goTo(Number(this.slider.value)) });
    this.controls = el('div', { class: 'row controls' });
    this.counts = el('p', { class: 'numbers', role: 'status' });
    const legend = el('p', { class: 'numbers' }, '▲ MAX moves, ▼ MIN moves, ■ leaf; the bar is the alpha-beta window. W3: MAX wins in 3 plies, L2: loses in 2.');
    this.sentence = el('p', { class: 'sentence', role: 'status', 'aria-live': 'polite' });
    this.code = el('ol', { class: 'code', 'aria-label': 'The algorithm' });
    this.question = el('div', { class: 'question' });
    const side = el('section', { class: 'side', 'aria-label': 'Explanation' }, this.sentence, this.question, this.code, this.counts, legend, this.board.element);
    const main = el('div', {}, this.controls, this.slider, this.tree, this.leaves);
    this.element = el('div', { class: 'page watch' }, this.bar, this.problem, el('div', { class: 'columns' }, main, side));
    this.stopListening = match.listen(() => void this.load());
  }

  leave() {
    this.stopListening();
  }

  /** Asks for the trace. */
  async load() {
    await this.showBar();
    this.showLeaves();
    const { source, algorithm, depth, nodes, branching, plies, leaves } = settings;
    try {
      const trace = await (source === 'leaves'
        ? ask('/api/leaves', { algorithm, branching, depth: plies, leaves })
        : ask('/api/trace', { ...match.subject(), algorithm, depth, max_nodes: nodes }));
      this.problem.textContent = '';
      this.take(trace);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Trace} trace */
  take(trace) {
    this.trace = trace;
    if (settings.source === 'leaves') withUnseen(trace, settings.branching, settings.plies, settings.leaves);
    const roots = trace.nodes.filter((node) => node.parent === null && node.state !== 'pruned');
    this.takeRoot(roots[roots.length - 1]?.id ?? 0);
  }

  /** Shows one of the searches of the root. @param {number} root */
  takeRoot(root) {
    if (!this.trace) return;
    this.film = new Film(this.trace, root);
    this.plan = layout(this.film);
    this.decisions = this.film.decisions();
    this.forgetGuesses();
    this.slider.max = String(this.film.moments.length - 1);
    this.board.element.hidden = settings.source === 'leaves';
    this.goTo(this.isGuessing ? 0 : this.firstCut());
  }

  /** The first step to show: the first cut-off, or the end. */
  firstCut() {
    const film = /** @type {Film} */ (this.film);
    const cut = film.moments.findIndex((moment) => moment.kind === 'cut');
    return cut < 0 ? film.moments.length - 1 : cut;
  }

  async showBar() {
    const { games, algorithms } = this.everything;
    const info = games.find((game) => game.name === match.game.split(':')[0]) ?? games[0];
    const change = (/** @type {object} */ some) => {
      Object.assign(settings, some);
      void this.load();
    };
    const trees = algorithms.filter((one) => one.family === 'tree' && (settings.source === 'leaves' || info.algorithms.includes(one.name)));
    const sources = /** @type {[string, string][]} */ ([['leaves', 'A tree of numbers'], ['position', 'A position']]);
    const number = (/** @type {number} */ from, /** @type {number} */ to) =>
      Array.from({ length: to - from + 1 }, (_, index) => /** @type {[string, string]} */ ([String(from + index), String(from + index)]));
    const isTree = settings.source === 'leaves';
    /** @type {Node[]} */
    const fields = [
      choice('Search', sources, settings.source, (source) => change({ source })),
      searchField('Algorithm', settings.algorithm, trees, (algorithm) => change({ algorithm: algorithm || 'alphabeta' })),
    ];
    if (isTree) {
      fields.push(
        choice('Branches', number(2, 4), String(settings.branching), (text) => this.resize(Number(text), settings.plies)),
        choice('Plies', number(2, 5), String(settings.plies), (text) => this.resize(settings.branching, Number(text))),
        button('Random leaves', () => this.resize(settings.branching, settings.plies)),
      );
    } else {
      const limits = /** @type {[string, string][]} */ ([['100', '100'], ['300', '300'], ['1000', '1,000'], ['3000', '3,000']]);
      fields.push(
        choice('Depth', number(1, 8), String(settings.depth), (text) => change({ depth: Number(text) })),
        choice('Nodes shown', limits, String(settings.nodes), (text) => change({ nodes: Number(text) })),
        await gameBar(),
      );
    }
    refill(this.bar, ...fields);
  }

  /** New leaves for a tree of this size. @param {number} branching @param {number} plies */
  resize(branching, plies) {
    while (branching ** plies > 81) plies -= 1;
    const leaves = Array.from({ length: branching ** plies }, () => Math.floor(Math.random() * 31) - 5);
    Object.assign(settings, { branching, plies, leaves });
    void this.load();
  }

  showLeaves() {
    if (settings.source !== 'leaves') return this.leaves.replaceChildren();
    const fields = settings.leaves.map((value, index) => {
      const input = el('input', { type: 'number', min: -999, max: 999, value, 'aria-label': `Leaf ${index + 1}` });
      input.addEventListener('change', () => {
        settings.leaves[index] = Math.max(-999, Math.min(999, Math.round(Number(input.value) || 0)));
        void this.load();
      });
      return input;
    });
    refill(this.leaves, el('p', { class: 'quiet' }, 'The leaves from left to right; edit any of them:'), ...fields);
  }

  /** @param {number} moment */
  goTo(moment) {
    const film = this.film;
    if (!film || !this.plan) return;
    this.moment = Math.max(0, Math.min(film.moments.length - 1, moment));
    this.slider.value = String(this.moment);
    this.show();
  }

  show() {
    const film = /** @type {Film} */ (this.film);
    const plan = /** @type {ReturnType<typeof layout>} */ (this.plan);
    const now = film.moments[this.moment];
    const { line, sentence } = explain(film, now);
    this.sentence.textContent = sentence;
    this.code.replaceChildren(...PSEUDOCODE.map((text, index) => el('li', { class: index === line ? 'now' : '' }, text)));
    const scroll = { left: this.tree.scrollLeft, top: this.tree.scrollTop };
    const picture = drawTree(film, plan, this.moment, (node) => this.goToNode(node));
    picture.classList.toggle('fitted', this.isFitted);
    this.tree.replaceChildren(picture);
    this.scrollTo(plan.places.get(now.node), scroll);
    this.showCounts(now);
    this.showControls();
    this.showQuestion();
    if (settings.source !== 'leaves') void this.showBoard(now.node);
  }

  /** Keeps the current node in view. @param {{ x: number, y: number } | undefined} place @param {{ left: number, top: number }} scroll */
  scrollTo(place, scroll) {
    const { clientWidth, clientHeight } = this.tree;
    if (!place || this.isFitted) return;
    const isIn = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) => at > from + 40 && at < from + size - 40;
    this.tree.scrollLeft = isIn(place.x, scroll.left, clientWidth) ? scroll.left : place.x - clientWidth / 2;
    this.tree.scrollTop = isIn(place.y, scroll.top, clientHeight) ? scroll.top : place.y - clientHeight / 2;
  }

  /** @param {import('./trace.js').Moment} now */
  showCounts(now) {
    const film = /** @type {Film} */ (this.film);
    const trace = /** @type {Trace} */ (this.trace);
    const visited = film.nodes.filter((node) => node.state !== 'pruned' && node.step <= now.step).length;
    const cut = film.nodes.filter((node) => node.state === 'pruned' && !node.below && node.step <= now.step);
    const pruned = cut.reduce((sum, node) => sum + (node.bundle ?? 1), 0);
    const rest = trace.truncated ? ` ${grouped(trace.recorded)} of ${grouped(trace.visited)} visited nodes are shown.` : '';
    this.counts.textContent = `Step ${this.moment + 1} of ${film.moments.length}: ${counted(visited, 'node')} visited, ${counted(pruned, 'subtree')} cut off.${rest}`;
  }

  showControls() {
    const film = /** @type {Film} */ (this.film);
    const trace = /** @type {Trace} */ (this.trace);
    const last = film.moments.length - 1;
    const roots = trace.nodes.filter((node) => node.parent === null && node.state !== 'pruned');
    const rounds = roots.map((node, index) => /** @type {[string, string]} */ ([String(node.id), `${index + 1}${node.depth ? `, depth ${node.depth}` : ''}`]));
    refill(
      this.controls,
      button('|◀', () => this.goTo(0), { 'aria-label': 'To the start', disabled: this.moment === 0 }),
      button('◀ Back', () => this.goTo(this.moment - 1), { disabled: this.moment === 0 }),
      button('Step ▶', () => this.step(), { class: 'primary', disabled: this.moment === last }),
      button('Next cut-off ✂', () => this.nextCut(), { disabled: !this.hasCutAhead() || this.isGuessing }),
      button('▶|', () => this.toEnd(), { 'aria-label': 'To the end', disabled: this.moment === last || this.isGuessing }),
      button('Guess the cut-offs', () => this.guess(), { 'aria-pressed': String(this.isGuessing) }),
      button('Whole tree', () => this.fit(), { 'aria-pressed': String(this.isFitted) }),
      roots.length > 1 && choice('Search of the root', rounds, String(film.root), (id) => this.takeRoot(Number(id))),
    );
  }

  toEnd() {
    if (this.film) this.goTo(this.film.moments.length - 1);
  }

  fit() {
    this.isFitted = !this.isFitted;
    this.show();
  }

  hasCutAhead() {
    const film = /** @type {Film} */ (this.film);
    return film.moments.some((moment, index) => index > this.moment && moment.kind === 'cut');
  }

  step() {
    if (this.openQuestion()) return;
    if (!this.isGuessing) return this.goTo(this.moment + 1);
    // From one decision to the next.
    const next = this.decisions?.find((decision) => decision.moment > this.moment);
    this.goTo(next ? next.moment : /** @type {Film} */ (this.film).moments.length - 1);
  }

  nextCut() {
    const film = /** @type {Film} */ (this.film);
    const next = film.moments.findIndex((moment, index) => index > this.moment && moment.kind === 'cut');
    if (next >= 0) this.goTo(next);
  }

  guess() {
    this.isGuessing = !this.isGuessing;
    this.forgetGuesses();
    this.goTo(0);
    if (this.isGuessing) this.step();
  }

  forgetGuesses() {
    [this.right, this.asked, this.answered, this.verdict] = [0, 0, -1, ''];
  }

  /** The decision to guess now. */
  openQuestion() {
    if (!this.isGuessing || this.answered === this.moment) return null;
    return this.decisions?.find((decision) => decision.moment === this.moment) ?? null;
  }

  showQuestion() {
    const decision = this.openQuestion();
    const score = this.asked > 0 ? `${this.right} of ${this.asked} right.` : '';
    if (!decision) return this.question.replaceChildren(...(this.isGuessing ? [el('p', {}, `${this.verdict} ${score}`)] : []));
    const node = /** @type {Trace} */ (this.trace).nodes[decision.node];
    const where = node.move ? `the node after ${node.move}` : 'the root';
    this.question.replaceChildren(
      el('p', {}, el('strong', {}, `Does ${where} continue with its next move, or is the rest cut off?`)),
      el(
        'div',
        { class: 'row' },
        button('Continue', () => this.answer(decision, false)),
        button('✂ Cut off', () => this.answer(decision, true)),
      ),
      el('p', {}, `${this.verdict} ${score}`),
    );
  }

  /** @param {{ moment: number, node: number, cuts: boolean }} decision @param {boolean} guess */
  answer(decision, guess) {
    this.asked += 1;
    if (guess === decision.cuts) this.right += 1;
    const truth = decision.cuts ? 'the rest was cut off.' : 'the search continued.';
    this.verdict = `${guess === decision.cuts ? '✓ Right' : '✗ Wrong'}: ${truth}`;
    this.answered = decision.moment;
    this.goTo(decision.moment + 1);
  }

  /** Jumps to the step when a node returned. @param {number} node */
  goToNode(node) {
    const film = /** @type {Film} */ (this.film);
    if (this.isGuessing) return;
    const left = film.moments.findIndex((moment) => moment.node === node && moment.kind === 'leave');
    const entered = film.moments.findIndex((moment) => moment.node === node && moment.kind === 'enter');
    const target = left > this.moment || left < 0 ? entered : left;
    if (target >= 0) this.goTo(target);
  }

  /** The position of a node. @param {number} id */
  async showBoard(id) {
    const trace = /** @type {Trace} */ (this.trace);
    const moves = [];
    for (let node = trace.nodes[id]; node.parent !== null; node = trace.nodes[node.parent]) {
      if (node.move === null) return;
      moves.unshift(node.move);
    }
    const { position } = await import('./api.js');
    const subject = match.subject();
    const found = await position({ ...subject, moves: `${subject.moves} ${moves.join(' ')}`.trim() });
    if (this.film?.moments[this.moment].node === id) this.board.show({ position: found, playable: false });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'ArrowLeft') this.goTo(this.moment - 1);
    else if (event.key === 'ArrowRight' || event.key === ' ') this.step();
    else if (event.key === 'Home') this.goTo(0);
    // No peeking ahead while guessing.
    else if (event.key === 'c' && !this.isGuessing) this.nextCut();
    else if (event.key === 'End' && !this.isGuessing) this.toEnd();
    else return false;
    return true;
  }
}
