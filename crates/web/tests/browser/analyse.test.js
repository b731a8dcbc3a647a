// The analysis board: values, searches side by side, positions set up.

import assert from 'node:assert/strict';
import { onPage } from './stage.js';

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
  await page.getByRole('button', { name: 'Add a search' }).click();
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
  await page.getByRole('button', { name: 'Flip board' }).click();
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
