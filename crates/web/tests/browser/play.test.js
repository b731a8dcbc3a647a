// Playing: moves, clocks, searches as opponents, addresses and files.

import assert from 'node:assert/strict';
import { onPage, seatPeople, status } from './stage.js';

/** Waits for a link of Gale, which is a line and so has no height to be seen by. @param {import('playwright-core').Page} page @param {string} name */
const linked = (page, name) => page.locator(`[data-name=${name}] .link:not(.ghost)`).waitFor({ state: 'attached' });

/** The names of the places that decided the game. @param {import('playwright-core').Page} page */
const deciding = (page) => page.locator('.place.deciding').evaluateAll((places) => places.map((place) => place.getAttribute('data-name')));

/** Drags a piece. @param {import('playwright-core').Page} page @param {string} from @param {string} to */
async function drag(page, from, to) {
  for (const [name, press] of /** @type {[string, () => Promise<void>][]} */ ([[from, () => page.mouse.down()], [to, () => page.mouse.up()]])) {
    const box = await page.locator(`[data-name=${name}] .hit`).boundingBox();
    if (!box) throw new Error(`there is no ${name}`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await press();
  }
}

/** Clicks on places that can be played until the game is over. @param {import('playwright-core').Page} page */
async function playToTheEnd(page) {
  for (let ply = 0; ply < 140; ply++) {
    if (await page.locator('.status.over').count()) return ply;
    const before = await page.locator('.moves li').count();
    const targets = page.locator('.place.target');
    const loose = page.locator('.loose button');
    if (await loose.count()) await loose.first().click();
    else await targets.nth(ply % (await targets.count())).click();
    await page.waitForFunction((count) => document.querySelectorAll('.moves li').length > count, before);
  }
  throw new Error('the game does not end');
}

for (const game of ['tic-tac-toe', 'gale', 'connect-four', 'othello', 'yavalath']) {
  onPage(`a game of ${game} is played to its end`, `/play?game=${game}`, async (page) => {
    await seatPeople(page);
    const plies = await playToTheEnd(page);
    assert.ok(plies >= 5, `${plies} plies`);
    assert.match(await status(page).innerText(), /wins|draw/);
  });
}

onPage('a game of chess is played to mate', '/play?game=chess', async (page) => {
  await seatPeople(page);
  for (const [from, to] of [['f2', 'f3'], ['e7', 'e5'], ['g2', 'g4'], ['d8', 'h4']]) {
    await page.locator(`[data-name=${from}]`).click();
    await page.locator(`[data-name=${to}]`).click();
    await page.locator(`.last[data-name=${to}]`).waitFor();
  }
  assert.equal(await status(page).innerText(), 'black wins by checkmate');
  assert.deepEqual(await deciding(page), ['e1']);
});

onPage('who plays black sees the board from there', '/play?game=chess', async (page) => {
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.seat select').nth(0).selectOption({ index: 1 });
  await page.locator('.seat select').nth(1).selectOption('human');
  await page.waitForFunction(() => {
    const top = (/** @type {string} */ name) => document.querySelector(`[data-name=${name}]`)?.getBoundingClientRect().top ?? 0;
    return top('e1') < top('e8');
  });
});

onPage('a piece is dragged, and put back where it may not go', '/play?game=chess', async (page) => {
  await seatPeople(page);
  await drag(page, 'e2', 'e5');
  assert.equal(await page.locator('.dragged, .picked').count(), 0);
  assert.equal(await page.locator('.moves li').count(), 0);
  await drag(page, 'e2', 'e4');
  await page.locator('[data-name=e4] .pawn').waitFor();
  await page.locator('[data-name=g8]').click();
  assert.equal(await page.locator('.hint').count(), 2, 'the knight has two moves');
  assert.equal(await page.locator('.capture').count(), 0, 'and takes nothing');
});

onPage('a stone is seen where it would fall', '/play?game=connect-four', async (page) => {
  await page.locator('[data-name=c6]').hover();
  await page.locator('[data-name=c1].hovered').waitFor();
  await page.locator('[data-name=d6]').hover();
  assert.equal(await page.locator('.hovered').getAttribute('data-name'), 'd1');
});

onPage('stones fall down on a turned board, too', '/play?game=connect-four&moves=1', async (page) => {
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.waitForFunction(() => {
    const box = (/** @type {string} */ name) => /** @type {Element} */ (document.querySelector(`[data-name=${name}]`)).getBoundingClientRect();
    return box('a1').left > box('g1').left && box('a1').top > box('a6').top;
  });
});

onPage('moves in an address need no spaces, and the line that won is marked', '/play?game=connect-four&moves=4455667', async (page) => {
  await page.locator('.status.over').waitFor();
  assert.equal(await page.locator('.moves li').count(), 7);
  assert.deepEqual(await deciding(page), ['d1', 'e1', 'f1', 'g1']);
  assert.match((await page.locator('[data-name=d1]').getAttribute('aria-label')) ?? '', /decided the game/);
  await page.keyboard.press('ArrowLeft');
  await page.getByText('(move 6 of 7)').waitFor();
  assert.deepEqual(await deciding(page), []);
});

onPage('a pawn becomes what the player chooses', '/play?game=chess&position=8%2FP6k%2F8%2F8%2F8%2F8%2F8%2FK7+w+-+-+0+1', async (page) => {
  await seatPeople(page);
  await page.locator('[data-name=a7]').click();
  await page.locator('[data-name=a8]').click();
  await page.getByRole('button', { name: 'knight', exact: true }).click();
  await page.locator('[data-name=a8] .knight').waitFor();
});

onPage('a search answers, and moves are taken back and forth', '/play?game=connect-four', async (page) => {
  await page.locator('[data-name=d1]').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('(move 0 of 2)').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.waitForFunction(() => document.querySelector('.moves li:nth-child(2) [aria-current]') !== null);
});

onPage('searches play each other, pause, step and play again', '/play?game=tic-tac-toe', async (page) => {
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.locator('.seat select').nth(1).selectOption({ index: 1 });
  await page.locator('.seat select').nth(0).selectOption({ index: 1 });
  await page.waitForTimeout(600);
  assert.equal(await page.locator('.moves li').count(), 0, 'a paused game stands still');
  for (const moves of [1, 2]) {
    await page.getByRole('button', { name: 'Step' }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.moves li').length === count, moves);
  }
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.locator('.status.over').waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => !document.querySelector('.status.over'));
});

onPage('a list that is being read and a button that is being pressed outlive the moves of searches', '/play?game=othello', async (page) => {
  await page.getByRole('button', { name: 'Pause' }).click();
  for (const seat of [1, 0]) await page.locator('.seat select').nth(seat).selectOption({ index: 2 });
  const kept = await page.evaluateHandle(() => [...document.querySelectorAll('.seat select, .gamebar select')]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).hover();
  await page.mouse.down();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 3);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  assert.ok(await kept.evaluate((all) => all.every((one) => one.isConnected)));
  assert.match(await page.locator('.discs').first().innerText(), /^\d+ discs?$/);
});

