// Play: people and searches against each other, on any board.

import { listGames } from './api.js';
import { Board } from './board.js';
import { Clock, clockText } from './clock.js';
import { button, choice, el, grouped, toast } from './dom.js';
import { think } from './engine.js';
import { gameBar, importAndExport, share } from './gamebar.js';
import { match } from './match.js';
import { showMoves, walk } from './moves.js';
import { badge } from './pieces.js';
import { searchField } from './searchfield.js';

const HUMAN = 'human';
const OTHER = 'other';

/** Who plays, kept while other pages are open. */
const players = {
  /** Algorithms, or human. */
  seats: [HUMAN, ''],
  /** The seats whose algorithm was written by hand. */
  written: [false, false],
  /** Won games of each seat, and draws. */
  score: [0, 0, 0],
  game: '',
};

/** The shortest time that a move of a search takes, so that people can follow, in milliseconds. */
const LEAST_TIME = 350;

/** Seconds for each side. */
const CLOCKS = /** @type {[string, string][]} */ ([['0', 'none'], ['60', '1 minute'], ['180', '3 minutes'], ['300', '5 minutes'], ['900', '15 minutes'], ['3600', '1 hour']]);

/** @returns {Promise<Page>} */
export async function open() {
  const page = new Play(await listGames());
  await page.update();
  return { element: page.element, leave: () => page.leave(), key: (event) => page.key(event) };
}

