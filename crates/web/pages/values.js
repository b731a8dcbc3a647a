// Values for display: expectations, losses relative to the best move, labels. Monte-Carlo searches count a win as 1000.

import { hintsFor } from './api.js';

/**
 * What the side to move may expect, from −1 to 1; certain results keep a little distance from each other.
 * @param {Score} score
 * @param {string} game
 * @param {boolean} isRounds whether a Monte-Carlo search found it
 */
export function expectation(score, game, isRounds) {
  const plies = Number(/in (\d+)/.exec(score.text)?.[1] ?? 0);
  const margin = /^[+-]\d+$/.test(score.text) ? Math.abs(Number(score.text)) : 0;
  if (score.outcome === 'win') return margin ? 0.7 + 0.3 * Math.min(1, margin / 30) : 1 - Math.min(0.25, plies / 200);
  if (score.outcome === 'loss') return margin ? -0.7 - 0.3 * Math.min(1, margin / 30) : -1 + Math.min(0.25, plies / 200);
  if (score.outcome === 'draw') return 0;
  if (isRounds) return Math.max(-1, Math.min(1, score.value / 1000));
  return Math.tanh(score.value / hintsFor(game).clear_lead) * 0.95;
}

/** A value in a few characters. @param {Score} score @param {string} game @param {boolean} isRounds */
export function shortText(score, game, isRounds) {
  const plies = /in (\d+)/.exec(score.text)?.[1];
  if (score.kind === 'exact' && /^[+-]\d+$/.test(score.text)) return score.text.replace('-', '−');
  if (score.outcome === 'win') return plies ? `+#${plies}` : '+';
  if (score.outcome === 'loss') return plies ? `−#${plies}` : '−';
  if (score.outcome === 'draw') return '=';
  if (isRounds) return `${Math.round((score.value / 1000 + 1) * 50)}%`;
  const { unit } = hintsFor(game);
  return (unit === 1 ? String(score.value) : (score.value / unit).toFixed(1)).replace('-', '−');
}

/** How many moves have a label. */
const LABELS = 5;

/**
 * What is painted on the board for the values of the moves.
 * @param {Analysis} analysis
 * @param {string} game
 * @param {boolean} isRounds
 * @returns {Map<string, Paint>}
 */
export function paintOf(analysis, game, isRounds) {
  const paints = new Map();
  const values = analysis.moves.map((value) => ({ ...value, hope: expectation(value.score, game, isRounds) }));
  values.sort((one, other) => other.hope - one.hope || (other.visits ?? 0) - (one.visits ?? 0));
  const best = Math.max(...values.map((value) => value.hope));
  const most = Math.max(1, ...values.map((value) => value.visits ?? 0));
  values.forEach((value, index) => {
    const exact = value.score.kind === 'exact';
    const isTried = value.visits === undefined || value.visits > 0;
    if (!isTried && !exact) return;
    // On a linear scale, losses within one outcome look alike.
    const loss = Math.min(1, Math.sqrt(Math.max(0, best - value.hope)));
    const certainty = exact ? 1 : value.visits === undefined ? 0.7 : Math.sqrt(value.visits / most);
    const label = index < LABELS || (exact && values.length <= 12) ? shortText(value.score, game, isRounds) : '';
    paints.set(value.move, { loss, certainty: exact ? 0.85 : 0.25 + 0.6 * certainty, exact, label, best: value.move === analysis.best });
  });
  return paints;
}
