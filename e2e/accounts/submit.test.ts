import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, suspend, type TestAccount } from '../../src/testing/factories.ts';
import { call } from '../../src/testing/rest-client.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser, type Visit } from '../kit/browser.ts';
import { eventually } from '../kit/eventually.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SUBMIT = /(items|pokemon)\.submit/;
const YESTERDAY = daysBefore(todayUtc(), 1);

async function openForm(kind: 'Items' | 'Pokemon' = 'Items', visit: Visit = {}) {
  const account = visit.as ?? (await makeAccount(site));
  const page = await browser.open('/submit-data', { ...visit, as: account });
  await page.getByRole('radio', { name: kind }).check({ force: true });
  return { page, account };
}

async function fillItem(page: Page, price = '500k') {
  await page.getByLabel('Item name').fill('Master Ball');
  await page.getByLabel('Price').pressSequentially(price);
  await page.getByLabel('Date sold').fill(YESTERDAY);
}

async function choosePokemon(page: Page, name: string) {
  await page.getByLabel('Pokemon name').fill(name);
  await page.getByRole('listbox').getByRole('option', { name }).first().click();
}

const send = (page: Page) => page.getByRole('button', { name: 'Submit Data' });
const iv = (page: Page, stat: string) => page.getByLabel(`${stat} IV`);
const ivs = (page: Page) =>
  page
    .getByRole('group', { name: 'IVs' })
    .getByRole('textbox')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

const salesOf = ({ user }: TestAccount) =>
  site.sql('select sale_id, price, status from sale where submitted_by = ?', [user.user_id]);

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

it('reports missing fields of an item, and focuses the first error', async () => {
  const { page, account } = await openForm();
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: MESSAGES.requiredFields }).waitFor();
  await page.locator('input:focus').and(page.getByLabel('Item name')).waitFor();
  const similar = page.waitForResponse(/market\.similar/);
  await fillItem(page, '0');
  await send(page).click();
  await says(page, MESSAGES.pricePositive);
  expect((await similar).ok()).toBe(true);
  await page.locator('input:focus').and(page.getByLabel('Price')).waitFor();
  expect(await page.getByLabel('Item name').inputValue()).toBe('Master Ball');
  await page.getByLabel('Price').fill('1000');
  await page.getByLabel('Date sold').fill(daysBefore(todayUtc(), -1));
  await page.getByLabel('Proof URL').fill('javascript:alert(1)');
  await send(page).click();
  expect(await page.getByLabel('Date sold').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Proof URL').getAttribute('aria-invalid')).toBe('true');
  expect(await salesOf(account)).toEqual([]);
  for (const [name, days] of [
    ['Yesterday', 1],
    ['Today', 0],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    expect(await page.getByLabel('Date sold').inputValue()).toBe(daysBefore(todayUtc(), days));
  }
  expect(await page.getByLabel('Date sold').getAttribute('aria-invalid')).toBeNull();

  // On phones the preview is between the last field and the button.
  await page.setViewportSize({ width: 390, height: 844 });
  const parts = [page.getByLabel('Proof URL'), page.getByRole('region', { name: 'Preview' }), send(page)];
  const tops = () => Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0));
  await eventually(async () => (await tops()).toSorted((a, b) => a - b)).toEqual(await tops());
});

it('reports missing fields of a pokemon, on blur already', async () => {
  const { page } = await openForm('Pokemon');
  await page.getByLabel('Nature').focus();
  await page.getByLabel('Price').focus();
  await says(page, MESSAGES.natureRequired);
  await send(page).click();
  await says(page, MESSAGES.abilityRequired);
  await page.getByRole('alert').filter({ hasText: MESSAGES.requiredFields }).waitFor();
});

it('offers the forms and abilities that the species has', async () => {
  const { page } = await openForm('Pokemon');
  await choosePokemon(page, 'Garchomp');
  const abilities = page.getByLabel('Ability').locator('option');
  await eventually(() => abilities.allTextContents()).toEqual(['Choose…', 'Sand Veil', 'Rough Skin']);
  await choosePokemon(page, 'Rotom');
  await page.getByLabel(/^Form/).selectOption('Wash');
  await eventually(() => page.getByLabel('Ability').inputValue()).toBe('Levitate');
});

it('clamps IVs, moves on after two digits, and shows the hidden power they give', async () => {
  const { page } = await openForm('Pokemon');
  await iv(page, 'HP').pressSequentially('45');
  expect(await iv(page, 'HP').inputValue()).toBe('31');
  await page.keyboard.type('31301');
  expect(await ivs(page)).toEqual(['31', '31', '30', '1', '', '']);
  for (const text of ['-3', '7.5', '1e1']) {
    await iv(page, 'Def').fill('');
    await iv(page, 'Def').pressSequentially(text);
    expect(await iv(page, 'Def').inputValue()).toBe(text);
    await iv(page, 'Def').blur();
    expect(await iv(page, 'Def').inputValue()).toBe('');
  }
  for (const stat of ['HP', 'Atk', 'Def', 'SpA', 'SpD', 'Spe']) await iv(page, stat).fill('31');
  const spread = page.getByRole('group', { name: 'IVs' });
  await spread.getByText(/Hidden power\s*Dark\s*70/).waitFor();
  await iv(page, 'Spe').fill('30');
  await iv(page, 'Atk').fill('0');
  await spread.getByText(/Hidden power\s*Psychic\s*68/).waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByText('31/0/31/31/31/30').waitFor();
});

