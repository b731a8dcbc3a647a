// A board that shows positions and values and takes moves by mouse, touch and keyboard.

import { button, el, showDialog, svg } from './dom.js';
import { follow } from './drag.js';
import { hintsFor } from './api.js';
import { HEXAGON, MARGIN, geometryOf, neighbour } from './geometry.js';
import { drawOverlay } from './overlay.js';
import { drawPiece } from './pieces.js';

/**
 * @typedef {object} Show
 * @property {Position} position
 * @property {boolean} [playable] whether moves can be made
 * @property {boolean} [flipped]
 * @property {Map<string, Paint>} [paint] by move
 * @property {Move | null} [arrow] a move to point at
 */

export class Board {
  /** @param {(move: string) => void} play */
  constructor(play) {
    this.play = play;
    this.element = el('div', { class: 'board' });
    /** @type {number | null} where a piece was picked up */
    this.picked = null;
    /** @type {Show | null} */
    this.shown = null;
    /** @type {import('./geometry.js').Geometry | null} */
    this.geometry = null;
    /** The place with the keyboard focus. */
    this.cursor = 0;
    /** A place that was clicked in set-up, or nothing to play. @type {((place: number) => void) | null} */
    this.edit = null;
  }

  /** @param {Show} show */
  show(show) {
    const before = this.shown?.position;
    if (before?.position !== show.position.position) this.picked = null;
    const old = this.shown;
    this.shown = show;
    // New values alone do not redraw the squares: the user may be clicking on one.
    const isSame = old && old.position === show.position && old.flipped === show.flipped && old.playable === show.playable;
    const overlay = this.element.querySelector('.overlay');
    if (isSame && overlay && !this.edit) overlay.replaceWith(drawOverlay(show, /** @type {import('./geometry.js').Geometry} */ (this.geometry)));
    else this.draw(before ?? null);
    this.describeValues();
  }

  /** Announces the painted values to screen readers. */
  describeValues() {
    const { position, paint } = /** @type {Show} */ (this.shown);
    /** @type {Map<number, string[]>} */
    const told = new Map();
    for (const move of position.moves) {
      const value = paint?.get(move.move);
      const place = move.from ?? move.to;
      if (place === undefined) continue;
      const text = value?.label && `${move.label ?? move.move} ${value.exact ? '' : 'about '}${value.label}${value.best ? ', best' : ''}`;
      told.set(place, [...(told.get(place) ?? []), ...(text ? [text] : [])]);
    }
    for (const [place, texts] of told) this.groupOf(place)?.setAttribute('aria-description', texts.join('; '));
  }

  /** @param {Position | null} before */
  draw(before) {
    const show = this.shown;
    if (!show) return;
    const { position } = show;
    const hadFocus = this.element.contains(document.activeElement) && document.activeElement?.closest('svg');
    if (!position.board) {
      this.element.replaceChildren(el('pre', { class: 'drawing' }, position.drawing), this.moveButtons(position.moves));
      return;
    }
    const board = position.board;
    const geometry = geometryOf(board, show.flipped ?? false);
    this.geometry = geometry;
    const game = position.game.split(':')[0];
    const { width, height } = geometry;
    const label = `Board, ${position.ending ?? `${position.sides[position.side]} to move`}`;
    const picture = svg('svg', {
      viewBox: `0 0 ${width} ${height}`,
      class: `layout-${board.layout} game-${game}`,
      role: 'application',
      'aria-label': label,
    });
    picture.append(this.background(board, game));
    board.pieces.forEach((_, place) => picture.append(this.place(place, before)));
    if (board.layout === 'columns') picture.append(this.front(board));
    picture.append(drawOverlay(show, geometry));
    picture.addEventListener('keydown', (event) => this.key(event));
    const loose = position.moves.filter((move) => move.to === undefined);
    this.element.replaceChildren(picture, this.moveButtons(show.playable ? loose : []));
    if (hadFocus) this.focus();
  }

  /** Buttons for moves without a place: a pass, a swap. @param {Move[]} moves */
  moveButtons(moves) {
    const buttons = moves.map((move) => button(move.label ?? move.move, () => this.play(move.move), { class: 'primary' }));
    return el('div', { class: 'row loose' }, ...buttons);
  }

