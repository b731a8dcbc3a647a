// Pieces, drawn around the origin in a square of 100.

import { hintsFor } from './api.js';
import { svg } from './dom.js';
import { gridPlace } from './geometry.js';

/** The outlines of chessmen: our own, of plain strokes and curves. */
const OUTLINES = {
  pawn: ['M-9-12a13 13 0 1 1 18 0L14-4H7c1 12 5 20 14 28h-42c9-8 13-16 14-28h-7z', 'M-25 24h50v12h-50z'],
  rook: ['M-25-34h11v8h9v-8h10v8h9v-8h11v20l-8 6 3 28h-40l3-28-8-6z', 'M-27 24h54v12h-54z', 'M-17-6h34'],
  bishop: [
    'M0-40a5 5 0 0 1 4 8c11 7 16 15 14 25-1 6-5 9-9 12l7 19h-32l7-19c-4-3-8-6-9-12-2-10 3-18 14-25a5 5 0 0 1 4-8z',
    'M-27 24h54v12h-54z',
    'M0-25v18M-8-16H8',
  ],
  knight: [
    'M-6-38-1-30C17-28 25-12 24 24h-42c-1-15 7-22 16-31-8 1-12 5-16 11l-9 1c-4-5-4-9-2-13l14-17c0-6 3-10 9-13z',
    'M-25 24h52v12h-52z',
    'M-8-17l1 1M12-16c5 8 7 17 7 28',
  ],
  queen: [
    'M-30-24l9 20 4-26 10 24L0-34 7-6l10-24 4 26 9-20-8 48h-44z',
    'M-26 24h52v12h-52z',
    'M-30-27v1M-17-33v1M0-37v1M17-33v1M30-27v1',
  ],
  king: [
    'M-4-42h8v7h7v8H4v7c12-7 27-3 26 11-1 12-8 20-11 33h-38c-3-13-10-21-11-33-1-14 14-18 26-11v-7h-7v-8h7z',
    'M-25 24h50v12h-50z',
    'M0-18v36M-20 14c12-5 28-5 40 0',
  ],
};

/**
 * A piece.
 * @param {Piece} piece
 * @param {string} name of the place, for pieces whose orientation depends on it
 * @param {number} radius
 */
export function drawPiece([side, kind], name, radius) {
  const group = svg('g', { class: `piece side${side} ${kind}` });
  if (kind in OUTLINES) {
    const [body, base, detail] = OUTLINES[/** @type {keyof typeof OUTLINES} */ (kind)];
    group.append(svg('path', { d: body, class: 'outline' }), svg('path', { d: base, class: 'outline' }));
    if (detail) group.append(svg('path', { d: detail, class: 'outline detail' }));
    group.setAttribute('transform', 'scale(1.12)');
  } else if (kind === 'mark' && side === 0) {
    group.append(svg('path', { d: 'M-27-27 27 27M27-27-27 27', class: 'stroke' }));
  } else if (kind === 'mark') {
    group.append(svg('circle', { r: 29, class: 'stroke' }));
  } else if (kind === 'link') {
    const isLevel = (gridPlace(name).row % 2 === 1) === (side === 1);
    group.append(svg('path', { d: isLevel ? 'M-60 0H60' : 'M0-60V60', class: 'stroke' }));
  } else {
    group.append(svg('circle', { r: radius }));
    if (kind === 'disc') {
      // A second mark for colour-blind users, where the styles of the game show it.
      const sign = side === 0 ? svg('circle', { r: radius * 0.45 }) : svg('path', { d: 'M-14-14 14 14M14-14-14 14' });
      sign.setAttribute('class', 'sign');
      group.append(sign);
    }
  }
  return group;
}

/** A picture of one side's piece, for lists. @param {string} game @param {number} side */
export function badge(game, side) {
  return picture(game, [side, hintsFor(game).pieces[0]]);
}

/** A picture of a piece alone. @param {string} game @param {Piece} piece */
export function picture(game, piece) {
  const drawn = svg('svg', { viewBox: '-50 -50 100 100', class: `badge game-${game}`, 'aria-hidden': 'true' });
  if (piece[1] === 'link') {
    // With the points that it joins, which also distinguish the sides.
    const ends = piece[0] === 0 ? ['M0-36v.1M0 36v.1'] : ['M-36 0h.1M36 0h.1'];
    drawn.append(svg('g', { class: `link-ends side${piece[0]}` }, svg('path', { d: ends[0] })));
  }
  drawn.append(drawPiece(piece, 'a1', 38));
  return drawn;
}
