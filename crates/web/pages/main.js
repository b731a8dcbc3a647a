// Routing, global keys, and the colour theme.

import { listGames } from './api.js';
import { byId, el, showDialog, toast } from './dom.js';
import { match } from './match.js';

/** The pages, with a short name for narrow screens. @type {Record<string, { title: string, short?: string, open: () => Promise<Page> }>} */
const PAGES = {
  '/play': { title: 'Play', open: async () => (await import('./play.js')).open() },
  '/analyse': { title: 'Analyse', open: async () => (await import('./analyse.js')).open() },
  '/alphabeta': { title: 'Watch alpha-beta', short: 'Alpha-beta', open: async () => (await import('./alphabeta.js')).open() },
  '/growth': { title: 'Watch trees grow', short: 'Trees', open: async () => (await import('./growth.js')).open() },
  '/experiments': { title: 'Experiments', open: async () => (await import('./experiments.js')).open() },
};

/** @type {Page | null} */
let current = null;
let currentPath = '';

async function route() {
  const [path, query] = (location.hash.slice(1) || '/play').split('?');
  const page = PAGES[path] ?? PAGES['/play'];
  const isOther = match.read(new URLSearchParams(query ?? ''));
  if (current && path === currentPath && !isOther) return;
  if (current && path === currentPath) return match.changed();
  current?.leave?.();
  current = null;
  currentPath = path;
  document.title = `${page.title} – Spielbaum`;
  byId('page').setAttribute('aria-label', page.title);
  showPages(path);
  try {
    const opened = await page.open();
    if (currentPath !== path) return opened.leave?.();
    current = opened;
    byId('page').replaceChildren(opened.element);
    match.write();
  } catch (error) {
    byId('page').replaceChildren(el('p', { class: 'problem' }, String(error instanceof Error ? error.message : error)));
  }
}

/** @param {string} path */
function showPages(path) {
  const link = (/** @type {[string, typeof PAGES[string]]} */ [place, page]) => {
    const isCurrent = place === path || (!(path in PAGES) && place === '/play');
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      location.hash = `#${place}?${match.query()}`;
    };
    const names = page.short ? [el('span', { class: 'long' }, page.title), el('span', { class: 'short' }, page.short)] : [page.title];
    return el('a', { href: `#${place}`, 'aria-current': isCurrent ? 'page' : false, click: go }, ...names);
  };
  byId('pages').replaceChildren(...Object.entries(PAGES).map(link));
}

const KEYS = [
  ['← →', 'one move back or forward; on the board: from place to place'],
  ['Home End', 'to the first or the last position'],
  ['Enter', 'play on the focused place of the board'],
  ['b', 'focus the board'],
  ['space', 'play the best move'],
  ['l', 'turn analysis on or off'],
  ['z', 'hide all hints'],
  ['f', 'flip the board'],
  ['→ c', 'when watching a search: one step, the next cut-off; space starts and stops the growth of a tree'],
  ['?', 'this list'],
];

function showHelp() {
  const rows = KEYS.map(([key, what]) => el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, what)));
  const table = el('table', { class: 'keys' }, el('tbody', {}, ...rows));
  const colours =
    'Moves are coloured by their loss relative to the best one: blue discs are good, orange squares lose. ' +
    'Solid marks with a sign are exact, outlined ones are estimates; larger marks are more certain.';
  void showDialog('Keys', () => [table, el('p', {}, colours)]);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {Element} */ (event.target);
  const isTyping = target.closest('input, select, textarea, dialog');
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '?') showHelp();
  else if (event.key === ' ' && target.closest('button, a')) return;
  else if (!current?.key?.(event)) return;
  event.preventDefault();
}

const THEME = 'spielbaum-theme';

/** @param {string | null} theme */
function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

function turnTheme() {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = document.documentElement.dataset.theme ?? (isDark ? 'dark' : 'light');
  const next = now === 'dark' ? 'light' : 'dark';
  localStorage.setItem(THEME, next);
  setTheme(next);
}

setTheme(localStorage.getItem(THEME));
byId('skip').addEventListener('click', (event) => {
  // The fragment of the URL names the page.
  event.preventDefault();
  byId('page').focus();
});
byId('theme').addEventListener('click', turnTheme);
byId('help').addEventListener('click', showHelp);
addEventListener('keydown', key);
addEventListener('hashchange', () => void route());
addEventListener('unhandledrejection', (event) => {
  toast(String(event.reason?.message ?? event.reason));
  event.preventDefault();
});
listGames().then(({ first }) => {
  match.game ||= first;
  return route();
}, (error) => {
  byId('page').replaceChildren(el('p', { class: 'problem' }, String(error.message ?? error)));
});