  /** @param {BoardData} board @param {string} game */
  background(board, game) {
    const group = svg('g', { class: 'ground', 'aria-hidden': 'true' });
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
    const { width, height, places } = geometry;
    if (board.layout === 'links') {
      this.lattices(group, board.size ?? 1);
    } else if (board.layout === 'squares' || board.layout === 'columns') {
      const attributes = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN, rx: 8 };
      group.append(svg('rect', { ...attributes, class: 'plate' }));
      this.coordinates(group, board);
    }
    if (board.layout === 'hexagon') this.rowNames(group, board);
    places.forEach((place, index) => {
      if (board.layout === 'squares' && hintsFor(game).checkered) {
        const [row, column] = [Math.floor(index / (board.columns ?? 1)), index % (board.columns ?? 1)];
        const isDark = (row + column) % 2 === 1;
        const square = { x: place.x - 50, y: place.y - 50, width: 100, height: 100 };
        group.append(svg('rect', { ...square, class: isDark ? 'dark' : 'light' }));
      } else if (board.layout === 'squares') {
        group.append(svg('rect', { x: place.x - 50, y: place.y - 50, width: 100, height: 100, class: 'cell' }));
      }
    });
    return group;
  }

  /** @param {SVGElement} group @param {BoardData} board */
  coordinates(group, board) {
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
    const columns = board.columns ?? 1;
    // The same size on small and large boards.
    const size = { 'font-size': Math.min(24, geometry.width / 30) };
    board.names.forEach((name, index) => {
      const { x, y } = geometry.places[index];
      const isNumbered = board.layout === 'columns';
      const isBottom = this.shown?.flipped && !isNumbered ? index < columns : index >= board.names.length - columns;
      if (isBottom) {
        const text = isNumbered ? String((index % columns) + 1) : name[0];
        group.append(svg('text', { x, y: geometry.height - MARGIN / 2 + size['font-size'] / 3, class: 'coordinate', ...size }, text));
      }
      const isLeft = this.shown?.flipped ? index % columns === columns - 1 : index % columns === 0;
      if (isLeft && !isNumbered) group.append(svg('text', { x: MARGIN / 2, y: y + size['font-size'] / 3, class: 'coordinate', ...size }, name.slice(1)));
    });
  }

  /** Letters before the rows of a hexagon, and their number of places after them. @param {SVGElement} group @param {BoardData} board */
  rowNames(group, board) {
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
    const turn = this.shown?.flipped ? -1 : 1;
    board.names.forEach((name, index) => {
      const { x, y } = geometry.places[index];
      const next = board.names[index + 1];
      if (name.slice(1) === '1') group.append(svg('text', { x: x - turn * 78, y: y + 8, class: 'coordinate', 'font-size': 24 }, name[0]));
      if (next?.[0] !== name[0]) group.append(svg('text', { x: x + turn * 78, y: y + 8, class: 'coordinate', 'font-size': 24 }, name.slice(1)));
    });
  }

  /** The dots of both players. @param {SVGElement} group @param {number} size */
  lattices(group, size) {
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
    const edge = 120 * size;
    const turn = (/** @type {number} */ at) => (this.shown?.flipped ? geometry.width - at : at);
    for (const [side, from, to] of /** @type {[number, number, number][]} */ ([[0, 60, 60 + edge]])) {
      group.append(svg('path', { d: `M100 ${from}H${edge + 20}M100 ${to}H${edge + 20}`, class: `edge side${side}` }));
      group.append(svg('path', { d: `M${from} 100V${edge + 20}M${to} 100V${edge + 20}`, class: 'edge side1' }));
    }
    for (let row = 0; row <= 2 * size; row++) {
      for (let column = 0; column <= 2 * size; column++) {
        if ((row + column) % 2 === 0) continue;
        const side = row % 2 === 0 ? 0 : 1;
        const [cx, cy] = [turn(60 + column * 60), turn(60 + row * 60)];
        const dot = side === 0 ? svg('circle', { cx, cy, r: 13 }) : svg('rect', { x: cx - 11, y: cy - 11, width: 22, height: 22 });
        dot.setAttribute('class', `dot side${side}`);
        group.append(dot);
      }
    }
  }

  /** One place with its piece. @param {number} index @param {Position | null} before */
  place(index, before) {
    const show = /** @type {Show} */ (this.shown);
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
    const board = /** @type {BoardData} */ (show.position.board);
    const game = show.position.game.split(':')[0];
    const { x, y } = geometry.places[index];
    const moves = this.movesAt(index);
    const last = show.position.played.at(-1);
    const isLast = last !== undefined && (last.to === index || last.from === index);
    const isTarget = show.playable && moves.length > 0;
    const isDeciding = show.position.deciding.includes(index);
    const falls = show.playable && board.layout === 'columns' ? this.falls(index) : null;
    const hover = (/** @type {boolean} */ isOn) => () => falls && this.groupOf(falls.to)?.classList.toggle('hovered', isOn);
    const classes = ['place', falls && 'reaching', isLast && 'last', isDeciding && 'deciding', isTarget && 'target', this.picked === index && 'picked'];
    const piece = board.pieces[index];
    const group = svg('g', {
      class: classes.filter(Boolean).join(' '),
      transform: `translate(${x} ${y})`,
      role: 'button',
      tabindex: index === this.cursor ? 0 : -1,
      'data-place': index,
      'data-name': board.names[index],
      'aria-label': this.describe(index, piece, { 'can be played': isTarget, 'last move': isLast, 'decided the game': isDeciding }),
      click: () => this.choose(index),
      pointerdown: (/** @type {PointerEvent} */ event) => this.grab(event, index),
      mouseenter: hover(true),
      mouseleave: hover(false),
      focus: () => (this.cursor = index),
    });
    if (board.layout === 'hexagon') group.append(svg('polygon', { points: HEXAGON, class: 'cell' }));
    else if (board.layout === 'links') group.append(svg('circle', { r: 30, class: 'hit' }));
    else group.append(svg('rect', { x: -50, y: -50, width: 100, height: 100, class: 'hit' }));
    const isNew = before?.game === show.position.game && before.board && piece && !before.board.pieces[index];
    const isTurned = before?.board && piece && before.board.pieces[index] && before.board.pieces[index]?.[0] !== piece[0];
    if (piece) {
      const drawn = drawPiece(piece, board.names[index], geometry.radius);
      const wrapper = svg('g', { class: isTurned ? 'turned' : isNew ? 'new' : '' }, drawn);
      if (isNew && board.layout === 'columns') wrapper.style.setProperty('--fall', `${-y}px`);
      group.append(wrapper);
    } else if (isTarget && moves[0].from === undefined && !this.edit) {
      const ghost = drawPiece([show.position.side, hintsFor(game).pieces[0]], board.names[index], geometry.radius);
      ghost.classList.add('ghost');
      group.append(ghost);
    } else if (isTarget && this.picked !== null) {
      group.append(this.mark(index));
    }
    if (isTarget && piece && this.picked !== null && moves[0].from === this.picked && moves[0].to === index) {
      group.append(this.mark(index));
    }
    if (isDeciding) group.append(svg('circle', { r: board.layout === 'links' ? 18 : 33, class: 'ring' }));
    return group;
  }

  /** Where a piece may go, or what it may take. @param {number} target */
  mark(target) {
    const isTaken = /** @type {Show} */ (this.shown).position.board?.pieces[target];
    return isTaken ? svg('circle', { r: 46, class: 'capture' }) : svg('circle', { r: 16, class: 'hint' });
  }

  /** @param {number} index @param {Piece | null} piece @param {Record<string, boolean | undefined>} facts the true ones are announced */
  describe(index, piece, facts) {
    const { position } = /** @type {Show} */ (this.shown);
    const what = piece ? `${position.sides[piece[0]]} ${piece[1]}` : 'empty';
    const notes = Object.keys(facts).filter((fact) => facts[fact]);
    return [`${position.board?.names[index]}: ${what}`, ...notes].join(', ');
  }

  /** The front of a board in which stones fall: a plate with holes. @param {BoardData} board */
  front(board) {
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
    const [columns, rows] = [board.columns ?? 1, board.rows ?? 1];
    let path = `M${MARGIN} ${MARGIN}h${columns * 100}v${rows * 100}h${-columns * 100}z`;
    for (const { x, y } of geometry.places) path += `M${x - 41} ${y}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0z`;
    return svg('path', { d: path, class: 'front', 'fill-rule': 'evenodd', 'aria-hidden': 'true' });
  }

  /** The move of a stone that falls where a place's column is. @param {number} index @returns {Move | undefined} */
  falls(index) {
    const { moves, board } = /** @type {Show} */ (this.shown).position;
    const columns = board?.columns ?? 1;
    return moves.find((move) => (move.to ?? -1) % columns === index % columns);
  }

  /** The element of a place. @param {number | undefined} place */
  groupOf(place) {
    return this.element.querySelector(`[data-place="${place}"]`);
  }

  /** A pointer went down on a place: a piece may be dragged from it. @param {PointerEvent} down @param {number} index */
  grab(down, index) {
    const show = /** @type {Show} */ (this.shown);
    const piece = show.position.board?.pieces[index];
    const isMovable = show.position.moves.some((move) => move.from === index);
    if (down.button !== 0 || !show.playable || this.edit || !piece || !isMovable) return;
    const lift = () => {
      // The touched element must stay in the page, or its touch events are lost.
      this.picked = index;
      this.groupOf(index)?.classList.add('lifted', 'picked');
      const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
      const drawn = svg('g', { class: 'dragged' }, drawPiece(piece, '', geometry.radius));
      const targets = new Set(show.position.moves.filter((move) => move.from === index).map((move) => move.to ?? index));
      const marks = [...targets].map((target) => {
        const { x, y } = geometry.places[target];
        return svg('g', { transform: `translate(${x} ${y})` }, this.mark(target));
      });
      const picture = this.element.querySelector('svg');
      picture?.classList.add('dragging');
      picture?.append(svg('g', { class: 'marks' }, ...marks), drawn);
      return drawn;
    };
    follow(this.element, down, lift, (x, y) => {
      const geometry = /** @type {import('./geometry.js').Geometry} */ (this.geometry);
      const isHere = (/** @type {{ x: number, y: number }} */ place) =>
        Math.abs(place.x - x * geometry.width) <= 50 && Math.abs(place.y - y * geometry.height) <= 50;
      const target = geometry.places.findIndex(isHere);
      const moves = target < 0 ? [] : show.position.moves.filter((move) => move.from === index && move.to === target);
      this.picked = null;
      if (moves.length > 0 && this.shown?.position === show.position) this.finish(moves);
      else this.draw(this.shown?.position ?? null);
    });
  }

  /** The moves that a click on a place makes, or begins. @param {number} index */
  movesAt(index) {
    const show = /** @type {Show} */ (this.shown);
    const { moves } = show.position;
    if (this.picked !== null) {
      const onward = moves.filter((move) => move.from === this.picked && move.to === index);
      if (onward.length > 0) return onward;
    }
    return moves.filter((move) => (move.from === undefined ? move.to === index : move.from === index));
  }

  /** A place was clicked. @param {number} index */
  choose(index) {
    const show = /** @type {Show} */ (this.shown);
    this.cursor = index;
    if (this.edit) return this.edit(index);
    if (!show.playable) return;
    // Stones fall: any place of a column selects the column.
    const fallen = show.position.board?.layout === 'columns' ? this.falls(index) : null;
    const found = fallen ? [fallen] : this.movesAt(index);
    if (found.length === 0 || index === this.picked) this.picked = null;
    else if (found[0].from === undefined || this.picked !== null && found[0].to === index) return this.finish(found);
    else this.picked = index;
    this.draw(show.position);
  }

  /** Plays a move, after a choice of the piece if there are several. @param {Move[]} moves */
  finish(moves) {
    this.picked = null;
    if (moves.length === 1) return this.play(moves[0].move);
    const { game, side } = /** @type {Show} */ (this.shown).position;
    const { pieces } = hintsFor(game);
    const rank = (/** @type {Move} */ move) => pieces.indexOf(move.piece ?? '');
    const ordered = [...moves].sort((one, other) => rank(one) - rank(other));
    void showDialog('Which piece?', (close) => [
      el(
        'div',
        { class: 'row promotion' },
        ...ordered.map((move) => {
          const pick = () => {
            close();
            this.play(move.move);
          };
          if (!move.piece) return button(move.label ?? move.move, pick);
          const picture = svg('svg', { viewBox: '-50 -50 100 100', class: `game-${game.split(':')[0]}`, 'aria-hidden': 'true' });
          picture.append(drawPiece([side, move.piece], 'a1', 40));
          const choice = button('', pick, { 'aria-label': move.piece });
          choice.append(picture);
          return choice;
        }),
      ),
    ]);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const geometry = this.geometry;
    if (!geometry) return;
    if (event.key.startsWith('Arrow')) {
      const all = geometry.places.map((_, index) => index);
      this.cursor = neighbour(geometry, all, this.cursor, event.key);
      this.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose(this.cursor);
    } else if (event.key === 'Escape' && this.picked !== null) {
      this.picked = null;
      this.draw(this.shown?.position ?? null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the keyboard focus to the board. */
  focus() {
    const places = this.element.querySelectorAll('.place');
    places.forEach((place, index) => place.setAttribute('tabindex', index === this.cursor ? '0' : '-1'));
    const place = places[this.cursor];
    if (place instanceof SVGElement) place.focus();
  }
}
