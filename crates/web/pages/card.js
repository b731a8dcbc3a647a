// The results of one search so far: value, depth, speed, and principal variation.

import { button, el, short } from './dom.js';
import { searchField } from './searchfield.js';
import { shortText } from './values.js';

/**
 * @typedef {object} CardActions
 * @property {(algorithm: string) => void} change
 * @property {() => void} paint
 * @property {() => void} remove
 * @property {(moves: string[]) => void} look
 * @property {() => void} lookAway
 * @property {(moves: string[]) => void} play
 */

export class Card {
  /** @param {string} algorithm @param {number} index @param {Algorithm[]} known @param {CardActions} actions */
  constructor(algorithm, index, known, actions) {
    this.actions = actions;
    this.painter = button('Paint', actions.paint, { title: 'Show its values on the board' });
    this.remover = button('Remove', actions.remove);
    const field = searchField(`Search ${index + 1}`, algorithm, known, actions.change);
    this.value = el('strong', { class: 'value-text' });
    this.words = el('span');
    this.numbers = el('p', { class: 'numbers' });
    this.problem = el('p', { class: 'problem', role: 'alert' });
    this.line = el('ol', { class: 'line', 'aria-label': 'Best line', mouseleave: actions.lookAway });
    this.shownLine = '';
    this.element = el(
      'div',
      { class: 'card' },
      el('div', { class: 'row' }, field, this.painter, this.remover),
      el('p', { class: 'finding' }, this.value, this.words),
      this.numbers,
      this.line,
      this.problem,
    );
  }

  /** Whether its values are on the board, and whether there are others. @param {boolean} isPainting @param {boolean} isAlone */
  mark(isPainting, isAlone) {
    this.painter.setAttribute('aria-pressed', String(isPainting));
    this.painter.hidden = isAlone;
    this.remover.hidden = isAlone;
  }

  /**
   * @param {Analysis | null} analysis
   * @param {string | null} problem
   * @param {{ game: string, isRounds: boolean, isOn: boolean }} about
   */
  show(analysis, problem, about) {
    this.problem.textContent = problem ?? '';
    this.value.hidden = !analysis;
    if (!analysis) {
      this.words.textContent = problem ? '' : about.isOn ? 'thinking …' : 'stopped';
      this.numbers.textContent = '';
      return this.showLine([], []);
    }
    const { score, depth, selective_depth, nodes, nps, pv, pv_labels } = analysis;
    this.value.className = `value-text ${score.kind}`;
    this.value.textContent = shortText(score, about.game, about.isRounds);
    const words = score.words ?? (score.kind === 'estimate' ? 'estimate' : score.text);
    this.words.textContent = ` ${words}${analysis.done ? '' : ' …'}`;
    if (analysis.book) {
      this.numbers.textContent = 'from the opening book';
      return this.showLine(pv, pv_labels ?? pv);
    }
    const reach = depth ? `depth ${depth}${selective_depth > depth ? ` (${selective_depth})` : ''} · ` : selective_depth ? `${selective_depth} plies · ` : '';
    this.numbers.textContent = `${reach}${short(nodes)} nodes · ${short(nps)}/s`;
    return this.showLine(pv.slice(0, 16), pv_labels ?? pv);
  }

  /** An unchanged line is not redrawn: the user may be pointing at it. @param {string[]} pv @param {string[]} labels */
  showLine(pv, labels) {
    const text = pv.join(' ');
    if (text === this.shownLine) return;
    this.shownLine = text;
    const { look, lookAway, play } = this.actions;
    const item = (/** @type {string} */ _, /** @type {number} */ ply) => {
      const moves = pv.slice(0, ply + 1);
      const attributes = { class: 'move', mouseenter: () => look(moves), focus: () => look(moves), blur: lookAway };
      return el('li', {}, button(labels[ply], () => play(moves), attributes));
    };
    this.line.replaceChildren(...pv.map(item));
  }
}
