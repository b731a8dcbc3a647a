// The overlay of a board: values of moves, and arrows.

import { svg } from './dom.js';

/**
 * @param {import('./board.js').Show} show
 * @param {import('./geometry.js').Geometry} geometry
 */
export function drawOverlay(show, geometry) {
  const group = svg('g', { class: 'overlay', 'aria-hidden': 'true' });
  const at = (/** @type {number} */ place) => geometry.places[place];
  /** @type {{ x: number, y: number }[]} */
  const labels = [];
  for (const [text, paint] of show.paint ?? []) {
    const move = show.position.moves.find((move) => move.move === text);
    if (!move || move.to === undefined) continue;
    if (move.from !== undefined) {
      if (paint.label) group.append(arrow(at(move.from), at(move.to), paint, labels));
      continue;
    }
    const { x, y } = at(move.to);
    const radius = Math.max(paint.label ? 27 : 0, 10 + 26 * paint.certainty * (1 - 0.6 * paint.loss));
    const classes = `value ${paint.exact ? 'exact' : 'estimate'} ${paint.best ? 'best' : ''}`;
    const mark = svg('g', { class: classes, transform: `translate(${x} ${y})` });
    mark.style.setProperty('--loss', String(paint.loss));
    mark.append(paint.loss > 0.5 ? svg('rect', { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, rx: 6 }) : svg('circle', { r: radius }));
    if (paint.label) mark.append(svg('text', { y: 7, class: paint.label.length > 3 ? 'long' : '' }, paint.label));
    group.append(mark);
  }
  if (show.arrow?.to !== undefined) {
    const { from, to } = show.arrow;
    if (from !== undefined) group.append(arrow(at(from), at(to), null, labels));
    else group.append(...['halo', 'pointer'].map((name) => svg('circle', { cx: at(to).x, cy: at(to).y, r: 40, class: name })));
  }
  return group;
}

/**
 * An arrow between places.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }} to
 * @param {Paint | null} paint
 * @param {{ x: number, y: number }[]} labels places of existing labels
 */
function arrow(from, to, paint, labels) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const end = { x: to.x - ux * 30, y: to.y - uy * 30 };
  const wing = (/** @type {number} */ sign) => `${end.x - ux * 18 + sign * uy * 20} ${end.y - uy * 18 - sign * ux * 20}`;
  const group = svg('g', { class: paint ? `arrow ${paint.exact ? 'exact' : 'estimate'}` : 'arrow pointer' });
  if (paint) group.style.setProperty('--loss', String(paint.loss));
  group.append(
    svg('path', { d: `M${from.x + ux * 20} ${from.y + uy * 20}L${end.x - ux * 14} ${end.y - uy * 14}`, class: 'shaft' }),
    svg('path', { d: `M${to.x - ux * 12} ${to.y - uy * 12}L${wing(1)}L${wing(-1)}z`, class: 'head' }),
  );
  if (paint?.label) {
    const along = (/** @type {number} */ part) => ({ x: from.x + part * dx, y: from.y + part * dy + 8 });
    const isFree = (/** @type {{ x: number, y: number }} */ place) => labels.every((other) => Math.abs(other.x - place.x) > 52 || Math.abs(other.y - place.y) > 22);
    const place = [0.5, 0.65, 0.35, 0.8, 0.2].map(along).find(isFree) ?? along(0.5);
    labels.push(place);
    group.append(svg('text', { ...place }, paint.label));
  }
  return group;
}