class Play {
  /** @param {Everything} everything */
  constructor(everything) {
    this.everything = everything;
    this.board = new Board((move) => this.play(move));
    this.isFlipped = false;
    this.isPaused = false;
    this.clock = new Clock(() => this.showClocks());
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {Move | null} */
    this.hint = null;
    /** The game whose result has been counted. */
    this.counted = '';
    this.bar = el('div');
    this.status = el('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.thoughts = el('p', { class: 'thoughts' });
    this.seats = el('div', { class: 'seats' });
    this.list = el('ol', { class: 'moves', 'aria-label': 'Moves' });
    this.buttons = el('div', { class: 'row' });
    const side = el('section', { class: 'side', 'aria-label': 'Game' }, this.seats, this.status, this.thoughts, this.buttons, this.list);
    this.element = el('div', { class: 'page' }, this.bar, el('div', { class: 'columns' }, this.board.element, side));
    this.stopListening = match.listen(() => void this.update());
  }

  leave() {
    this.stopListening();
    this.thinking?.abort();
    this.clock.stop();
  }

  get info() {
    const name = match.game.split(':')[0];
    return this.everything.games.find((game) => game.name === name) ?? this.everything.games[0];
  }

  /** Whether the position shown is where the game stands. */
  get isAtEnd() {
    return match.ply === match.moves.length;
  }

  /** Draws everything anew and lets the next player move. */
  async update() {
    this.thinking?.abort();
    this.thinking = null;
    if (players.game !== this.info.name) {
      Object.assign(players, { seats: [HUMAN, this.info.levels[3].algorithm], written: [false, false], score: [0, 0, 0] });
      players.game = this.info.name;
    }
    const key = match.query();
    const bar = await gameBar();
    bar.append(choice('Clock', CLOCKS, String(this.clock.limit / 1000), (seconds) => this.clock.set(Number(seconds) * 1000)));
    this.bar.replaceChildren(bar);
    /** @type {Position} */
    let position;
    try {
      position = await match.position();
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
      this.status.classList.add('problem');
      return;
    }
    if (match.query() !== key) return;
    this.status.classList.remove('problem');
    this.position = position;
    this.show();
    if (position.ending) this.finish();
    else if (this.isAtEnd && !this.clock.isOver) this.next();
  }

  show() {
    const position = /** @type {Position} */ (this.position);
    const playable = !position.ending && this.isPersonsTurn() && !this.clock.isOver;
    this.board.show({ position, playable, flipped: this.isFlipped, arrow: this.hint });
    const turn = `${position.sides[position.side]} to move`;
    const place = this.isAtEnd ? '' : ` (move ${match.ply} of ${match.moves.length})`;
    const opening = position.opening ? ` · ${position.opening}` : '';
    const flag = this.clock.isOver ? `${position.sides[this.clock.late ?? 0]} has no time left` : null;
    this.status.textContent = (position.ending ?? flag ?? turn) + place + opening;
    this.status.classList.toggle('over', Boolean(position.ending ?? flag));
    showMoves(this.list, position.played);
    this.showSeats();
    this.showButtons();
  }

  showSeats() {
    const { sides, side, ending } = /** @type {Position} */ (this.position);
    const known = this.everything.algorithms.filter((algorithm) => this.info.algorithms.includes(algorithm.name));
    const rows = [0, 1].map((seat) => {
      const seated = players.seats[seat];
      const levels = /** @type {[string, string][]} */ (this.info.levels.map((level) => [level.algorithm, `Level ${level.name}`]));
      const isLevel = !players.written[seat] && levels.some(([algorithm]) => algorithm === seated);
      const value = seated === HUMAN ? HUMAN : isLevel ? seated : OTHER;
      const options = /** @type {[string, string][]} */ ([[HUMAN, 'A person'], ...levels, [OTHER, 'Another search …']]);
      const pick = choice(sides[seat], options, value, (chosen) => this.seat(seat, chosen));
      const write = value === OTHER && searchField('Search', seated, known, (text) => this.seat(seat, text, true));
      const isTurn = side === seat && !ending;
      const time = el('output', { class: 'time', 'data-seat': seat }, clockText(this.clock.left(seat)));
      const wins = el('span', { class: 'wins', title: 'games won' }, String(players.score[seat]));
      return el('div', { class: isTurn ? 'seat turn' : 'seat' }, badge(this.info.name, seat), pick, write, time, wins);
    });
    this.seats.replaceChildren(...rows);
  }

  showClocks() {
    for (const output of this.seats.querySelectorAll('output')) {
      output.textContent = clockText(this.clock.left(Number(output.dataset.seat)));
    }
    if (this.clock.isOver && this.thinking) this.thinking.abort();
    if (this.clock.isOver) this.finish();
  }

  showButtons() {
    const { ending } = /** @type {Position} */ (this.position);
    const isOver = Boolean(ending) || this.clock.isOver;
    const areEngines = players.seats.every((seat) => seat !== HUMAN);
    this.buttons.replaceChildren(
      button('New game', () => this.begin(), isOver ? { class: 'primary' } : {}),
      button('Rematch', () => this.rematch(), { disabled: !isOver, title: 'sides swapped' }),
      button('Undo', () => this.undo(), { disabled: match.ply === 0 }),
      button('Redo', () => match.goTo(match.ply + (this.hasEngine() ? 2 : 1)), { disabled: this.isAtEnd }),
      button('Hint', () => void this.showHint(), { disabled: isOver || !this.isPersonsTurn() }),
      button(this.isPaused ? 'Go on' : 'Pause', () => this.pause(), { disabled: isOver, 'aria-pressed': String(this.isPaused) }),
      button('Step', () => this.step(), { disabled: isOver || !(this.isPaused || areEngines), title: 'one move of a search' }),
      button('Turn board', () => this.flip()),
      button('Share', () => void share()),
      button('Import, export', () => void importAndExport()),
    );
  }

  /** Whether a person may move now. */
  isPersonsTurn() {
    const { side } = /** @type {Position} */ (this.position);
    return players.seats[side] === HUMAN || this.isPaused || !this.isAtEnd;
  }

  hasEngine() {
    return players.seats.some((seat) => seat !== HUMAN);
  }

  /** @param {number} seat @param {string} who @param {boolean} [isWritten] */
  seat(seat, who, isWritten = false) {
    players.written[seat] = isWritten || who === OTHER;
    if (who !== OTHER) players.seats[seat] = who || 'auto';
    else if (players.seats[seat] === HUMAN) players.seats[seat] = 'auto:time=1s';
    void this.update();
  }

  /** @param {string} move */
  play(move) {
    this.hint = null;
    this.thoughts.textContent = '';
    match.play(move);
  }

  /** Lets a search move if it is its turn. */
  next() {
    const { side } = /** @type {Position} */ (this.position);
    if (match.ply > 0 || this.isPaused) this.clock.turn(this.isPaused ? null : side);
    const seated = players.seats[side];
    if (seated !== HUMAN && !this.isPaused) void this.move(seated);
  }

  /** Lets a search move. @param {string} algorithm */
  async move(algorithm) {
    const thinking = new AbortController();
    this.thinking = thinking;
    const start = performance.now();
    try {
      const found = await think(match.subject(), algorithm, thinking.signal, (analysis) => this.tell(analysis));
      const rest = LEAST_TIME - (performance.now() - start);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      if (!found?.best || thinking.signal.aborted) return;
      this.thinking = null;
      this.hint = null;
      match.play(found.best);
    } catch (error) {
      this.isPaused = true;
      toast(error instanceof Error ? error.message : String(error));
      this.show();
    }
  }

  /** @param {Analysis} analysis */
  tell(analysis) {
    const { score, depth, nodes, pv, pv_labels } = analysis;
    const value = (score.words ?? score.text).replace('-', '−');
    this.thoughts.textContent = `${value} · ${depth ? `depth ${depth} · ` : ''}${grouped(nodes)} nodes · ${(pv_labels ?? pv).slice(0, 6).join(' ')}`;
  }

  finish() {
    const { winner, ending } = /** @type {Position} */ (this.position);
    this.clock.stop();
    const key = `${match.game}|${match.start}|${match.moves.join(' ')}`;
    if (!this.isAtEnd || this.counted === key) return;
    this.counted = key;
    const late = this.clock.late;
    const won = ending ? winner : late === null ? null : 1 - late;
    players.score[won ?? 2] += 1;
    this.show();
  }

  begin() {
    this.clock.reset();
    this.isPaused = false;
    match.begin(match.game, match.start);
  }

  rematch() {
    players.seats.reverse();
    players.written.reverse();
    players.score = [players.score[1], players.score[0], players.score[2]];
    this.begin();
  }

  undo() {
    const isOneSided = players.seats.includes(HUMAN) && this.hasEngine();
    const steps = isOneSided && match.ply > 1 && this.isAtEnd && !this.thinking ? 2 : 1;
    this.thinking?.abort();
    // Searches that play each other would play on at once.
    this.isPaused ||= !players.seats.includes(HUMAN);
    match.goTo(match.ply - steps);
  }

  pause() {
    this.isPaused = !this.isPaused;
    if (!this.isPaused && !this.isAtEnd) match.cut(match.ply);
    else void this.update();
  }

  step() {
    this.isPaused = true;
    if (!this.isAtEnd) return match.goTo(match.ply + 1);
    const seated = players.seats[/** @type {Position} */ (this.position).side];
    void this.move(seated === HUMAN ? 'auto:time=1s' : seated);
  }

  async showHint() {
    const thinking = new AbortController();
    this.thinking?.abort();
    this.thinking = thinking;
    const found = await think(match.subject(), 'auto:time=1s', thinking.signal, (analysis) => this.tell(analysis));
    const position = /** @type {Position} */ (this.position);
    if (!found?.best) return;
    this.hint = position.moves.find((move) => move.move === found.best) ?? null;
    this.show();
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.show();
  }

  async playBest() {
    if (!this.isPersonsTurn()) return;
    await this.showHint();
    if (this.hint) this.play(this.hint.move);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'f') this.flip();
    else if (event.key === 'b') this.board.focus();
    else if (event.key === ' ') void this.playBest();
    else if (event.key === 'z') (this.hint = null), this.show();
    else return walk(event);
    return true;
  }
}
