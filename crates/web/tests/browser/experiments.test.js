// Experiments that are started, stopped and resumed on the page.

import { onPage } from './stage.js';

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
  await page.getByRole('button', { name: /^Resume run/ }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: /^Resume run/ }).waitFor();
});
