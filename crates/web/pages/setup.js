// Setting up positions: pieces are placed on the board, and the server checks the position.

import { ask, hintsFor } from './api.js';
import { button, choice, el, refill } from './dom.js';
import { match } from './match.js';
import { picture } from './pieces.js';

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
    this.brush = [0, hintsFor(match.game).pieces[0]];
    this.board.edit = (place) => this.put(place);
    this.show();
    this.draw(this.isFlipped);
  }

  close() {
    this.isOpen = false;
    this.board.edit = null;
    this.element.replaceChildren();
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
    const { pieces, asks_side: wantsSide } = hintsFor(match.game);
    this.problem = el('p', { class: 'problem', role: 'alert' });
    const brushes = [0, 1].map((side) => el('div', { class: 'row brushes' }, ...pieces.map((kind) => this.brushButton([side, kind], `${sides[side]} ${kind}`))));
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
    if (brush) chosen.append(picture(match.game.split(':')[0], brush));
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
      const { pieces } = /** @type {BoardData} */ (this.position?.board);
      const { position: text } = await ask('/api/setup', { game: match.game, pieces, side: this.side });
      await ask('/api/position', { game: match.game, position: text, moves: '' });
      this.close();
      match.begin(match.game, text);
    } catch (error) {
      if (this.problem) this.problem.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
