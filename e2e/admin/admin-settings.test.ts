import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, type TestAccount } from '../../src/testing/factories.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SETTINGS = '/admin-panel?tab=settings';
const WEBHOOK = 'https://discord.com/api/webhooks/1234567890/a_secret-that-opens-the-channel';

let admin: TestAccount;

beforeAll(async () => {
  admin = await makeAccount(site, 'admin', 'professor_oak');
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true });
const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

async function set(page: Page, name: string, value: string) {
  await field(page, name).fill(value);
  await save(page, name).click();
}

it('saves settings one by one, reports each change, and shows it in the legal notice', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  expect(await save(page, 'Contact email').isDisabled()).toBe(true);
  await field(page, 'Provider').fill('Not saved with the rest');
  await set(page, 'Contact email', 'nowhere');
  await page.getByText('Contact email must be an email address').waitFor();
  await set(page, 'Contact email', ' oak@lab.example ');
  await says(page, 'Contact email is set to oak@lab.example.');
  await set(page, 'Contact email', 'help@lab.example');
  await says(page, 'Contact email is changed from oak@lab.example to help@lab.example.');
  await set(page, 'Postal address', 'Route 1\nPallet Town');
  await says(page, 'Postal address is set to Route 1 ….');
  const visitor = await browser.open('/impressum');
  await visitor.getByRole('link', { name: 'help@lab.example' }).waitFor();
  await visitor.getByText('Pallet Town').waitFor();
  expect(await visitor.getByText('Not saved with the rest').count()).toBe(0);
  expect(await field(page, 'Provider').inputValue()).toBe('Not saved with the rest');
  await set(page, 'Contact email', '');
  await says(page, 'Contact email is removed; it was help@lab.example.');
});

it('rejects values outside the bounds', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  await set(page, 'Days to keep log lines', '0');
  await page.getByText('Days to keep log lines must be a whole number from 1 to 3,650').waitFor();
  await set(page, 'Days to keep log lines', '90');
  await says(page, 'Days to keep log lines is changed from 30 to 90.');
  await page.getByLabel('Newest generation').first().selectOption('Generation 7');
  await save(page, 'Newest generation').click();
  await says(page, 'Newest generation is changed from Generation 5 to Generation 7.');
  await page.reload();
  await page.getByRole('textbox', { name: 'Days to keep log lines' }).waitFor();
  expect(await field(page, 'Days to keep log lines').inputValue()).toBe('90');
});

it('never shows the saved webhook', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  const discord = page.getByRole('region', { name: 'Discord' });
  await discord.getByText('unset', { exact: true }).waitFor();
  await set(page, 'Webhook', 'https://elsewhere.example/hook');
  await page.getByText('Webhook must be a Discord webhook').waitFor();
  await set(page, 'Webhook', WEBHOOK);
  await says(page, 'Webhook is set.');
  expect(await field(page, 'Webhook').inputValue()).toBe('');
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/trpc/')) answers.push(response.text());
  });
  await page.reload();
  await discord.getByText('set', { exact: true }).waitFor();
  expect(await page.content()).not.toContain('a_secret');
  expect((await Promise.all(answers)).join('\n')).not.toContain('a_secret');

  await page.getByRole('button', { name: 'Remove Webhook' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Webhook?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await says(page, 'Webhook is removed.');
  await discord.getByText('unset', { exact: true }).waitFor();
});

it('reports a failed save, and keeps the input', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  await field(page, 'Phone').waitFor();
  await page.route(/admin\.setSetting/, (route) => route.abort());
  await set(page, 'Phone', '123');
  await page.getByText(MESSAGES.dataSaveFailed).waitFor();
  expect(await field(page, 'Phone').inputValue()).toBe('123');
  await page.unroute(/admin\.setSetting/);
  await save(page, 'Phone').click();
  await says(page, 'Phone is set to 123.');
  expect(browser.takeErrors()).not.toEqual([]);
});