onPage('undo takes back a move and its answer, after a hint, too', '/play?game=connect-four', async (page) => {
  await page.locator('[data-name=d1]').click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 2);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.overlay .pointer').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('(move 0 of 2)').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.waitForFunction(() => document.querySelector('.moves li:nth-child(2) [aria-current]') !== null);
});

onPage('clocks run, go on after a look at another page, and begin anew with another game', '/play?game=connect-four&moves=4+4', async (page) => {
  const time = (/** @type {number} */ seat) => page.locator('.time').nth(seat);
  await seatPeople(page);
  await page.getByLabel('Clock').selectOption('60');
  await page.waitForFunction(() => document.querySelectorAll('.time')[0].textContent !== '1:00');
  await page.getByRole('link', { name: 'Experiments' }).click();
  await page.getByRole('heading', { name: 'Store' }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => /^0:5/.test(document.querySelectorAll('.time')[0]?.textContent ?? ''));
  await page.locator('.gamebar select').first().selectOption('gale');
  await page.getByText('O to move').waitFor();
  assert.deepEqual([await time(0).innerText(), await time(1).innerText()], ['1:00', '1:00']);
});

onPage('points are given for games that are played, and once', '/play?game=tic-tac-toe&moves=a1+b1+a2+b2+a3', async (page) => {
  const points = () => page.locator('.points').allInnerTexts();
  await page.getByText('X wins').waitFor();
  assert.deepEqual(await points(), ['0', '0'], 'it was brought in');
  await seatPeople(page);
  await page.getByRole('button', { name: 'New game' }).click();
  for (const name of ['a1', 'b1', 'c1', 'b2', 'a2', 'c2', 'b3', 'a3', 'c3']) await page.locator(`[data-name=${name}].target`).click();
  await page.getByText('draw', { exact: true }).waitFor();
  assert.deepEqual(await points(), ['½', '½']);
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.locator('.gauge').waitFor();
  await page.goBack();
  await page.locator('.status.over').waitFor();
  assert.deepEqual(await points(), ['½', '½']);
  await page.getByRole('button', { name: 'Rematch' }).click();
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) await page.locator(`[data-name=${name}].target`).click();
  await page.getByText('X wins').waitFor();
  assert.deepEqual(await points(), ['1½', '½']);
});

