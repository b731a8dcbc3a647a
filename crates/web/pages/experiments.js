// Experiments: the runs of the store with their tables and figures, and the shipped ones, ready to start.

import { ask, get } from './api.js';
import { button, counted, el, grouped, refill, toast } from './dom.js';

/** Polling interval in milliseconds. */
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
    /** @type {number | null} */
    this.shown = null;
    /** Whether an experiment was started whose run number is not yet known. */
    this.waits = false;
    this.timer = window.setInterval(() => !document.hidden && void this.look(), BETWEEN);
  }

  async look() {
    const found = await get('/api/experiments');
    const text = JSON.stringify(found);
    if (text === this.last) return;
    const run = found.running?.run;
    if (run && this.waits) [this.shown, this.waits] = [run, false];
    this.last = text;
    this.show(found);
    if (run && run === this.shown) await this.open(run);
  }

  /** @param {any} found */
  show(found) {
    const { store, running } = found;
    const where = store ? `Results are stored in ${store}.` : "There is no store. Start the server with 'spielbaum serve --store FILE' to store and view results.";
    const progress = running && !running.over ? [
      el('p', { role: 'status' }, el('strong', {}, running.title)),
      el('progress', { max: Math.max(1, running.total), value: running.done, 'aria-label': 'Progress' }),
      el('p', { class: 'numbers' }, `${grouped(running.done)} of ${grouped(running.total)}${timeLeft(running.seconds_left)}`),
      button('Stop', () => void ask('/api/experiments/stop', {}).then(() => this.look())),
    ] : [];
    const problem = running?.error && el('p', { class: 'problem' }, running.error);
    refill(this.state, el('h2', {}, 'Store'), el('p', {}, where), ...progress, problem);
    const canStart = Boolean(store) && (!running || running.over);
    this.showRuns(found.runs, canStart);
    this.showShipped(found.shipped);
    for (const start of this.shipped.querySelectorAll('button')) start.disabled = !canStart;
  }

  /** @param {any[]} runs @param {boolean} canStart */
  showRuns(runs, canStart) {
    const row = (/** @type {any} */ run) => {
      const state = run.finished ? 'finished' : 'not finished';
      const about = `${run.game} · ${counted(run.players.length, 'player')} · ${state} · ${run.begun.replace('T', ' ').replace('Z', '')}`;
      return el(
        'li',
        {},
        button(`${run.run}. ${run.title}`, () => void this.choose(run.run), { class: 'run', 'data-run': String(run.run) }),
        el('small', {}, about),
        !run.finished && canStart && button('Resume', () => void this.start('/api/experiments/resume', { run: run.run }), { 'aria-label': `Resume run ${run.run}` }),
      );
    };
    const list = runs.length > 0 ? el('ol', { class: 'runs' }, ...runs.map(row).reverse()) : el('p', { class: 'quiet' }, 'No runs yet.');
    refill(this.runs, el('h2', {}, 'Runs'), list);
    this.mark();
  }

  /** Shows in the list which run is open. */
  mark() {
    for (const entry of this.runs.querySelectorAll('.run')) {
      if (entry.getAttribute('data-run') === String(this.shown)) entry.setAttribute('aria-current', 'true');
      else entry.removeAttribute('aria-current');
    }
  }

  /** Starts an experiment and shows it. @param {string} path @param {object} what */
  async start(path, what) {
    try {
      await ask(path, what);
      this.waits = true;
      toast('Experiment started.');
      await this.look();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {any[]} studies */
  showShipped(studies) {
    // Opened studies stay open.
    if (this.shipped.childElementCount > 0) return;
    const study = (/** @type {any} */ one) =>
      el(
        'details',
        {},
        el('summary', {}, `${one.title} (${one.author})`),
        el('ol', { class: 'runs' }, ...one.parts.map((/** @type {string} */ title, /** @type {number} */ part) =>
          el('li', { class: 'part' }, el('span', {}, title), button('Start', () => void this.start('/api/experiments/start', { study: one.study, part }), { 'aria-label': `Start ${title}` })))),
      );
    this.shipped.replaceChildren(el('h2', {}, 'Published studies, quick reruns'), ...studies.map(study));
  }

  /** Shows the report of a run that the user selected. @param {number} run */
  async choose(run) {
    this.report.replaceChildren(el('p', { class: 'quiet' }, `Loading the report of run ${run} …`));
    await this.open(run);
    // On a narrow page the report is below everything else.
    if (this.report.offsetLeft < this.runs.offsetWidth) this.report.scrollIntoView();
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

/** @param {number | null | undefined} seconds */
function timeLeft(seconds) {
  if (seconds === null || seconds === undefined) return '';
  return seconds < 100 ? `, ${counted(Math.ceil(seconds), 'second')} left` : `, ${counted(Math.round(seconds / 60), 'minute')} left`;
}

/** @param {any} block */
function drawBlock(block) {
  if (block.kind === 'heading') return el('h2', {}, block.text);
  if (block.kind === 'text') return el('p', {}, block.text);
  if (block.kind === 'verbatim') return el('pre', {}, block.text);
  if (block.kind === 'table') {
    const readable = (/** @type {string} */ text) => (/^\d{5,}$/.test(text) ? grouped(Number(text)) : text);
    const cells = (/** @type {'th' | 'td'} */ tag, /** @type {string[]} */ texts) => el('tr', {}, ...texts.map((text) => el(tag, {}, readable(text))));
    const table = el(
      'table',
      { class: 'results' },
      el('thead', {}, cells('th', block.columns)),
      el('tbody', {}, ...block.rows.map((/** @type {string[]} */ row) => cells('td', row))),
    );
    const frame = el('div', { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': 'Table' }, table);
    return el('figure', {}, frame, el('figcaption', {}, block.caption));
  }
  if (block.kind === 'figure') {
    const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(block.svg)}`;
    const frame = el('div', { class: 'scrolled', tabindex: 0, role: 'region', 'aria-label': 'Figure' }, el('img', { src: source, alt: block.caption }));
    return el('figure', {}, frame, el('figcaption', {}, block.caption));
  }
  return el('p', {}, '');
}
