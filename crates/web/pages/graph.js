// The score over a game, as a clickable line.

import { svg } from './dom.js';

const [WIDTH, HEIGHT] = [600, 140];

/**
 * @param {(number | null)[]} scores for the first player, −1 to 1
 * @param {number} shown the ply that is shown
 * @param {string[]} sides
 * @param {(ply: number) => void} go
 */
export function drawGraph(scores, shown, sides, go) {
  const step = WIDTH / Math.max(1, scores.length - 1);
  const y = (/** @type {number} */ score) => HEIGHT / 2 - (score * (HEIGHT - 16)) / 2;
  const known = scores.flatMap((score, ply) => (score === null ? [] : [{ x: ply * step, y: y(score), ply, score }]));
  const line = known.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const first = known[0];
  const last = known[known.length - 1];
  const area = `${line}L${last.x} ${HEIGHT / 2}L${first.x} ${HEIGHT / 2}z`;
  const picture = svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `Score over the game, ${sides[0]} upwards`, class: 'score-graph' },
    svg('path', { d: area, class: 'area' }),
    svg('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'middle' }),
    svg('path', { d: line, class: 'curve' }),
    svg('path', { d: `M${shown * step} 0V${HEIGHT}`, class: 'now' }),
    ...known.map((point) => svg('circle', { cx: point.x, cy: point.y, r: point.ply === shown ? 6 : 3, class: 'point' })),
    svg('text', { x: 4, y: 14 }, `${sides[0]} better`),
    svg('text', { x: 4, y: HEIGHT - 5 }, `${sides[1]} better`),
  );
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (scores.length - 1)));
  });
  return picture;
}
