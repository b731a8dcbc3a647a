// Watch trees grow: Monte-Carlo and proof-number trees, one iteration at a time or at full speed.

import { ask, listGames, position, stream } from './api.js';
import { Board } from './board.js';
import { Press, button, counted, el, grouped, refill, short, signed, toast } from './dom.js';
import { gameBar } from './gamebar.js';
import { Icicle } from './icicle.js';
import { match } from './match.js';
import { searchField } from './searchfield.js';
import { childRows } from './treerows.js';

/** What is watched, kept while other pages are open. */
const settings = { algorithm: 'mcts', isIcicle: false };

/** What the columns mean, by the kind of tree. @type {Record<string, string>} */
const LEGENDS = {
  rounds:
    'Value: the mean result for the side that makes the move, from −1 to 1. Explore: the exploration bonus, larger for rarely ' +
    'visited moves. The next iteration follows the largest sum of both.',
  proof:
    'Proof: the least number of leaves that must still be proved to prove it. Disproof: the least number that must be disproved to disprove it. ' +
    'The next iteration expands the most-proving node.',
};

/** @returns {Promise<Page>} */
export async function open() {
  const page = new Growth(await listGames());
  await page.plant();
  return { element: page.element, leave: () => page.leave(), key: (event) => page.key(event) };
}

class Growth {
  /** @param {Everything} everything */
  constructor(everything) {
    this.everything = everything;
    this.board = new Board(() => {});
    /** @type {number | null} */
    this.tree = null;
    this.family = 'rounds';
    /** The expanded nodes, as lines of moves. */
    this.open = new Set(['']);
    /** @type {TreeView[]} */
    this.views = [];
    /** The last iteration's path, to be marked. */
    this.path = '';
    /** The node that the board shows. */
    this.chosen = '';
    /** @type {AbortController | null} */
    this.growing = null;
    /** @type {symbol | null} */
    this.planting = null;
    this.isAsking = false;
    this.bar = el('div', { class: 'row gamebar' });
    this.problem = el('p', { class: 'problem', role: 'alert' });
    this.controls = el('div', { class: 'row controls' });
    this.counts = el('p', { class: 'numbers', role: 'status' });
    this.table = el('div', { class: 'tree-frame' });
    this.press = new Press(this.table, () => this.showTable());
    this.icicle = new Icicle((path) => this.choose(path));
    this.story = el('ol', { class: 'story', 'aria-label': 'The last iteration' });
    this.legend = el('p', { class: 'numbers legend' });
    this.caption = el('p', { class: 'caption' });
    const side = el('section', { class: 'side', 'aria-label': 'Node' }, this.counts, this.story, this.caption, this.board.element);
    const main = el('div', {}, this.controls, this.table, this.legend, this.icicle.element);
    this.element = el('div', { class: 'page growth' }, this.bar, this.problem, el('div', { class: 'columns' }, main, side));
    this.stopListening = match.listen(() => void this.plant());
  }

  leave() {
    this.stopListening();
    this.growing?.abort();
  }