it('takes a whole spread from the clipboard', async () => {
  const { page } = await openForm('Pokemon');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await iv(page, 'HP').focus();
    await page.keyboard.press('ControlOrMeta+v');
  };
  await paste('31/31/31/x/31/31');
  await eventually(() => ivs(page)).toEqual(['31', '31', '31', '', '31', '31']);
  await paste(' 31 / 30 / 29 / 0 / 31 / 31 ');
  await eventually(() => ivs(page)).toEqual(['31', '30', '29', '0', '31', '31']);
});

it('formats a price while typing, and keeps the cursor', async () => {
  const { page } = await openForm();
  const price = page.getByLabel('Price');
  await price.pressSequentially('1234567');
  expect(await price.inputValue()).toBe('1,234,567');
  for (let i = 0; i < 5; i++) await price.press('ArrowLeft');
  await page.keyboard.type('9');
  expect(await price.inputValue()).toBe('12,394,567');
  expect(await price.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
  await price.fill('');
  await price.pressSequentially('1.5m');
  expect(await price.inputValue()).toBe('1,500,000');
  await price.fill('');
  await price.pressSequentially('12k');
  expect(await price.inputValue()).toBe('12,000');
  await price.fill(' 2,500,000 PD ');
  expect(await price.inputValue()).toBe('2,500,000');
});

it('sends once, however often it is clicked', async () => {
  const { page, account } = await openForm();
  await fillItem(page);
  await send(page).dblclick();
  await page.getByRole('heading', { name: /is submitted$/ }).waitFor();
  expect(await salesOf(account)).toEqual([expect.objectContaining({ status: 'pending' })]);
});

it('creates one sale when a submission is retried after a lost response', async () => {
  const { page, account } = await openForm();
  await fillItem(page);
  await page.route(SUBMIT, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: MESSAGES.submitFailed }).waitFor();
  await page.unroute(SUBMIT);
  await send(page).click();
  await page.getByRole('heading', { name: /is submitted$/ }).waitFor();
  expect(await salesOf(account)).toHaveLength(1);
  expect(browser.takeErrors()).not.toEqual([]);
});

it('keeps the input when sending fails', async () => {
  const { page } = await openForm();
  await page.route(SUBMIT, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await fillItem(page);
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: MESSAGES.submitFailed }).waitFor();
  expect(await page.getByLabel('Item name').inputValue()).toBe('Master Ball');
  expect(await page.getByLabel('Price').inputValue()).toBe('500,000');
  expect(browser.takeErrors()).toHaveLength(1);
});

it('confirms with the id, and resets the form after 3 seconds', async () => {
  const { page, account } = await openForm('Items', { prepare: (opened) => opened.clock.install() });
  await fillItem(page);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await send(page).click();
  const heading = page.getByRole('heading', { name: /^Sale #\d+ is submitted$/ });
  await heading.waitFor();
  const [sale] = await salesOf(account);
  expect(await heading.textContent()).toBe(`Sale #${sale?.sale_id} is submitted`);
  await page.locator('[data-announced]').getByText('Pending', { exact: true }).waitFor();
  await page.clock.runFor(LIMITS.submitResetMs - 1);
  expect(await heading.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await heading.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Item name').inputValue()).toBe('');
  expect(await page.getByLabel('Price').inputValue()).toBe('');
});

it('resets the form at once with Submit Another, for another sale', async () => {
  const { page, account } = await openForm();
  for (const many of [1, 2]) {
    await fillItem(page);
    await send(page).click();
    await page.getByRole('button', { name: 'Submit Another' }).click();
    await page.locator('input:focus').and(page.getByLabel('Item name')).waitFor();
    expect(await salesOf(account)).toHaveLength(many);
  }
});

it('sends an expired session to the login', async () => {
  const { page, account } = await openForm();
  // After the suspension, the comparisons of the complete form would be refused too.
  const compared = Promise.all([
    page.waitForResponse(/market\.similar.*500000/),
    page.waitForResponse(new RegExp(`market\\.priceCheck.*${YESTERDAY}`)),
  ]);
  await fillItem(page);
  await compared;
  await suspend(site, account);
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: MESSAGES.mustBeSignedIn }).waitFor();
  await arrivesAt(page, '/login?next=%2Fsubmit-data');
  expect(browser.takeErrors()).toEqual([expect.stringContaining('401')]);
});

it('reports when a staff submission needs no review', async () => {
  const admin = await makeAccount(site, 'admin');
  const body = { value: 'true' };
  await call(site, 'PATCH', '/admin/settings/skip_review_enabled', { token: admin.token, body });
  const { page, account } = await openForm('Items', { as: admin });
  await fillItem(page);
  await send(page).click();
  await page.locator('[data-announced]').getByText('Approved', { exact: true }).waitFor();
  expect(await salesOf(account)).toEqual([expect.objectContaining({ status: 'approved' })]);
});
