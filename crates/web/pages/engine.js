// Moves chosen by searches.

import { stream } from './api.js';

/** Time of a search without a limit of its own, in milliseconds. */
const USUAL_TIME = 1000;

/** Whether a spec has a limit of its own. @param {string} algorithm */
export function hasLimit(algorithm) {
  return /[:,](depth|nodes|iterations|time)=/.test(algorithm) || /^(random|perfect)\b/.test(algorithm);
}

/**
 * The move that a search chooses; null when aborted.
 * @param {Subject} subject
 * @param {string} algorithm
 * @param {AbortSignal} signal
 * @param {(analysis: Analysis) => void} onAnalysis
 * @returns {Promise<Analysis | null>}
 */
export function think(subject, algorithm, signal, onAnalysis) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const limit = hasLimit(algorithm) ? {} : { time_ms: USUAL_TIME };
  return stream('/api/search', { ...subject, algorithm, seed, ...limit }, signal, onAnalysis);
}