  /** A new tree for the position and the search. */
  async plant() {
    this.growing?.abort();
    // Until the new tree is there, nothing can be done with the old one; a later request overtakes this one.
    const planting = Symbol('tree');
    this.planting = planting;
    this.showControls();
    await this.showBar();
    try {
      const planted = await ask('/api/tree', { ...match.subject(), algorithm: settings.algorithm });
      if (this.planting !== planting) return;
      [this.tree, this.family] = [planted.tree, planted.family];
      this.problem.textContent = '';
    } catch (error) {
      if (this.planting !== planting) return;
      this.tree = null;
      this.table.replaceChildren();
      this.icicle.clear();
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
    this.planting = null;
    this.open = new Set(['']);
    [this.path, this.chosen] = ['', ''];
    this.story.replaceChildren();
    this.tell({ nodes: 1, visits: 0, best: null, finished: false, words: null });
    this.showControls();
    await this.look();
    await this.showBoard();
  }

  get info() {
    const { games } = this.everything;
    return games.find((game) => game.name === match.game.split(':')[0]) ?? games[0];
  }

  async showBar() {
    const { algorithms } = this.everything;
    const growing = algorithms.filter((one) => ['rounds', 'proof'].includes(one.family) && this.info.algorithms.includes(one.name));
    const change = (/** @type {string} */ text) => {
      settings.algorithm = text || 'mcts';
      void this.plant();
    };
    refill(this.bar, searchField('Algorithm', settings.algorithm, growing, change), await gameBar());
  }

  showControls() {
    const isGrowing = this.growing !== null;
    const hasTree = this.tree !== null && this.planting === null;
    const some = (/** @type {number} */ count) => button(`+${grouped(count)}`, () => void this.grow(count), { disabled: isGrowing || !hasTree });
    refill(
      this.controls,
      button('One iteration', () => void this.step(), { class: 'primary', disabled: isGrowing || !hasTree }),
      some(10),
      some(100),
      some(10000),
      button(isGrowing ? 'Stop' : 'Full speed', () => this.toggle(), { 'aria-pressed': String(isGrowing), disabled: !hasTree }),
      button('New tree', () => void this.plant()),
      button('Icicle', () => this.turnIcicle(), { 'aria-pressed': String(settings.isIcicle) }),
    );
    this.icicle.element.hidden = !settings.isIcicle;
    this.table.hidden = settings.isIcicle || this.tree === null;
    this.legend.hidden = this.table.hidden;
    this.legend.textContent = LEGENDS[this.family] ?? '';
  }

  turnIcicle() {
    settings.isIcicle = !settings.isIcicle;
    this.showControls();
    void this.look();
  }

  toggle() {
    if (this.growing) this.growing.abort();
    else void this.grow(null);
  }

  /** Grows the tree. @param {number | null} iterations */
  async grow(iterations) {
    const growing = new AbortController();
    this.growing = growing;
    this.path = '';
    this.story.replaceChildren();
    this.showControls();
    const start = performance.now();
    try {
      const limit = iterations === null ? {} : { iterations };
      await stream('/api/tree/grow', { tree: this.tree, ...limit }, growing.signal, (summary) => {
        this.tell(summary, performance.now() - start);
        void this.look();
      });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    if (this.growing !== growing) return;
    this.growing = null;
    this.showControls();
    await this.look();
  }

  /** Runs one iteration and explains it. */
  async step() {
    if (this.tree === null || this.growing || this.planting) return;
    const made = await ask('/api/tree/step', { tree: this.tree });
    this.tell(made.summary);
    const path = made.iteration ? made.iteration.path.slice(1).map((/** @type {{ move: string }} */ visit) => visit.move) : made.path ?? [];
    this.path = path.join(' ');
    this.chosen = this.path;
    // Open the path, so that it is visible.
    path.slice(0, 6).forEach((/** @type {string} */ _, /** @type {number} */ ply) => this.open.add(path.slice(0, ply).join(' ')));
    this.story.replaceChildren(...(made.iteration ? this.roundStory(made.iteration) : this.proofStory(made)));
    await Promise.all([this.look(), this.showBoard()]);
  }

  /** @param {any} iteration */
  roundStory(iteration) {
    const path = iteration.path.slice(1);
    const names = path.map((/** @type {{ move: string }} */ visit) => visit.move).join(' → ') || 'the root';
    const leaf = path[path.length - 1];
    const [first, second] = this.info.sides;
    const result = iteration.result > 0 ? `${first} wins` : iteration.result < 0 ? `${second} wins` : 'a draw';
    const changes = [...iteration.path].reverse().map((/** @type {any} */ visit) => {
      const before = visit.mean_before === null ? 'new' : signed(visit.mean_before, 2);
      return `${visit.move ?? 'root'}: ${before} → ${signed(visit.mean, 2)} (${counted(visit.visits, 'visit')})`;
    });
    const phase = (/** @type {string} */ name, /** @type {string} */ text) => el('li', {}, el('b', {}, `${name} `), text);
    return [
      phase('Select', `repeatedly the child with the largest sum of value and exploration: ${names}.`),
      phase('Expand', iteration.expanded && leaf ? `${leaf.move} is a new node.` : 'no new node: the path ends at an existing node.'),
      phase('Simulate', iteration.decided ? 'no simulation: the result is already certain.' : `a game to the end, ${iteration.plies} plies from the root: ${result}.`),
      phase('Back up', `${changes.join('; ')}.`),
    ];
  }

  /** @param {any} made */
  proofStory(made) {
    if (!made.path) return [el('li', {}, made.summary.words ?? 'The tree is solved.')];
    const names = made.path.join(' → ') || 'the root';
    const phase = (/** @type {string} */ name, /** @type {string} */ text) => el('li', {}, el('b', {}, `${name} `), text);
    return [
      phase('Select', `the most-proving node: the least proof number where the prover moves, else the least disproof number: ${names}.`),
      phase('Expand', 'all its moves become nodes, each with a proof and a disproof number.'),
      phase('Back up', 'the minimum over the children where one suffices, the sum where all are needed.'),
    ];
  }

  /** @param {TreeSummary} summary @param {number} [time] */
  tell(summary, time) {
    const speed = time && time > 300 ? ` · ${short((summary.visits / time) * 1000)}/s` : '';
    const best = summary.best ? ` · best ${summary.best}` : '';
    const words = summary.words ? ` · ${summary.words}` : '';
    this.counts.textContent = `${counted(summary.visits, 'iteration')} · ${counted(summary.nodes, 'node')}${best}${words}${speed}`;
  }

  /** Updates the view; at most one request is pending. */
  async look() {
    if (this.tree === null || this.isAsking) return;
    this.isAsking = true;
    try {
      if (settings.isIcicle) {
        await this.icicle.look(this.tree);
      } else {
        const { views } = await ask('/api/tree/view', { tree: this.tree, paths: [...this.open].slice(0, 100), most: 12 });
        this.views = views;
        this.showTable();
      }
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.isAsking = false;
    }
  }

  showTable() {
    if (this.press.isDown || this.tree === null) return;
    const toggle = (/** @type {string} */ path) => {
      if (this.open.has(path)) for (const open of [...this.open]) (open === path || open.startsWith(`${path} `)) && this.open.delete(open);
      else this.open.add(path);
      void this.look();
    };
    const focused = document.activeElement?.getAttribute('data-path');
    const isOpener = document.activeElement?.classList.contains('opener');
    const shown = { views: this.views, family: this.family, path: this.path, chosen: this.chosen };
    this.table.replaceChildren(childRows(shown, toggle, (path) => this.choose(path)));
    if (focused !== null && focused !== undefined) {
      const again = [...this.table.querySelectorAll(isOpener ? '.opener' : '.move')].find((one) => one.getAttribute('data-path') === focused);
      if (again instanceof HTMLElement) again.focus();
    }
  }

  /** Shows a node on the board. @param {string} path */
  choose(path) {
    this.chosen = path;
    if (!settings.isIcicle) this.showTable();
    void this.showBoard();
  }

  async showBoard() {
    const subject = match.subject();
    this.caption.textContent = this.chosen ? `The position after ${this.chosen.split(' ').join(' → ')}:` : 'The position of the root:';
    try {
      const found = await position({ ...subject, moves: `${subject.moves} ${this.chosen}`.trim() });
      this.board.show({ position: found, playable: false });
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'ArrowRight') void this.step();
    else if (event.key === ' ' || event.key === 'l') this.toggle();
    else return false;
    return true;
  }
}
