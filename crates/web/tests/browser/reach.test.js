// Keyboard, fingers and phones.

import assert from 'node:assert/strict';
import { onPage, seatPeople, status } from './stage.js';

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
