// A server and a real browser for every file of tests, and what several of them do on a page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const PROGRAM = process.env.SPIELBAUM ?? '';
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the program and the browser. */
async function setUp() {
  if (!existsSync(PROGRAM)) throw new Error(`SPIELBAUM must name the program, not '${PROGRAM}'`);
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (!executablePath) throw new Error('there is no Chromium; on Debian: apt-get install chromium');
  const folder = mkdtempSync(join(tmpdir(), 'spielbaum-pages-'));
  const server = spawn(PROGRAM, ['serve', '--port', '0', '--json', '--store', join(folder, 'results.db')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).once('line', (line) => resolve(JSON.parse(line).address));
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const close = async () => {
    await browser.close();
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGINT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: String(address), browser, close };
}

/** @type {Awaited<ReturnType<typeof setUp>>} */
let stage;
before(async () => (stage = await setUp()));
after(async () => stage?.close());

/**
 * Opens a page and notes everything that it complains about.
 * @param {string} hash
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
async function visit(hash, options = {}) {
  const context = await stage.browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${stage.address}#${hash}`);
  await page.waitForSelector('#page > *');
  return { page, complaints, close: () => context.close() };
}

/**
 * A test on a page of its own that must not complain.
 * @param {string} name
 * @param {string} hash
 * @param {(page: import('playwright-core').Page) => Promise<void>} body
 * @param {import('playwright-core').BrowserContextOptions} [options]
 * @param {RegExp} [expected] complaints that belong to the test
 */
export function onPage(name, hash, body, options, expected) {
  test(name, async () => {
    const { page, complaints, close } = await visit(hash, options);
    try {
      await body(page);
      assert.deepEqual(complaints.filter((text) => !expected?.test(text)), []);
    } finally {
      await close();
    }
  });
}

/** @param {import('playwright-core').Page} page */
export const status = (page) => page.locator('.status').first();

/** Lets people sit on both sides. @param {import('playwright-core').Page} page */
export async function seatPeople(page) {
  for (const seat of [0, 1]) await page.locator('.seat select').nth(seat).selectOption('human');
}
