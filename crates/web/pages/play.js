// Play: people and searches against each other, on any board.

import { listGames } from './api.js';
import { Board } from './board.js';
import { Clock, clockText } from './clock.js';
import { button, choice, counted, el, grouped, refill, toast } from './dom.js';
import { think } from './engine.js';
import { gameBar, importAndExport, share } from './gamebar.js';
import { match } from './match.js';
import { showMoves, walk } from './moves.js';
import { badge } from './pieces.js';
import { searchField } from './searchfield.js';

const HUMAN = 'human';
const OTHER = 'other';

/** The players, kept while other pages are open. */
const players = {
  /** Algorithms, or human. */
  seats: [HUMAN, ''],
  /** The seats whose algorithm was typed in. */
  written: [false, false],
  /** Won games of each seat, and draws. */
  score: [0, 0, 0],
  game: '',
};

/** The clock of the game, which is paused while other pages are open. */
const clock = new Clock();
/** The game that the clock belongs to. */
let timed = 0;
/** The game in which a move was made here: an imported finished game gives no points. */
let played = -1;
/** The game whose result has been counted. */
let rewarded = '';

/** The least time between moves of searches, so that people can follow, in milliseconds. */
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
    clock.tick = () => this.tick();
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {Move | null} */
    this.hint = null;
    this.bar = el('div');
    this.rules = el('p', { class: 'quiet rules' });
    this.status = el('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.thoughts = el('p', { class: 'thoughts' });
    this.rows = [0, 1].map(() => {
      const who = el('div', { class: 'who' });
      const discs = el('span', { class: 'discs' });
      const time = el('span', { class: 'time', role: 'timer' });
      const points = el('span', { class: 'points', title: 'Match score', role: 'img' });
      return { who, discs, time, points, row: el('div', { class: 'seat' }, who, discs, time, points) };
    });
    this.seats = el('div', { class: 'seats' }, ...this.rows.map(({ row }) => row));
    this.list = el('ol', { class: 'moves', 'aria-label': 'Moves' });
    this.buttons = el('div', { class: 'row' });
    const side = el('section', { class: 'side', 'aria-label': 'Game' }, this.seats, this.status, this.thoughts, this.buttons, this.list);
    this.element = el('div', { class: 'page play' }, this.bar, this.rules, el('div', { class: 'columns' }, this.board.element, side));
    this.stopListening = match.listen(() => void this.update());
  }

  leave() {
    this.stopListening();
    this.thinking?.abort();
    clock.stop();
  }

  get info() {
    const name = match.game.split(':')[0];
    return this.everything.games.find((game) => game.name === name) ?? this.everything.games[0];
  }

  /** Whether the last position of the game is shown. */
  get isAtEnd() {
    return match.ply === match.moves.length;
  }

  /** Redraws everything and lets the next player move. */
  async update() {
    this.thinking?.abort();
    this.thinking = null;
    if (players.game !== this.info.name) {
      Object.assign(players, { seats: [HUMAN, this.info.levels[3].algorithm], written: [false, false], score: [0, 0, 0] });
      players.game = this.info.name;
    }
    if (timed !== match.number) clock.reset();
    timed = match.number;
    const key = match.query();
    const bar = await gameBar();
    bar.append(choice('Clock', CLOCKS, String(clock.limit / 1000), (seconds) => this.setClock(Number(seconds))));
    refill(this.bar, bar);
    // The summary describes the default board.
    this.rules.textContent = match.game === this.info.name ? `${this.info.summary}.` : '';
    /** @type {Position} */
    let position;
    try {
      position = await match.position();
    } catch (error) {
      this.status.textContent = error instanceof Error ? error.message : String(error);
      this.status.classList.add('problem');
      refill(this.buttons, button('New game', () => match.begin(this.info.name), { class: 'primary' }));
      return;
    }
    if (match.query() !== key) return;
    this.status.classList.remove('problem');
    this.position = position;
    this.show();
    if (position.ending) this.finish();
    else if (this.isAtEnd && !clock.isOver) this.next();
  }

  show() {
    const position = /** @type {Position} */ (this.position);
    const playable = !position.ending && this.isPersonsTurn() && !clock.isOver;
    this.board.show({ position, playable, flipped: this.isFlipped, arrow: this.hint });
    const mustPass = position.moves.length === 1 && position.moves[0].to === undefined;
    const turn = `${position.sides[position.side]} ${mustPass ? `must ${position.moves[0].move}` : 'to move'}`;
    const place = this.isAtEnd ? '' : ` (move ${match.ply} of ${match.moves.length})`;
    const opening = position.opening ? ` · ${position.opening}` : '';
    const flag = clock.isOver ? `${position.sides[clock.late ?? 0]} is out of time` : null;
    const isOver = Boolean(position.ending ?? flag);
    const winner = position.ending ? position.winner : clock.late === null ? null : 1 - clock.late;
    const sign = isOver && winner !== null ? badge(this.info.name, winner) : '';
    this.status.replaceChildren(sign, (position.ending ?? flag ?? turn) + place + opening);
    this.status.classList.toggle('over', isOver);
    showMoves(this.list, position.played);
    this.showSeats();
    this.showButtons();
  }

  showSeats() {
    const { sides } = /** @type {Position} */ (this.position);
    const known = this.everything.algorithms.filter((algorithm) => this.info.algorithms.includes(algorithm.name));
    this.rows.forEach(({ who }, seat) => {
      const seated = players.seats[seat];
      const levels = /** @type {[string, string][]} */ (this.info.levels.map((level) => [level.algorithm, `Level ${level.name}`]));
      const isLevel = !players.written[seat] && levels.some(([algorithm]) => algorithm === seated);
      const value = seated === HUMAN ? HUMAN : isLevel ? seated : OTHER;
      const options = /** @type {[string, string][]} */ ([[HUMAN, 'A person'], ...levels, [OTHER, 'Another search …']]);
      const pick = choice(sides[seat], options, value, (chosen) => this.seat(seat, chosen));
      const write = value === OTHER && searchField(`Search for ${sides[seat]}`, seated, known, (text) => this.seat(seat, text, true));
      refill(who, badge(this.info.name, seat), pick, write);
    });
    this.showFacts();
  }

  /** What changes from move to move: whose turn it is, pieces where they are counted, the time, the points of the match. */
  showFacts() {
    const { side, ending, board } = /** @type {Position} */ (this.position);
    this.rows.forEach(({ row, discs, time, points }, seat) => {
      row.classList.toggle('turn', side === seat && !ending && !clock.isOver);
      const count = board?.pieces.filter((piece) => piece?.[0] === seat).length;
      const { counts_pieces: isCounted, pieces } = this.info.page;
      discs.textContent = isCounted ? counted(count ?? 0, pieces[0]) : '';
      time.textContent = clockText(clock.left(seat));
      points.textContent = pointsText(players.score[seat] + players.score[2] / 2);
      points.setAttribute('aria-label', `${points.textContent} points in the match`);
    });
  }

  /** Time has passed. */
  tick() {
    this.showFacts();
    if (clock.isOver && this.thinking) this.thinking.abort();
    if (clock.isOver) this.finish();
  }

  /** @param {number} seconds for each side */
  setClock(seconds) {
    clock.set(seconds * 1000);
    void this.update();
  }

  showButtons() {
    const { ending } = /** @type {Position} */ (this.position);
    const isOver = Boolean(ending) || clock.isOver;
    const areEngines = players.seats.every((seat) => seat !== HUMAN);
    refill(
      this.buttons,
      button('New game', () => this.begin()),
      button('Rematch', () => this.rematch(), { disabled: !isOver, title: 'With sides swapped', class: isOver && 'primary' }),
      button('Undo', () => this.undo(), { disabled: match.ply === 0 }),
      button('Redo', () => match.goTo(match.ply + this.stride()), { disabled: this.isAtEnd }),
      button('Hint', () => void this.showHint(), { disabled: isOver || !this.isPersonsTurn() }),
      button(this.isPaused ? 'Resume' : 'Pause', () => this.pause(), { disabled: isOver, class: this.isPaused && 'primary' }),
      button('Step', () => this.step(), { disabled: isOver || !(this.isPaused || areEngines), title: 'One move of a search' }),
      button('Flip board', () => this.flip()),
      button('Share', () => void share()),
      button('Import, export', () => void importAndExport()),
    );
  }

  /** Whether a person may move now. */
  isPersonsTurn() {
    const { side } = /** @type {Position} */ (this.position);
    return players.seats[side] === HUMAN || this.isPaused || !this.isAtEnd;
  }

  /** @param {number} seat @param {string} who @param {boolean} [isWritten] */
  seat(seat, who, isWritten = false) {
    players.written[seat] = isWritten || who === OTHER;
    if (who !== OTHER) players.seats[seat] = who || 'auto';
    else if (players.seats[seat] === HUMAN) players.seats[seat] = 'auto:time=1s';
    this.sitBelow();
    void this.update();
  }

  /** @param {string} move */
  play(move) {
    this.hint = null;
    this.thoughts.textContent = '';
    played = match.number;
    match.play(move);
  }

  /** Lets a search move if it is its turn. */
  next() {
    const { side } = /** @type {Position} */ (this.position);
    if (match.ply > 0 || this.isPaused) clock.turn(this.isPaused ? null : side);
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
      played = match.number;
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
    clock.stop();
    const key = `${match.number} ${match.moves.join(' ')}`;
    if (!this.isAtEnd || rewarded === key || played !== match.number) return this.show();
    rewarded = key;
    const late = clock.late;
    const won = ending ? winner : late === null ? null : 1 - late;
    players.score[won ?? 2] += 1;
    this.show();
  }

  begin() {
    this.isPaused = false;
    match.begin(match.game, match.start);
  }

  rematch() {
    players.seats.reverse();
    players.written.reverse();
    players.score = [players.score[1], players.score[0], players.score[2]];
    this.sitBelow();
    this.begin();
  }

  /** Where people face the board, the human side is at the bottom; with two people, the first side. */
  sitBelow() {
    if (this.info.page.faces_player) this.isFlipped = players.seats[0] !== HUMAN && players.seats[1] === HUMAN;
  }

  /** How many moves undo and redo step: two against a search, its reply included. */
  stride() {
    const { side } = /** @type {Position} */ (this.position);
    const isOneSided = players.seats.includes(HUMAN) && players.seats.some((seat) => seat !== HUMAN);
    return isOneSided && players.seats[side] === HUMAN ? 2 : 1;
  }

  undo() {
    this.thinking?.abort();
    // Two searches would continue playing at once.
    this.isPaused ||= !players.seats.includes(HUMAN);
    match.goTo(match.ply - Math.min(this.stride(), match.ply));
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
    if (this.thinking === thinking) this.thinking = null;
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

/** Points as people write them: 1½. @param {number} points */
function pointsText(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ''}½`;
}
