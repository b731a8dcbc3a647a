// An input field for a search spec, typed with its options or chosen from the list of supported searches.

import { button, el, showDialog } from './dom.js';

const FAMILIES = /** @type {[Algorithm['family'], string][]} */ ([
  ['tree', 'Minimax and alpha-beta'],
  ['rounds', 'Monte-Carlo tree search'],
  ['proof', 'Proof-number search'],
  ['none', 'Without a tree'],
]);

/**
 * @param {string} label its own on each page
 * @param {string} value
 * @param {Algorithm[]} known those that the game supports
 * @param {(search: string) => void} change
 */
export function searchField(label, value, known, change) {
  const id = `searches-${label.toLowerCase().replaceAll(' ', '-')}`;
  const input = el('input', { value, spellcheck: 'false', autocomplete: 'off', list: id });
  input.addEventListener('change', () => change(input.value.trim()));
  const take = (/** @type {string} */ name) => {
    input.value = name;
    change(name);
  };
  const names = el('datalist', { id }, ...known.map((one) => el('option', { value: one.name }, one.summary)));
  const list = button('☰', () => showList(known, take), { title: 'All supported searches', 'aria-label': 'List of searches' });
  return el('div', { class: 'search-field' }, el('label', { class: 'field' }, el('span', {}, label), input), list, names);
}

/** @param {Algorithm[]} known @param {(name: string) => void} take */
function showList(known, take) {
  void showDialog('Searches', (close) => {
    const row = (/** @type {Algorithm} */ one) => {
      const pick = () => {
        close();
        take(one.name);
      };
      const exact = one.exact ? ' · exact' : '';
      return el('li', {}, button(one.name, pick, { class: 'move' }), el('span', {}, one.summary), el('small', {}, `${one.reference}${exact}`));
    };
    const parts = FAMILIES.flatMap(([family, title]) => {
      const some = known.filter((one) => one.family === family);
      return some.length === 0 ? [] : [el('h3', {}, title), el('ul', { class: 'searches' }, ...some.map(row))];
    });
    const options = 'Options follow a colon: alphabeta:tt,iterative, mcts:c=0.7. Exact searches return the minimax value.';
    return [el('p', { class: 'quiet' }, options), ...parts];
  });
}
