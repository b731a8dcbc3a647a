// Setting up positions: pieces are placed on the board, and the server checks the position.

import { ask } from './api.js';
import { button, choice, el, refill } from './dom.js';
import { match } from './match.js';
import { picture } from './pieces.js';

/** Letters of chess pieces in a FEN. */
const LETTERS = /** @type {Record<string, string>} */ ({ pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' });

export class Setup {
  /** @param {import('./board.js').Board} board @param {() => void} done */
  constructor(board, done) {
    this.board = board;
    this.done = done;
    this.isOpen = false;
    this.element = el('div', { class: 'setup' });
    /** @type {Position | null} */
    this.position = null;
    /** What a click puts on the board. @type {Piece | null} */
    this.brush = null;
    this.side = 0;
    /** The position shown when the set-up was opened. */
    this.subject = '';
    this.isFlipped = false;
  }

  /** @param {Position | null} position */
  open(position) {
    if (!position?.board) return;
    this.isOpen = true;
    this.subject = match.query();
    this.position = { ...position, moves: [], played: [], deciding: [], board: { ...position.board, pieces: [...position.board.pieces] } };
    this.side = position.side;
    this.brush = [0, this.kinds()[0]];
    this.board.edit = (place) => this.put(place);
    this.show();
    this.draw(this.isFlipped);
  }

  close() {
    this.isOpen = false;
    this.board.edit = null;
    this.element.replaceChildren();
  }

  get game() {
    return match.game.split(':')[0];
  }

  kinds() {
    if (this.game === 'chess') return Object.keys(LETTERS).reverse();
    const kind = { hexagon: 'stone', links: 'link', columns: 'disc', squares: this.game === 'tic-tac-toe' ? 'mark' : 'disc' };
    return [kind[/** @type {BoardData} */ (this.position?.board).layout]];
  }

  /** @param {boolean} isFlipped */
  draw(isFlipped) {
    this.isFlipped = isFlipped;
    this.board.show({ position: /** @type {Position} */ (this.position), playable: true, flipped: isFlipped });
  }

  /** @param {number} place */
  put(place) {
    const { pieces } = /** @type {BoardData} */ (this.position?.board);
    const same = pieces[place]?.join() === this.brush?.join();
    pieces[place] = same ? null : this.brush && [this.brush[0], this.brush[1]];
    this.draw(this.isFlipped);
  }

  show() {
    const { sides } = /** @type {Position} */ (this.position);
    const turns = /** @type {[string, string][]} */ ([['0', sides[0]], ['1', sides[1]]]);
    const wantsSide = this.game === 'chess' || this.game === 'othello';
    this.problem = el('p', { class: 'problem', role: 'alert' });
    const brushes = [0, 1].map((side) => el('div', { class: 'row brushes' }, ...this.kinds().map((kind) => this.brushButton([side, kind], `${sides[side]} ${kind}`))));
    refill(
      this.element,
      el('p', {}, 'Choose a piece, then click on the board to place it; click again to remove it.'),
      ...brushes,
      el(
        'div',
        { class: 'row' },
        this.brushButton(null, 'nothing'),
        wantsSide && choice('To move', turns, String(this.side), (side) => (this.side = Number(side))),
        button('Empty board', () => this.empty()),
        button('Use this position', () => void this.take(), { class: 'primary' }),
        button('Cancel', () => this.cancel()),
      ),
      this.problem,
    );
  }

  /** @param {Piece | null} brush @param {string} name */
  brushButton(brush, name) {
    const pick = () => {
      this.brush = brush;
      this.show();
    };
    const chosen = button(brush ? '' : 'Erase', pick, { 'aria-label': name, title: name, 'aria-pressed': String(this.brush?.join() === brush?.join()) });
    if (brush) chosen.append(picture(this.game, brush));
    return chosen;
  }

  cancel() {
    this.close();
    this.done();
  }

  empty() {
    /** @type {BoardData} */ (this.position?.board).pieces.fill(null);
    this.draw(this.isFlipped);
  }

  /** Asks the server whether the position is valid. */
  async take() {
    try {
      const text = this.text();
      await ask('/api/position', { game: match.game, position: text, moves: '' });
      this.close();
      match.begin(match.game, text);
    } catch (error) {
      if (this.problem) this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** The position in the game's own notation. */
  text() {
    const board = /** @type {BoardData} */ (this.position?.board);
    const rows = (/** @type {(piece: Piece | null) => string} */ letter) => {
      const columns = board.columns ?? 1;
      const letters = board.pieces.map(letter);
      return Array.from({ length: board.rows ?? 1 }, (_, row) => letters.slice(row * columns, (row + 1) * columns).join(''));
    };
    const by = (/** @type {string} */ letters, /** @type {string} */ none) => (/** @type {Piece | null} */ piece) => piece ? letters[piece[0]] : none;
    if (this.game === 'tic-tac-toe') return rows(by('XO', '.')).join('/');
    if (this.game === 'connect-four') return rows(by('YR', '.')).join('/');
    if (this.game === 'othello') return `${rows(by('XO', '-')).join('')} ${'XO'[this.side]}`;
    if (this.game === 'chess') return this.fen(rows((piece) => fenLetter(piece)));
    // The other games are written as moves: the stones of both sides alternate.
    const names = [0, 1].map((side) => board.names.filter((_, place) => board.pieces[place]?.[0] === side));
    const turns = Math.max(names[0].length, names[1].length);
    return Array.from({ length: turns }, (_, turn) => [names[0][turn], names[1][turn]]).flat().filter(Boolean).join(' ');
  }

  /** @param {string[]} rows */
  fen(rows) {
    const placed = rows.map((row) => row.replace(/1+/g, (gap) => String(gap.length))).join('/');
    const at = (/** @type {string} */ name) => {
      const board = /** @type {BoardData} */ (this.position?.board);
      return fenLetter(board.pieces[board.names.indexOf(name)]);
    };
    // Castling is allowed if king and rook are on their home squares.
    let castling = '';
    if (at('e1') === 'K') castling += (at('h1') === 'R' ? 'K' : '') + (at('a1') === 'R' ? 'Q' : '');
    if (at('e8') === 'k') castling += (at('h8') === 'r' ? 'k' : '') + (at('a8') === 'r' ? 'q' : '');
    return `${placed} ${'wb'[this.side]} ${castling || '-'} - 0 1`;
  }
}

/** @param {Piece | null} piece */
function fenLetter(piece) {
  if (!piece) return '1';
  return piece[0] === 0 ? LETTERS[piece[1]].toUpperCase() : LETTERS[piece[1]];
}
