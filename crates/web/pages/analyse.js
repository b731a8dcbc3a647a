// Analyse: the value of every move on the board, several searches side by side, the score over the game.

import { listGames, position as askPosition, stream } from './api.js';
import { Board } from './board.js';
import { Card } from './card.js';
import { button, el, refill, toast } from './dom.js';
import { gameBar, importAndExport, share } from './gamebar.js';
import { drawGraph } from './graph.js';
import { match } from './match.js';
import { showMoves, walk } from './moves.js';
import { badge } from './pieces.js';
import { Setup } from './setup.js';
import { expectation, paintOf } from './values.js';

/** The searches of the page, kept while other pages are open. */
let searches = ['auto'];
const MOST_SEARCHES = 4;

/** @returns {Promise<Page>} */
export async function open() {
  const page = new Analyse(await listGames());
  await page.update();
  return { element: page.element, leave: () => page.leave(), key: (event) => page.key(event) };
}

/**
 * @typedef {object} Running a running search
 * @property {AbortController} control
 * @property {Analysis | null} analysis
 * @property {string | null} problem
 */

class Analyse {
  /** @param {Everything} everything */
  constructor(everything) {
    this.everything = everything;
    this.board = new Board((move) => match.play(move));
    this.isFlipped = false;
    this.isOn = true;
    this.hidesHints = false;
    /** Which search paints the board. */
    this.painter = 0;
    /** @type {Running[]} */
    this.running = [];
    /** @type {Position | null} */
    this.position = null;
    /** @type {Position | null} a position of a line that the mouse is on */
    this.preview = null;
    this.isDrawn = false;
    /** The scores of the game for the first player, by ply. @type {Map<string, number>} */
    this.scores = new Map();
    /** @type {AbortController | null} */
    this.grading = null;
    this.bar = el('div');
    this.gauge = el('div', { class: 'gauge', role: 'meter', 'aria-label': 'Who is better', 'aria-valuemin': -100, 'aria-valuemax': 100 });
    this.status = el('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.cards = el('div', { class: 'cards' });
    /** @type {Card[]} */
    this.entries = [];
    this.cardsKey = '';
    this.list = el('ol', { class: 'moves', 'aria-label': 'Moves' });
    this.graph = el('div', { class: 'graph' });
    this.buttons = el('div', { class: 'row' });
    this.setup = new Setup(this.board, () => void this.update());
    this.scale = el('div', { class: 'scale' });
    const left = el('div', { class: 'gauged' }, this.scale, this.board.element);
    const side = el('section', { class: 'side', 'aria-label': 'Analysis' }, this.status, this.cards, this.buttons, this.setup.element, this.graph, this.list);
    this.element = el('div', { class: 'page' }, this.bar, el('div', { class: 'columns' }, left, side));
    this.stopListening = match.listen(() => void this.update());
    this.whenHidden = () => {
      if (document.hidden) this.stop();
      else if (this.isOn) this.start();
    };
    document.addEventListener('visibilitychange', this.whenHidden);
  }

  leave() {
    this.stopListening();
    document.removeEventListener('visibilitychange', this.whenHidden);
    this.stop();
    this.grading?.abort();
  }

  get info() {
    const name = match.game.split(':')[0];
    return this.everything.games.find((game) => game.name === name) ?? this.everything.games[0];
  }

  async update() {
    this.stop();
    const key = match.query();
    // The set-up in progress belongs to another position.
    if (this.setup.isOpen && this.setup.subject !== key) this.setup.close();
    refill(this.bar, await gameBar());
    try {
      const position = await match.position();
      if (match.query() !== key) return;
      this.position = position;
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
      this.status.classList.add('problem');
      refill(this.buttons, button('New game', () => match.begin(this.info.name), { class: 'primary' }));
      return;
    }
    this.status.classList.remove('problem');
    this.preview = null;
    const { ending, sides, side, opening, played } = this.position;
    this.status.textContent = (ending ?? `${sides[side]} to move`) + (opening ? ` · ${opening}` : '');
    showMoves(this.list, played);
    this.showButtons();
    this.showGraph();
    this.running = searches.map(() => ({ control: new AbortController(), analysis: null, problem: null }));
    if (this.isOn) this.start();
    this.show();
  }

  /** Starts all searches. */
  start() {
    this.stop();
    if (!this.position || this.position.ending || this.setup.isOpen) return;
    const subject = match.subject();
    this.running = searches.map((algorithm) => {
      /** @type {Running} */
      const running = { control: new AbortController(), analysis: null, problem: null };
      const tell = (/** @type {Analysis} */ analysis) => {
        if (running.control.signal.aborted) return;
        running.analysis = analysis;
        this.draw();
      };
      // 'auto' alone leaves the choice to the server, which may then answer from its book.
      const search = algorithm === 'auto' ? {} : { algorithm };
      const request = { ...subject, ...search, each: true };
      stream('/api/search', request, running.control.signal, tell).catch((error) => {
        running.problem = error instanceof Error ? error.message : String(error);
        this.draw();
      });
      return running;
    });
    this.draw();
  }

  /** Stops all searches; their results stay. */
  stop() {
    for (const running of this.running) running.control.abort();
  }

  /** Draws with the next animation frame; the latest values win. */
  draw() {
    if (this.isDrawn) return;
    this.isDrawn = true;
    requestAnimationFrame(() => {
      this.isDrawn = false;
      this.show();
    });
  }

  /** @param {string} algorithm */
  isRounds(algorithm) {
    const name = algorithm.split(':')[0].toLowerCase();
    return this.everything.algorithms.find((known) => known.name.toLowerCase() === name)?.family === 'rounds';
  }

  show() {
    const position = this.preview ?? this.position;
    if (!position) return;
    const painter = this.running[this.painter]?.analysis;
    const rounds = this.isRounds(searches[this.painter] ?? '');
    const isPainted = painter && !this.hidesHints && !this.preview && !this.setup.isOpen;
    const paint = isPainted ? paintOf(painter, this.info.name, rounds) : undefined;
    if (this.setup.isOpen) this.setup.draw(this.isFlipped);
    else this.board.show({ position, playable: !this.preview && !position.ending, flipped: this.isFlipped, paint });
    this.showGauge(painter ?? null, rounds);
    this.showCards();
  }

  /** @param {Analysis | null} analysis @param {boolean} rounds */
  showGauge(analysis, rounds) {
    const { side, sides, winner, ending } = /** @type {Position} */ (this.position);
    const hope = analysis ? expectation(analysis.score, this.info.name, rounds) : 0;
    const first = ending ? (winner === null ? 0 : winner === 0 ? 1 : -1) : side === 0 ? hope : -hope;
    this.gauge.style.setProperty('--first', String(first));
    // The first player below, as on the board.
    this.gauge.classList.toggle('flipped', this.isFlipped);
    const [below, above] = [0, 1].map((player) => badge(this.info.name, this.isFlipped ? 1 - player : player));
    refill(this.scale, above, this.gauge, below);
    this.gauge.setAttribute('aria-valuenow', String(Math.round(first * 100)));
    this.gauge.setAttribute('aria-valuetext', `${Math.round(first * 100)} for ${sides[0]}`);
    if (analysis && match.subject().moves === match.moves.slice(0, match.ply).join(' ')) {
      this.scores.set(this.gradeKey(match.ply), first);
    }
  }

  showCards() {
    const key = JSON.stringify([searches, this.info.name]);
    if (key !== this.cardsKey) {
      this.cardsKey = key;
      this.makeCards();
    }
    this.entries.forEach((card, index) => {
      const running = this.running[index];
      const isRounds = this.isRounds(searches[index]);
      card.mark(this.painter === index, searches.length === 1);
      card.show(running?.analysis ?? null, running?.problem ?? null, { game: this.info.name, isRounds, isOn: this.isOn && !this.setup.isOpen && !this.position?.ending });
    });
  }

  makeCards() {
    const remove = (/** @type {number} */ index) => {
      searches.splice(index, 1);
      this.painter = 0;
      void this.update();
    };
    const known = this.everything.algorithms.filter((one) => this.info.algorithms.includes(one.name) && one.family !== 'none');
    this.entries = searches.map((algorithm, index) => new Card(algorithm, index, known, {
      change: (text) => {
        searches[index] = text || 'auto';
        void this.update();
      },
      paint: () => {
        this.painter = index;
        this.show();
      },
      remove: () => remove(index),
      look: (moves) => void this.showPreview(moves),
      lookAway: () => this.unpreview(),
      play: (moves) => moves.forEach((move) => match.play(move)),
    }));
    const add = button('Add a search', () => this.addSearch(), { disabled: searches.length >= MOST_SEARCHES });
    this.cards.replaceChildren(...this.entries.map((card) => card.element), add);
  }

  /** Shows the position after moves of a line. @param {string[]} moves */
  async showPreview(moves) {
    const subject = match.subject();
    this.previewed = moves.join(' ');
    const found = await askPosition({ ...subject, moves: `${subject.moves} ${moves.join(' ')}`.trim() });
    if (this.previewed !== moves.join(' ')) return;
    this.preview = found;
    this.board.show({ position: found, playable: false, flipped: this.isFlipped });
  }

  unpreview() {
    this.previewed = '';
    if (!this.preview) return;
    this.preview = null;
    this.draw();
  }

  addSearch() {
    const usual = ['mcts-best', 'alphabeta', 'mcts'].find((name) => this.info.algorithms.includes(name) && !searches.includes(name));
    searches = [...searches, usual ?? 'auto'];
    void this.update();
  }

  showButtons() {
    refill(
      this.buttons,
      button(this.isOn ? 'Stop' : 'Analyse', () => this.toggle(), { class: this.isOn ? false : 'primary', disabled: this.setup.isOpen }),
      button('Play best move', () => this.playBest()),
      button(this.grading ? 'Stop grading' : 'Grade the game', () => void this.grade(), { disabled: match.moves.length === 0 }),
      button('Set up', () => this.setUp(), { 'aria-pressed': String(this.setup.isOpen) }),
      button('Hide values', () => this.hide(), { 'aria-pressed': String(this.hidesHints) }),
      button('Flip board', () => this.flip()),
      button('Share', () => void share()),
      button('Import, export', () => void importAndExport()),
    );
  }

  toggle() {
    this.isOn = !this.isOn;
    if (this.isOn) this.start();
    else this.stop();
    this.showButtons();
    this.draw();
  }

  /** Opens or closes the set-up; nothing is searched meanwhile. */
  setUp() {
    if (this.setup.isOpen) return this.setup.cancel();
    this.stop();
    this.running = [];
    this.setup.isFlipped = this.isFlipped;
    this.setup.open(this.position);
    this.showButtons();
    this.show();
  }

  hide() {
    this.hidesHints = !this.hidesHints;
    this.showButtons();
    this.draw();
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.show();
  }

  playBest() {
    const best = this.running[this.painter]?.analysis?.best;
    if (best) match.play(best);
  }

  /** @param {number} ply */
  gradeKey(ply) {
    return `${match.game}|${match.start}|${match.moves.slice(0, ply).join(' ')}`;
  }

  /** Scores every position of the game with a short search each; or stops that. */
  async grade() {
    if (this.grading) return this.grading.abort();
    const grading = new AbortController();
    this.grading = grading;
    this.showButtons();
    try {
      for (let ply = 0; ply <= match.moves.length && !grading.signal.aborted; ply++) {
        const key = this.gradeKey(ply);
        const position = await match.position(ply);
        if (position.ending) {
          this.scores.set(key, position.winner === null ? 0 : position.winner === 0 ? 1 : -1);
        } else {
          const request = { ...match.subject(ply), time_ms: 250 };
          const found = await stream('/api/search', request, grading.signal, () => {});
          if (!found) break;
          const hope = expectation(found.score, this.info.name, false);
          this.scores.set(key, position.side === 0 ? hope : -hope);
        }
        this.showGraph();
      }
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    } finally {
      this.grading = null;
      this.showButtons();
    }
  }

  showGraph() {
    const scores = Array.from({ length: match.moves.length + 1 }, (_, ply) => this.scores.get(this.gradeKey(ply)) ?? null);
    const known = scores.filter((score) => score !== null).length;
    const sides = this.position?.sides ?? ['first', 'second'];
    this.graph.replaceChildren(...(known > 1 ? [drawGraph(scores, match.ply, sides, (ply) => match.goTo(ply))] : []));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'l') this.toggle();
    else if (event.key === 'z') this.hide();
    else if (event.key === 'f') this.flip();
    else if (event.key === 'b') this.board.focus();
    else if (event.key === ' ') this.playBest();
    else return walk(event);
    return true;
  }
}
