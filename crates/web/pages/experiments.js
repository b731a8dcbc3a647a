// Experiments: the runs of the store with their tables and figures, and the shipped ones, ready to start.

import { ask, get } from './api.js';
import { button, el, grouped, toast } from './dom.js';

/** Time between two looks, in milliseconds. */
const BETWEEN = 2000;

/** @returns {Promise<Page>} */
export async function open() {
  const page = new Experiments();
  await page.look();
  return { element: page.element, leave: () => clearInterval(page.timer) };
}

class Experiments {
  constructor() {
    this.state = el('div', { class: 'panel' });
    this.runs = el('div', { class: 'panel' });
    this.shipped = el('div', { class: 'panel' });
    this.report = el('article', { class: 'report' }, el('p', { class: 'quiet' }, 'Choose a run to see its tables and figures.'));
    const side = el('div', {}, this.state, this.runs, this.shipped);
    this.element = el('div', { class: 'page' }, el('div', { class: 'columns reports' }, side, this.report));
    this.last = '';
    this.shippedKey = '';
    /** @type {number | null} */
    this.shown = null;
    this.timer = window.setInterval(() => !document.hidden && void this.look(), BETWEEN);
  }

  async look() {
    const found = await get('/api/experiments');
    const text = JSON.stringify(found);
    if (text === this.last) return;
    const isProgress = this.shown !== null && found.running?.run === this.shown;
    this.last = text;
    this.show(found);
    if (isProgress) await this.open(/** @type {number} */ (this.shown));
  }

  /** @param {any} found */
  show(found) {
    const { store, running } = found;
    const where = store ? `Results are kept in ${store}.` : "There is no store. Start the server with 'spielbaum serve --store FILE' to see and keep results.";
    const progress = running && !running.over && el(
      'div',
      { role: 'status' },
      el('p', {}, el('strong', {}, running.title)),
      el('progress', { max: Math.max(1, running.total), value: running.done, 'aria-label': 'Progress' }),
      el('p', { class: 'numbers' }, `${grouped(running.done)} of ${grouped(running.total)}`),
      button('Stop', () => void ask('/api/experiments/stop', {}).then(() => this.look())),
    );
    const problem = running?.error && el('p', { class: 'problem' }, running.error);
    this.state.replaceChildren(el('h2', {}, 'Store'), el('p', {}, where), progress || '', problem || '');
    this.showRuns(found.runs);
    this.showShipped(found.shipped, Boolean(store) && (!running || running.over));
  }

  /** @param {any[]} runs */
  showRuns(runs) {
    const row = (/** @type {any} */ run) =>
      el(
        'li',
        {},
        button(`${run.run}. ${run.title}`, () => void this.open(run.run), { class: 'run', 'data-run': String(run.run) }),
        el('small', {}, `${run.game} · ${run.players.length} players · ${run.finished ? 'finished' : 'not finished'} · ${run.begun.replace('T', ' ').replace('Z', '')}`),
      );
    const list = runs.length > 0 ? el('ol', { class: 'runs' }, ...runs.map(row).reverse()) : el('p', { class: 'quiet' }, 'No runs yet.');
    this.runs.replaceChildren(el('h2', {}, 'Runs'), list);
    this.mark();
  }

  /** Shows in the list which run is open. */
  mark() {
    for (const entry of this.runs.querySelectorAll('.run')) {
      if (entry.getAttribute('data-run') === String(this.shown)) entry.setAttribute('aria-current', 'true');
      else entry.removeAttribute('aria-current');
    }
  }

  /** @param {any[]} studies @param {boolean} canStart */
  showShipped(studies, canStart) {
    // What somebody has opened stays open while an experiment goes on.
    const key = JSON.stringify([studies, canStart]);
    if (key === this.shippedKey) return;
    this.shippedKey = key;
    const start = async (/** @type {string} */ study, /** @type {number} */ part) => {
      try {
        await ask('/api/experiments/start', { study, part });
        toast('The experiment runs.');
        await this.look();
      } catch (error) {
        toast(error instanceof Error ? error.message : String(error));
      }
    };
    const study = (/** @type {any} */ one) =>
      el(
        'details',
        {},
        el('summary', {}, `${one.title} (${one.author})`),
        el('ol', { class: 'runs' }, ...one.parts.map((/** @type {string} */ title, /** @type {number} */ part) =>
          el('li', {}, el('span', {}, title), ' ', button('Start', () => void start(one.study, part), { disabled: !canStart, 'aria-label': `Start ${title}` })))),
      );
    this.shipped.replaceChildren(el('h2', {}, 'Published studies, quick reruns'), ...studies.map(study));
  }

  /** Shows the report of a run. @param {number} run */
  async open(run) {
    this.shown = run;
    this.mark();
    try {
      const { blocks } = await get(`/api/experiments/${run}`);
      this.report.replaceChildren(...blocks.map(drawBlock));
    } catch (error) {
      this.report.replaceChildren(el('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
    }
  }
}

/** @param {any} block */
function drawBlock(block) {
  if (block.kind === 'heading') return el('h2', {}, block.text);
  if (block.kind === 'text') return el('p', {}, block.text);
  if (block.kind === 'verbatim') return el('pre', {}, block.text);
  if (block.kind === 'table') {
    const cells = (/** @type {'th' | 'td'} */ tag, /** @type {string[]} */ texts) => el('tr', {}, ...texts.map((text) => el(tag, {}, text)));
    return el(
      'div',
      { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': 'Table' },
      el(
        'table',
        { class: 'results' },
        el('caption', {}, block.caption),
        el('thead', {}, cells('th', block.columns)),
        el('tbody', {}, ...block.rows.map((/** @type {string[]} */ row) => cells('td', row))),
      ),
    );
  }
  if (block.kind === 'figure') {
    const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(block.svg)}`;
    return el('figure', {}, el('img', { src: source, alt: block.caption }), el('figcaption', {}, block.caption));
  }
  return el('p', {}, '');
}
