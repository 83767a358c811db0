import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { hasFocus } from '../kit/keyboard.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SETTINGS = '/admin-panel?tab=settings';
const WEBHOOK = 'https://discord.com/api/webhooks/1234567890/a_secret-that-opens-the-channel';

const admin = testAccount(site, 'admin', 'professor_oak');

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true });
const says = (page: Page, text: string | RegExp) =>
  page.locator('[data-announced]').filter({ hasText: text }).waitFor();

async function set(page: Page, card: string, name: string, value: string) {
  await field(page, name).fill(value);
  await save(page, card).click();
}

it('saves the changes of a card together, reports each, and shows them in the legal notice', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  expect(await save(page, 'Legal Notice').isDisabled()).toBe(true);
  await field(page, 'Days to keep log entries').fill('60');
  await field(page, 'Postal address').fill('Route 1\nPallet Town');
  await set(page, 'Legal Notice', 'Contact email', 'nowhere');
  await page.getByText('Contact email must be an email address').waitFor();
  await hasFocus(field(page, 'Contact email'));
  // Another admin saves another field of the same card in the meantime.
  await site.services().settings.set('legal_phone', '0123');
  await set(page, 'Legal Notice', 'Contact email', ' help@lab.example ');
  await says(page, 'Saved. Postal address is set to Route 1 …. Contact email is set to help@lab.example.');
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe('0123');
  const visitor = await browser.open('/impressum');
  await visitor.getByRole('link', { name: 'help@lab.example' }).waitFor();
  await visitor.getByText('Pallet Town').waitFor();
  expect(await field(page, 'Days to keep log entries').inputValue()).toBe('60');
  await set(page, 'Legal Notice', 'Contact email', '');
  await says(page, 'Contact email is removed; it was help@lab.example.');
});

it('rejects values outside the bounds', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  await set(page, 'Log', 'Days to keep log entries', '0');
  await page.getByText('Days to keep log entries must be a whole number from 1 to 3,650').waitFor();
  await set(page, 'Log', 'Days to keep log entries', '90');
  await says(page, 'Days to keep log entries is changed from 30 to 90.');
  await page.getByLabel('Newest generation').first().selectOption('Generation 7');
  await save(page, 'Catalogue').click();
  await says(page, 'Newest generation is changed from Generation 5 to Generation 7.');
  await page.reload();
  await page.getByRole('textbox', { name: 'Days to keep log entries' }).waitFor();
  expect(await field(page, 'Days to keep log entries').inputValue()).toBe('90');
});

it('asks before unsaved changes are lost', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  await field(page, 'Minutes between digests').fill('5');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('tab', { name: 'Users' }).click();
  await question.getByText('Changes to Discord are not saved.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await field(page, 'Minutes between digests').inputValue()).toBe('5');
  const chosen = page.locator('[role=tab][aria-selected=true]:focus', { hasText: 'Settings' });
  await chosen.waitFor();
  await page.keyboard.press('ArrowLeft');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await chosen.waitFor();
  await page.getByRole('link', { name: 'Browse Data' }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await arrivesAt(page, '/');

  await page.goBack();
  await expect.poll(() => field(page, 'Minutes between digests').inputValue()).toBe('60');
  await field(page, 'Minutes between digests').fill('5');
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asks).toBe(true);
  await page.getByRole('button', { name: 'Discard changes to Discord' }).click();
  await expect.poll(asks).toBe(false);
  await page.getByRole('tab', { name: 'Users' }).click();
  await arrivesAt(page, '/admin-panel?tab=users');
});

it('asks before a sign-out loses changes, but not when the session has ended', async () => {
  const oak = await makeAccount(site, 'admin');
  const page = await browser.open(SETTINGS, { as: oak });
  await field(page, 'Minutes between digests').fill('5');
  const logout = page.getByRole('button', { name: 'Logout' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await logout.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await field(page, 'Minutes between digests').inputValue()).toBe('5');
  await logout.click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await arrivesAt(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();

  const elm = await makeAccount(site, 'admin');
  const other = await browser.open(SETTINGS, { as: elm });
  await field(other, 'Minutes between digests').fill('5');
  await site.sql('delete from session where user_id = ?', [elm.user.user_id]);
  browser.allowErrors(401);
  await save(other, 'Discord').click();
  await other.getByText('Your session has ended. Please log in again.').waitFor();
  await arrivesAt(other, `/login?next=${encodeURIComponent(SETTINGS)}`);
});

it('never shows the saved webhook', async () => {
  const page = await browser.open(SETTINGS, { as: admin });
  const discord = page.getByRole('region', { name: 'Discord', exact: true });
  await discord.getByText('unset', { exact: true }).waitFor();
  await set(page, 'Discord', 'Webhook', 'https://elsewhere.example/hook');
  await page.getByText('Webhook must be a Discord webhook').waitFor();
  await set(page, 'Discord', 'Webhook', WEBHOOK);
  await says(page, 'Webhook is set.');
  await expect.poll(() => field(page, 'Webhook').inputValue()).toBe('');
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    // The reload discards the text of a response that belongs to the page before.
    if (response.url().includes('/trpc/')) answers.push(response.text().catch(() => ''));
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
  await page.route(/admin\.saveSettings/, (route) => route.abort());
  await set(page, 'Legal Notice', 'Phone', '123');
  await page.getByText(MESSAGES.dataSaveFailed).waitFor();
  expect(await field(page, 'Phone').inputValue()).toBe('123');
  await page.unroute(/admin\.saveSettings/);
  await save(page, 'Legal Notice').click();
  await says(page, /Phone is (set|changed)/);
  expect(browser.takeErrors()).not.toEqual([]);
});
