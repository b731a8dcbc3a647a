// The children of tree nodes as expandable rows, with a bar for each.

import { el, grouped, signed } from './dom.js';

/**
 * @typedef {object} Shown
 * @property {TreeView[]} views
 * @property {string} family
 * @property {string} path the way of the last iteration
 * @property {string} chosen
 */

/**
 * @param {Shown} shown
 * @param {(path: string) => void} toggle
 * @param {(path: string) => void} choose
 */
export function childRows(shown, toggle, choose) {
  const byPath = new Map(shown.views.map((view) => [view.path, view]));
  const root = byPath.get('');
  const isRounds = shown.family === 'rounds';
  const heads = isRounds ? ['move', 'visits', '', 'value', 'explore', 'proven'] : ['move', 'proof', 'disproof', '', 'children', 'answer'];
  const body = el('tbody');
  const most = Math.max(1, ...(root?.children ?? []).map((child) => child.visits ?? 0));
  const add = (/** @type {TreeView} */ view, /** @type {number} */ level) => {
    for (const child of view.children) {
      const path = view.path ? `${view.path} ${child.move}` : child.move;
      body.append(row(shown, child, view, path, level, most, byPath.has(path), toggle, choose));
      const below = byPath.get(path);
      if (below?.exists) add(below, level + 1);
    }
    if (view.more > 0) body.append(el('tr', { class: 'more' }, el('td', { colspan: 6 }, `${'  '.repeat(level)}+${view.more} more`)));
  };
  if (root) add(root, 0);
  const empty = el('p', { class: 'quiet' }, 'The tree is only its root: run some iterations.');
  if (body.childElementCount === 0) return empty;
  return el(
    'table',
    { class: 'rows', role: 'treegrid', 'aria-label': 'Tree' },
    el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col', class: head === '' && 'bars' }, head)))),
    body,
  );
}

/**
 * @param {Shown} shown
 * @param {TreeChild} child
 * @param {TreeView} view
 * @param {string} path
 * @param {number} level
 * @param {number} most visits of a child of the root
 * @param {boolean} isOpen
 * @param {(path: string) => void} toggle
 * @param {(path: string) => void} choose
 */
function row(shown, child, view, path, level, most, isOpen, toggle, choose) {
  const isOnWay = `${shown.path} `.startsWith(`${path} `);
  const classes = [`side${view.side}`, isOnWay && 'way', shown.chosen === path && 'chosen'].filter(Boolean).join(' ');
  const opener = el(
    'button',
    { type: 'button', class: 'opener', 'data-path': path, 'aria-label': `${isOpen ? 'close' : 'open'} ${child.move}`, disabled: child.children === 0, click: () => toggle(path) },
    child.children === 0 ? '·' : isOpen ? '▾' : '▸',
  );
  const name = el('button', { type: 'button', class: 'move', 'data-path': path, click: () => choose(path) }, child.move);
  const first = el('td', { class: 'tree-name' }, opener, name);
  first.style.paddingLeft = `${level * 1.1}rem`;
  const cells = child.proof === undefined ? roundCells(child, most) : proofCells(child);
  return el('tr', { class: classes, 'aria-level': level + 1, 'aria-expanded': child.children > 0 ? String(isOpen) : false }, first, ...cells);
}

/** @param {TreeChild} child @param {number} most */
function roundCells(child, most) {
  const visits = child.visits ?? 0;
  const bar = el('span', { class: 'bar' });
  bar.style.width = `${(visits / most) * 100}%`;
  const value = visits > 0 ? signed(child.mean ?? 0, 3) : '–';
  const numbers = child.proofs ? ` ${child.proofs.map((one) => numberText(one >= 2 ** 30 ? null : one)).join('/')}` : '';
  const explore = child.terms ? child.terms.exploration + child.terms.bias + child.terms.history + child.terms.proof : 0;
  return [
    el('td', {}, grouped(visits)),
    el('td', { class: 'bars' }, bar),
    el('td', { class: visits === 0 ? '' : (child.mean ?? 0) >= 0 ? 'good' : 'bad' }, value),
    el('td', { title: termsText(child.terms) }, explore.toFixed(3)),
    el('td', {}, `${child.outcome ?? ''}${numbers}`),
  ];
}

/** @param {Record<string, number> | undefined} terms */
function termsText(terms) {
  return Object.entries(terms ?? {}).map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', ');
}

/** @param {TreeChild} child */
function proofCells(child) {
  const answer = child.proof === 0 ? 'proven' : child.disproof === 0 ? 'disproven' : '';
  const bar = el('span', { class: 'bar' });
  const share = child.proof === null || child.proof === undefined ? 0 : 1 / (1 + Math.log2(1 + child.proof));
  bar.style.width = `${share * 100}%`;
  return [
    el('td', {}, numberText(child.proof)),
    el('td', {}, numberText(child.disproof)),
    el('td', { class: 'bars', title: 'Longer is closer to a proof' }, bar),
    el('td', {}, String(child.children)),
    el('td', {}, answer),
  ];
}

/** A proof number; none is an impossible proof. @param {number | null | undefined} number */
export function numberText(number) {
  return number === null || number === undefined ? '∞' : grouped(number);
}