onPage('who cannot move passes', `/play?game=othello&position=OX${'-'.repeat(62)}+X`, async (page) => {
  await page.getByText('black must pass').waitFor();
  const box = await page.getByRole('button', { name: 'pass' }).boundingBox();
  assert.ok(box && box.y + box.height <= 860, 'the button is in sight');
  await page.getByRole('button', { name: 'pass' }).click();
  await page.getByText('white wins 3:0').waitFor();
});

onPage('a bad address can be left', '/play?game=chess&moves=zz', async (page) => {
  await page.getByText("illegal move 'zz'").waitFor();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('white to move').waitFor();
}, undefined, /status of 400/);

onPage('the address holds the game: reload, back and share', '/play?game=gale&moves=d4', async (page) => {
  await linked(page, 'd4');
  await seatPeople(page);
  await page.locator('[data-name=c3]').click();
  await linked(page, 'c3');
  await page.reload();
  await linked(page, 'c3');
  await page.getByRole('link', { name: 'Watch trees grow' }).click();
  await page.getByRole('button', { name: 'One iteration' }).waitFor();
  await page.goBack();
  await page.locator('.seats').waitFor();
  await linked(page, 'c3');
});

onPage('positions come in and go out as text', '/play?game=othello', async (page) => {
  await page.getByRole('button', { name: 'Import, export' }).click();
  await page.locator('dialog').getByLabel('Moves').fill('f5d6 zz');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText("'zz'").waitFor();
  await page.locator('dialog').getByLabel('Moves').fill('f5d6c3');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 3);
}, undefined, /status of 400/);

onPage('games saved at the terminal and games of other programs are read', '/play?game=othello', async (page) => {
  const load = async (/** @type {string} */ name, /** @type {string} */ text) => {
    if (!(await page.locator('dialog').isVisible())) await page.getByRole('button', { name: 'Import, export' }).click();
    await page.getByLabel('A saved game').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await load('broken.json', '{"game": ');
  await page.getByText('broken.json is not a saved game').waitFor();
  await load('other.json', '{"game": "halma", "start": "", "moves": []}');
  await page.getByText("unknown game 'halma'").waitFor();
  await load('gale.json', '{"game": "gale", "start": "size=5; a1", "moves": ["b2", "c3"], "players": ["Anna", "level 5"]}');
  await linked(page, 'c3');
  assert.match(page.url(), /game=gale%3Asize%3D5&position=a1&moves=b2\+c3/);
  await load('usual.json', '{"game": "gale", "start": "size=4;", "moves": ["d4"]}');
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 1 && location.hash.startsWith('#/play?game=gale&moves=d4'));
  await load('game.pgn', '[Event "?"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 {good} Kd7 (1... Kf7 2. e5 (2. Kf2)) 2. e5 $1 *\n');
  await page.locator('[data-name=e5] .pawn').waitFor();
  assert.deepEqual(await page.locator('.moves .move').allInnerTexts(), ['e4', 'Kd7', 'e5']);
}, undefined, /status of 400/);
