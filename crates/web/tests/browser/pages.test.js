// What people do with the page, in a real browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setUp, visit } from './stage.js';

/** @type {Awaited<ReturnType<typeof setUp>>} */
let stage;
before(async () => (stage = await setUp()));
after(async () => stage?.close());

/**
 * A test on a page of its own that must not complain.
 * @param {string} name
 * @param {string} hash
 * @param {(page: import('playwright-core').Page) => Promise<void>} body
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {RegExp} [expected] complaints that belong to the test
 */
function onPage(name, hash, body, options, expected) {
  test(name, async () => {
    const { page, complaints, close } = await visit(stage, hash, options);
    try {
      await body(page);
      assert.deepEqual(complaints.filter((text) => !expected?.test(text)), []);
    } finally {
      await close();
    }
  });
}

/** @param {import('playwright-core').Page} page */
const status = (page) => page.locator('.status').first();

/** Waits for a link of Gale, which is a line and so has no height to be seen by. @param {import('playwright-core').Page} page @param {string} name */
const linked = (page, name) => page.locator(`[data-name=${name}] .link:not(.ghost)`).waitFor({ state: 'attached' });

/** The names of the places that decided the game. @param {import('playwright-core').Page} page */
const deciding = (page) => page.locator('.place.deciding').evaluateAll((places) => places.map((place) => place.getAttribute('data-name')));

/** Lets people sit on both sides. @param {import('playwright-core').Page} page */
async function seatPeople(page) {
  for (const seat of [0, 1]) await page.locator('.seat select').nth(seat).selectOption('human');
}

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
  await page.getByRole('button', { name: 'Turn board' }).click();
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
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('.status.over').waitFor();
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction(() => !document.querySelector('.status.over'));
});

