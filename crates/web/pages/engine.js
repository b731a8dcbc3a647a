// Moves by searches.

import { stream } from './api.js';

/** The time of a search that names no limit, in milliseconds. */
const USUAL_TIME = 1000;

/** Whether a search says itself when it ends. @param {string} algorithm */
export function hasLimit(algorithm) {
  return /[:,](depth|nodes|iterations|time)=/.test(algorithm) || /^(random|perfect)\b/.test(algorithm);
}

/**
 * The move that a search chooses; null when aborted.
 * @param {Subject} subject
 * @param {string} algorithm
 * @param {AbortSignal} signal
 * @param {(analysis: Analysis) => void} tell
 * @returns {Promise<Analysis | null>}
 */
export function think(subject, algorithm, signal, tell) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const limit = hasLimit(algorithm) ? {} : { time_ms: USUAL_TIME };
  return stream('/api/search', { ...subject, algorithm, seed, ...limit }, signal, tell);
}
