// Which game is played, with its options, and the ways to bring positions in and out.

import { listGames, position } from './api.js';
import { button, choice, el, showDialog, toast } from './dom.js';
import { match } from './match.js';

/** The row with the choice of game. @returns {Promise<HTMLElement>} */
export async function gameBar() {
  const { games } = await listGames();
  const [name, options] = match.game.split(':');
  const info = games.find((game) => game.name === name) ?? games[0];
  const names = /** @type {[string, string][]} */ (games.map((game) => [game.name, game.title]));
  const bar = el('div', { class: 'row gamebar' }, choice('Game', names, info.name, (game) => match.begin(game)));
  const set = new Map((options ?? '').split(',').map((option) => /** @type {[string, string]} */ (option.split('='))));
  for (const option of info.options) {
    const value = set.has(option.name) ? set.get(option.name) ?? 'on' : option.default;
    const change = (/** @type {string} */ chosen) => {
      set.delete('');
      if (chosen === option.default) set.delete(option.name);
      else set.set(option.name, chosen);
      const texts = [...set].map(([name, value]) => (value === 'on' || value === undefined ? name : `${name}=${value}`));
      match.begin(texts.length > 0 ? `${info.name}:${texts.join(',')}` : info.name);
    };
    const field = choice(option.name, valuesOf(option), value, change);
    field.title = option.help;
    bar.append(field);
  }
  return bar;
}

/** The values of an option as a choice. @param {GameOption} option @returns {[string, string][]} */
function valuesOf(option) {
  const range = /^(\d+) to (\d+)$/.exec(option.values);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return Array.from({ length: to - from + 1 }, (_, index) => [String(from + index), String(from + index)]);
  }
  if (option.values === '') return [['off', 'off'], ['on', 'on']];
  return option.values.split(/, | or /).map((value) => [value, value]);
}

/** Copies text, or shows it if copying is not allowed. @param {string} text @param {string} what */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    await showDialog(what, () => [el('textarea', { readonly: true, rows: 3 }, text)]);
  }
}

/** Copies the URL of the position. */
export function share() {
  match.write();
  return copy(location.href, 'Address');
}

/** The dialog to import and export positions and moves. */
export async function importAndExport() {
  const { games } = await listGames();
  const info = games.find((game) => game.name === match.game.split(':')[0]) ?? games[0];
  const shown = await match.position();
  const field = (/** @type {string} */ label, /** @type {string} */ value, /** @type {string} */ help) => {
    const input = el('textarea', { rows: 2, spellcheck: 'false' });
    input.value = value;
    return { input, label: el('label', { class: 'field wide' }, el('span', {}, label), input, el('small', {}, help)) };
  };
  const start = field('Position to start from', match.start, `Empty for the default start. ${info.position}`);
  const played = shown.played.map((move) => move.label ?? move.move).join(' ');
  const all = match.ply === match.moves.length ? played : match.moves.join(' ');
  const moves = field('Moves', all, info.moves);
  const problem = el('p', { class: 'problem', role: 'alert' });
  await showDialog('Import and export', (close) => {
    const load = async (/** @type {string} */ game) => {
      try {
        const subject = { game, position: start.input.value.trim(), moves: movesOf(moves.input.value) };
        const read = await position(subject);
        // Default options are left out of the URL.
        const beginning = (/** @type {string} */ game) => position({ game, position: '', moves: '' });
        const plain = read.game.split(':')[0];
        const kind = (await beginning(plain)).game === read.game ? plain : read.game;
        const isUsual = (await beginning(kind)).start === read.start;
        match.begin(kind, isUsual ? '' : withoutOptions(subject.position), read.played.map((move) => move.move));
        close();
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const game = { game: info.name, start: shown.start, moves: match.moves };
    const file = el('input', { type: 'file', accept: '.json,.pgn,.txt', 'aria-label': 'A saved game' });
    file.addEventListener('change', async () => {
      const text = (await file.files?.[0]?.text()) ?? '';
      try {
        const saved = savedGame(text, match.game, games.find((game) => game.page.pgn)?.name ?? match.game);
        [start.input.value, moves.input.value] = [saved.start, saved.moves];
        await load(saved.game);
      } catch {
        problem.textContent = `${file.files?.[0]?.name} is not a saved game`;
      }
    });
    return [
      start.label,
      moves.label,
      problem,
      el('div', { class: 'row' }, button('Load', () => void load(match.game), { class: 'primary' }), file),
      el('h3', {}, 'This position'),
      el('textarea', { readonly: true, rows: 2, 'aria-label': 'This position as text' }, shown.position),
      el(
        'div',
        { class: 'row' },
        button('Copy position', () => void copy(shown.position, 'Position')),
        button('Save game', () => save(`${info.name}.json`, JSON.stringify(game, null, 2))),
        info.page.pgn && button('Save as PGN', () => save('game.pgn', pgn(shown))),
      ),
    ];
  });
}

/**
 * The game of a file: a saved game, a PGN, or a list of moves.
 * @param {string} text
 * @param {string} usual the game of a list of moves
 * @param {string} tagged the game of a PGN
 */
function savedGame(text, usual, tagged) {
  if (text.trimStart().startsWith('{')) {
    const { game, start, moves } = JSON.parse(text);
    return { game: String(game), start: String(start ?? ''), moves: [moves ?? []].flat().join(' ') };
  }
  const fen = /^\s*\[FEN "([^"]*)"\]/m.exec(text)?.[1];
  return { game: text.trimStart().startsWith('[') ? tagged : usual, start: fen ?? '', moves: movesOf(text) };
}

/** The moves of a text, without the tags, comments, annotations and variations of a PGN. @param {string} text */
function movesOf(text) {
  let rest = text.replace(/^\s*\[[^\]]*\]\s*$/gm, '').replace(/\{[^}]*\}/g, '').replace(/\$\d+/g, '');
  for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(/\([^()]*\)/g, '')];
  return rest.replace(/\s+/g, ' ').trim();
}

/** A game as PGN. @param {Position} shown */
function pgn(shown) {
  const result = shown.ending ? ['1-0', '0-1'][shown.winner ?? -1] ?? '1/2-1/2' : '*';
  const tags = [['Event', 'Spielbaum'], ['Result', result], ...(match.start ? [['SetUp', '1'], ['FEN', match.start]] : [])];
  const moves = shown.played.map((move, ply) => `${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ''}${move.label ?? move.move}`);
  return `${tags.map(([name, value]) => `[${name} "${value}"]`).join('\n')}\n\n${moves.join(' ')} ${result}\n`;
}

/** Strips options, which are part of the game's name. @param {string} text */
function withoutOptions(text) {
  const parts = text.split(';');
  return parts.length > 1 ? parts.slice(1).join(';').trim() : text;
}

/** Lets the browser save a text. @param {string} name @param {string} text */
function save(name, text) {
  const link = el('a', { download: name, href: URL.createObjectURL(new Blob([text], { type: 'application/json' })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