onPage('a list that is being read and a button that is being pressed outlive the moves of searches', '/play?game=othello', async (page) => {
  await page.getByRole('button', { name: 'Pause' }).click();
  for (const seat of [1, 0]) await page.locator('.seat select').nth(seat).selectOption({ index: 2 });
  const kept = await page.evaluateHandle(() => [...document.querySelectorAll('.seat select, .gamebar select')]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Pause' }).hover();
  await page.mouse.down();
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 3);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
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
  await page.getByText('broken.json is no saved game').waitFor();
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

onPage('values are painted on the board and the search stops', '/analyse?game=connect-four&moves=4+4', async (page) => {
  await page.locator('.overlay .value').first().waitFor();
  await page.locator('.finding').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Analyse' }).waitFor();
  const numbers = await page.locator('.numbers').first().innerText();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.numbers').first().innerText(), numbers, 'a stopped search stands still');
  await page.locator('.line .move').first().hover();
  await page.keyboard.press('z');
  await page.waitForFunction(() => !document.querySelector('.overlay .value'));
});

onPage('the first moves of Connect Four are known at once', '/analyse?game=connect-four', async (page) => {
  await page.getByText('from the opening book').waitFor();
  await page.locator('.overlay .value.best').waitFor();
  assert.equal(await page.locator('.overlay .value.exact').count(), 7);
});

onPage('several searches stand side by side, and the game is graded', '/analyse?game=tic-tac-toe&moves=a1+b2+c3', async (page) => {
  await page.getByRole('button', { name: 'Add a search beside' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.finding').length === 2);
  await page.locator('.value.exact').first().waitFor();
  await page.getByRole('button', { name: 'Grade the game' }).click();
  await page.getByRole('button', { name: 'Stop grading' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.score-graph .point').length === 4);
  await page.getByRole('button', { name: 'Grade the game' }).waitFor();
});

onPage('a search is chosen from the list of all', '/analyse?game=connect-four&moves=4+4', async (page) => {
  await page.getByRole('button', { name: 'List' }).click();
  await page.getByRole('button', { name: 'mcts-solver', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('dialog')?.open === false);
  assert.equal(await page.getByLabel('Search 1').inputValue(), 'mcts-solver');
  await page.locator('.overlay .value').first().waitFor();
});

onPage('lines of chess are written as players write them', '/analyse?game=chess&moves=e4+e5', async (page) => {
  await page.locator('.line .move').nth(1).waitFor();
  const line = await page.locator('.line .move').allInnerTexts();
  assert.ok(line.every((move) => !/^[a-h][1-8][a-h][1-8]$/.test(move)), line.join(' '));
});

onPage('a position is set up, and an impossible one refused', '/analyse?game=tic-tac-toe', async (page) => {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('[data-name=a1]').click();
  await page.locator('[data-name=b1]').click();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.getByText('X must have as many stones').waitFor();
  await page.locator('[data-name=b1]').click();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.getByText('O to move').waitFor();
}, undefined, /status of 400/);

onPage('what is set up can be turned, and another game ends it', '/analyse?game=chess', async (page) => {
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  await page.getByRole('button', { name: 'black queen' }).click();
  await page.locator('[data-name=c4]').click();
  await page.getByRole('button', { name: 'Turn board' }).click();
  await page.locator('[data-name=c4] .queen.side1').waitFor();
  assert.equal(await page.locator('.place .piece').count(), 1);
  await page.locator('.gamebar select').first().selectOption('othello');
  await page.getByText('black to move').waitFor();
  assert.equal(await page.locator('.setup').innerText(), '');
});

onPage('values are told to those who do not see them', '/analyse?game=tic-tac-toe&moves=b2+a1+c1', async (page) => {
  await page.locator('.value.exact').first().waitFor();
  assert.equal(await page.locator('[data-name=a3]').getAttribute('aria-description'), 'a3 =, best');
});

onPage('a trace is stepped through to a cut-off', '/alphabeta?game=tic-tac-toe', async (page) => {
  await page.locator('.tree .node').first().waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  assert.equal(await page.locator('.tree .node').count(), 1);
  await page.getByRole('button', { name: 'Step ▶' }).click();
  assert.equal(await page.locator('.tree .node').count(), 2);
  await page.getByRole('button', { name: 'Next cut-off ✂' }).click();
  await page.locator('.node.cut').first().waitFor();
  assert.match(await page.locator('.sentence').innerText(), /never looked at/);
  assert.match(await page.locator('.code .now').innerText(), /cut off the rest/);
  await page.locator('.leaves input').first().fill('99');
  await page.locator('.leaves input').first().press('Enter');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('.leaves input')).value === '99');
  await page.getByLabel('Search').first().selectOption('position');
  await page.locator('.side .board svg').waitFor();
});

onPage('many moves that are cut off are drawn as one, and the whole tree fits', '/alphabeta?game=chess', async (page) => {
  await page.getByLabel('Search').first().selectOption('position');
  await page.locator('.node .bundle').first().waitFor();
  assert.match(await page.locator('.node .bundle').first().textContent() ?? '', /^\d+ moves$/);
  await page.getByRole('button', { name: 'Whole tree' }).click();
  const wide = await page.locator('.tree-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  assert.ok(wide <= 1, `${wide} pixels too wide`);
});

onPage('cut-offs are guessed', '/alphabeta?game=tic-tac-toe', async (page) => {
  await page.getByRole('button', { name: 'Guess the cut-offs' }).click();
  await page.getByRole('button', { name: 'It goes on' }).click();
  await page.getByText(/of 1 right/).waitFor();
});

onPage('who guesses cannot look ahead', '/alphabeta', async (page) => {
  await page.getByRole('button', { name: 'Guess the cut-offs' }).click();
  await page.getByRole('button', { name: 'It goes on' }).waitFor();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  for (const key of ['End', 'c', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(await page.getByRole('button', { name: 'It goes on' }).count(), 1);
});

onPage('controls keep the focus of the keyboard', '/alphabeta', async (page) => {
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'Step ▶' }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Enter');
  await page.getByText('Step 4 of').waitFor();
  await page.getByLabel('Branches').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByLabel('Leaf 81').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.parentElement?.textContent?.startsWith('Branches')), true);
  await page.getByRole('link', { name: 'To the page' }).press('Enter');
  assert.match(page.url(), /#\/alphabeta/);
});

onPage('a Monte-Carlo tree grows, one iteration and many', '/growth?game=connect-four', async (page) => {
  await page.getByRole('button', { name: 'One iteration' }).click();
  await page.locator('.story li').first().waitFor();
  assert.equal(await page.locator('.story li').count(), 4);
  await page.getByRole('button', { name: '+100', exact: true }).click();
  await page.getByText('101 iterations').waitFor();
  await page.getByRole('button', { name: 'Full speed' }).click();
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Full speed' }).waitFor();
  await page.locator('.opener:not([disabled])').first().click();
  await page.locator('tr[aria-level="2"]').first().waitFor();
  await page.getByRole('button', { name: 'Icicle' }).click();
  await page.getByText(/nodes drawn/).waitFor();
});

onPage('a search without a tree leaves none behind', '/growth?game=tic-tac-toe', async (page) => {
  await page.getByRole('button', { name: '+10', exact: true }).click();
  await page.locator('.rows').waitFor();
  await page.getByLabel('Algorithm').fill('alphabeta');
  await page.getByLabel('Algorithm').press('Enter');
  await page.getByText('grows no tree').waitFor();
  assert.equal(await page.locator('.rows').count(), 0);
}, undefined, /status of 400/);

onPage('proof numbers grow to an answer', '/growth?game=tic-tac-toe&moves=a1+a2+b1+b2', async (page) => {
  await page.getByLabel('Algorithm').fill('pns');
  await page.getByLabel('Algorithm').press('Enter');
  await page.getByRole('columnheader', { name: 'disproof' }).or(page.getByText('only its root')).waitFor();
  // The tree from before has only its root, too: the answer for this one must have come.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Full speed' }).click();
  await page.getByText('X wins').waitFor();
});

onPage('a tree of proof numbers is an icicle, too, and keys walk it', '/growth?game=tic-tac-toe', async (page) => {
  await page.getByLabel('Algorithm').fill('pns');
  await page.getByLabel('Algorithm').press('Enter');
  await page.getByRole('button', { name: '+100', exact: true }).click();
  await page.getByRole('button', { name: 'Icicle' }).click();
  await page.getByText(/nodes drawn, as wide as the nodes below/).waitFor();
  const told = page.locator('.told');
  assert.match(await told.innerText(), /^root [\d,]+ nodes, proof \d+, disproof \d+$/);
  await page.locator('.icicle canvas').focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await told.innerText(), /^a1 /);
  await page.keyboard.press('ArrowRight');
  assert.match(await told.innerText(), /^b1 /);
  await page.keyboard.press('Enter');
  await page.locator('.side [data-name=b1] .piece').waitFor();
  await page.getByRole('button', { name: 'Up' }).click();
  await page.waitForFunction(() => document.querySelector('.told')?.textContent?.startsWith('root'));
});

onPage('experiments are listed, and one of them runs', '/experiments', async (page) => {
  await page.getByText('Tic-Tac-Toe', { exact: false }).first().click();
  await page.getByRole('button', { name: /^Start / }).last().click();
  await page.locator('.run').first().waitFor();
  await page.locator('.run').first().click();
  await page.locator('.report h2').waitFor();
});

onPage('an experiment is stopped and goes on', '/experiments', async (page) => {
  await page.getByText('Yavalath', { exact: false }).first().click();
  await page.getByRole('button', { name: /^Start / }).first().click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Go on with run/ }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Go on with run/ }).waitFor();
});

onPage('a whole game goes by keyboard alone', '/play?game=tic-tac-toe', async (page) => {
  await seatPeople(page);
  await page.keyboard.press('Escape');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('b');
  const keys = ['Enter', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter', 'ArrowUp', 'ArrowRight', 'Enter'];
  let moves = 0;
  for (const key of keys) {
    await page.keyboard.press(key);
    if (key !== 'Enter') continue;
    moves += 1;
    await page.waitForFunction((count) => document.querySelectorAll('.moves li').length === count, moves);
  }
  assert.equal(await status(page).innerText(), 'X wins');
});

for (const path of ['/play', '/analyse', '/alphabeta', '/growth', '/experiments']) {
  const options = { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true };
  onPage(`${path} fits a phone`, `${path}?game=chess`, async (page) => {
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 1, `${wide} pixels too wide`);
    const narrow = await page.locator('select:visible').evaluateAll((all) => all.map((one) => one.clientWidth).filter((width) => width < 40));
    assert.deepEqual(narrow, [], 'what is chosen can be read');
  }, options);
}

onPage('fingers play, too', '/play?game=connect-four', async (page) => {
  await page.locator('[data-name=d3]').tap();
  await page.locator('[data-name=d1] .disc').waitFor();
}, { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true });

onPage('fingers drag pieces, and tap them', '/play?game=chess', async (page) => {
  await seatPeople(page);
  const touch = await page.context().newCDPSession(page);
  const centre = async (/** @type {string} */ name) => {
    const box = await page.locator(`[data-name=${name}] .hit`).boundingBox();
    if (!box) throw new Error(`there is no ${name}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await centre('e2'), await centre('e4')];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.3, 0.6, 1]) {
    const y = from.y + part * (to.y - from.y);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: from.x, y }] });
    await page.locator('.dragged').waitFor();
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.locator('[data-name=e4] .pawn').waitFor();
  await page.locator('[data-name=e7]').tap();
  await page.locator('[data-name=e5]').tap();
  await page.locator('[data-name=e5] .pawn').waitFor();
}, { viewport: { width: 375, height: 760 }, hasTouch: true, isMobile: true });
