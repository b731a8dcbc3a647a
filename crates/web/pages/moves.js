// The clickable list of moves, and the keys that step through it.

import { el, refill } from './dom.js';
import { match } from './match.js';

/** Fills the list of moves. @param {HTMLElement} list @param {Move[]} played labels of the moves that are known */
export function showMoves(list, played) {
  const item = (/** @type {string} */ move, /** @type {number} */ index) => {
    const number = index % 2 === 0 ? el('span', { class: 'number' }, `${index / 2 + 1}.`) : null;
    const isShown = index + 1 === match.ply;
    const label = played[index]?.label ?? played[index]?.move ?? move;
    const go = () => match.goTo(index + 1);
    const link = el('button', { type: 'button', class: 'move', 'aria-current': isShown ? 'true' : false, click: go }, label);
    return el('li', {}, number, link);
  };
  refill(list, ...match.moves.map(item));
  const shown = list.querySelector('[aria-current]');
  if (shown instanceof HTMLElement) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** Keys that step through the game. @param {KeyboardEvent} event */
export function walk(event) {
  if (event.key === 'ArrowLeft') match.goTo(match.ply - 1);
  else if (event.key === 'ArrowRight') match.goTo(match.ply + 1);
  else if (event.key === 'Home') match.goTo(0);
  else if (event.key === 'End') match.goTo(match.moves.length);
  else return false;
  return true;
}
