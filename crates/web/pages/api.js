// Requests to the server.

const TOKEN = 'spielbaum-token';

/** The access token, from the URL that the server printed. */
function takeToken() {
  const found = /^#token=([\w-]+)/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem(TOKEN, found[1]);
  history.replaceState(null, '', location.pathname);
}

takeToken();

/** @returns {Record<string, string>} */
function headers() {
  const token = sessionStorage.getItem(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** An error reported by the server. */
export class Refused extends Error {}

/** @param {Response} response */
async function refusal(response) {
  const text = await response.text();
  try {
    return new Refused(JSON.parse(text).error);
  } catch {
    return new Refused(`${response.status} ${response.statusText}`);
  }
}

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
function send(path, body, signal) {
  const kind = { 'Content-Type': 'application/json', ...headers() };
  return fetch(path, { method: 'POST', headers: kind, body: JSON.stringify(body), signal });
}

/**
 * Sends a POST request and returns its JSON.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, body, signal) {
  const response = await send(path, body, signal);
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** Sends a GET request. @param {string} path @returns {Promise<any>} */
export async function get(path) {
  const response = await fetch(path, { headers: headers() });
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/**
 * Sends a long-running request and passes every line of the response to `onLine`. Aborting stops the work.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {(line: any) => void} onLine
 * @returns {Promise<any>} the last line; null when aborted
 */
export async function stream(path, body, signal, onLine) {
  try {
    const response = await send(path, body, signal);
    if (!response.ok || !response.body) throw await refusal(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    let last = null;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return last;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        last = JSON.parse(line);
        if (last.error) throw new Refused(last.error);
        onLine(last);
      }
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** @type {Promise<Everything> | null} */
let everything = null;
/** @type {GameInfo[]} */
let games = [];

/** All games and searches. @returns {Promise<Everything>} */
export function listGames() {
  everything ??= get('/api/games').then((/** @type {Everything} */ listed) => {
    games = listed.games;
    return listed;
  });
  return everything;
}

/** How a game is shown; only after the games have been listed, which every page waits for. @param {string} game with or without options */
export function hintsFor(game) {
  const name = game.split(':')[0];
  return (games.find((info) => info.name === name) ?? games[0]).page;
}

/** @type {Map<string, Promise<Position>>} */
const positions = new Map();

/**
 * A position with its legal moves; cached.
 * @param {Subject} subject
 * @returns {Promise<Position>}
 */
export function position(subject) {
  const key = JSON.stringify([subject.game, subject.position, subject.moves]);
  let found = positions.get(key);
  if (!found) {
    found = ask('/api/position', subject);
    found.catch(() => positions.delete(key));
    if (positions.size > 500) positions.clear();
    positions.set(key, found);
  }
  return found;
}
