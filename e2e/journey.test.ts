import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../src/contract/shared/dates.ts';
import { makeAccount, PASSWORD } from '../src/testing/accounts/factories.ts';
import { arrivesAt } from './kit/address.ts';
import { testBrowser } from './kit/browser.ts';
import { counts, pricesOf, rowsOf, salesOf, searchBox, stock } from './kit/market-page.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const YESTERDAY = daysBefore(todayUtc(), 1);

beforeAll(async () => {
  await makeAccount(site, 'checker', 'oak');
  // Existing sales: five that match the filters of the journey, two that do not.
  await stock(site, [
    ...salesOf('Garchomp', 5, { kind: 'pokemon' }),
    ...salesOf('Garchomp', 2, { kind: 'pokemon', traits: { nature: 'Jolly' } }),
  ]);
});

async function register(page: Page, username: string) {
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel(/^Confirm password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await arrivesAt(page, '/');
}

/** The id of a submission. */
async function submitted(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Submit Data' }).click();
  const heading = page.getByRole('heading', { name: /is submitted$/ });
  const text = await heading.textContent();
  await page.getByRole('button', { name: 'Submit Another' }).click();
  return text?.match(/\d+/)?.[0] ?? '';
}

async function submitItem(page: Page): Promise<string> {
  await page.getByRole('banner').getByRole('link', { name: 'Submit Data' }).click();
  await page.getByLabel('Item name').fill('Golden Umbrella');
  await page.getByLabel('Price').pressSequentially('120k');
  await page.getByLabel('Date sold').fill(YESTERDAY);
  return submitted(page);
}

async function submitPokemon(page: Page): Promise<string> {
  await page.getByRole('radio', { name: 'Pokemon' }).check({ force: true });
  // On a busy machine, the form asks for this pokemon before the option is chosen.
  browser.allowErrors(400);
  await page.getByLabel('Pokemon name').fill('garch');
  await page.getByRole('listbox').getByRole('option', { name: 'Garchomp' }).click();
  await page.getByLabel('Ability').selectOption('Rough Skin');
  await page.getByLabel('Nature').selectOption('Adamant');
  await page.getByLabel('HP IV').focus();
  await page.keyboard.type('313131313130');
  await page
    .getByRole('group', { name: 'IVs' })
    .getByText(/Hidden power\s*Ice\s*70/)
    .waitFor();
  await page.getByLabel('Price').pressSequentially('1.5m');
  await page.getByLabel('Date sold').fill(YESTERDAY);
  await page.getByLabel('Proof URL').fill('https://forum.example/thread/77');
  return submitted(page);
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click();
  await arrivesAt(page, '/');
}

async function logIn(page: Page, username: string) {
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('banner').getByText(username).waitFor();
}

async function openSubmission(page: Page, id: string) {
  await page.getByRole('button', { name: new RegExp(`sale #${id}$`) }).click();
  const dialog = page.getByRole('dialog', { name: `Sale #${id}`, exact: true });
  await dialog.waitFor();
  return dialog;
}

it('follows a sale from its submission to the public market', async () => {
  const page = await browser.open('/');
  await register(page, 'ash_k');
  const item = await submitItem(page);
  const pokemon = await submitPokemon(page);
  await logOut(page);

  await logIn(page, 'oak');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Review/ })
    .click();
  await page.getByRole('radio', { name: 'Cards' }).check({ force: true });
  const rejecting = await openSubmission(page, item);
  await rejecting.getByRole('button', { name: 'Reject', exact: true }).click();
  await rejecting.getByRole('button', { name: 'Reject without a reason' }).click();
  // The dialog continues with the next sale.
  const next = page.getByRole('dialog', { name: `Sale #${pokemon}`, exact: true });
  await next.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: `Edit sale #${pokemon}` });
  await editor.getByLabel('Price').fill('1750000');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('article').getByText('1,750,000').waitFor();
  const approving = await openSubmission(page, pokemon);
  await approving.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Everything on this page is decided.', { exact: true }).waitFor();
  await logOut(page);

  await searchBox(page).fill('golden');
  await counts(page, '0 sales');
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Pokemon' }).click();
  await searchBox(page).fill('garc');
  await page.getByRole('option', { name: /Garchomp.*8 sales/ }).click();
  await counts(page, '8 sales');
  await page.getByLabel('Nature').selectOption('Adamant');
  await counts(page, '6 sales');
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.locator('[aria-sort=ascending]').waitFor();
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.locator('[aria-sort=descending]').waitFor();

  const summary = '6 sales in 90 days, 1,000 to 1,750,000 PD';
  await page.getByText(summary, { exact: true }).waitFor();
  await page.getByRole('slider', { name: /^Prices of/ }).waitFor();
  await rowsOf(page)
    .filter({ hasText: '1,750,000' })
    .getByRole('link', { name: /forum\.example/ })
    .waitFor();
  const descending = [1_750_000, 5000, 4000, 3000, 2000, 1000];
  await expect.poll(() => pricesOf(page)).toEqual(descending);

  await page.reload();
  await page.getByText(summary, { exact: true }).waitFor();
  await counts(page, '6 sales');
  await expect.poll(() => pricesOf(page)).toEqual(descending);
});
