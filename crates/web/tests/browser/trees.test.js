// Searches to look at: alpha-beta step by step, trees of Monte Carlo and of proof numbers.

import assert from 'node:assert/strict';
import { onPage } from './stage.js';

onPage('a trace is stepped through to a cut-off', '/alphabeta?game=tic-tac-toe', async (page) => {
  await page.locator('.tree .node').first().waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  assert.equal(await page.locator('.tree .node').count(), 1);
  await page.getByRole('button', { name: 'Step ▶' }).click();
  assert.equal(await page.locator('.tree .node').count(), 2);
  await page.getByRole('button', { name: 'Next cut-off ✂' }).click();
  await page.locator('.node.cut').first().waitFor();
  assert.match(await page.locator('.sentence').innerText(), /never searched/);
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
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(/of 1 right/).waitFor();
});

onPage('who guesses cannot look ahead', '/alphabeta', async (page) => {
  await page.getByRole('button', { name: 'Guess the cut-offs' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  for (const key of ['End', 'c', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(await page.getByRole('button', { name: 'Continue' }).count(), 1);
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
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
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
  await page.getByText('builds no tree').waitFor();
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
