import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { deleteSales, makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { call } from '../../src/testing/clients/rest-client.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { openNextPage } from '../kit/keyboard.ts';
import { atWork, CARDS, clearQueue, REVIEW } from '../kit/review-page.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SCREEN = CARDS;

/** Each test has its own queue. */
beforeEach(() => clearQueue(site));

const tab = (page: Page, name: string, count: number) =>
  page.getByRole('tab', { name: `${name} ${count}`, exact: true }).waitFor();

const cards = (page: Page) => page.getByRole('article');
const namesOf = (page: Page) => cards(page).getByRole('heading').allTextContents();

async function openSale(page: Page, id: number) {
  await page.getByRole('button', { name: new RegExp(`^(Review|View) .*sale #${id}$`) }).click();
  const dialog = page.getByRole('dialog', { name: `Sale #${id}`, exact: true });
  await dialog.waitFor();
  return dialog;
}

const saleOf = async (id: number) => {
  const [sale] = await site.sql(
    'select status, price, review_notes, decided_by from sale where sale_id = ?',
    [id],
  );
  return sale;
};

it('counts pending and all submissions, without those of the checker', async () => {
  await deleteSales(site);
  const checker = await makeAccount(site, 'checker');
  const admin = await makeAccount(site, 'admin');
  await makeSale(site, { name: 'Leftovers' });
  await makeSale(site, { kind: 'pokemon' });
  await makeSale(site, { name: 'Master Ball', status: 'approved' });
  await makeSale(site, { name: 'Rare Candy', by: checker });
  await makeSale(site, { name: 'Old Amber', by: admin });

  const page = await browser.open(SCREEN, { as: checker });
  await tab(page, 'Pending', 3);
  await tab(page, 'All', 4);
  await page.getByText(MESSAGES.ownExcluded).waitFor();
  await expect.poll(() => namesOf(page)).toEqual(['Leftovers', 'Garchomp', 'Old Amber']);
  await page.getByRole('tab', { name: /^All/ }).click();
  await arrivesAt(page, `${REVIEW}?tab=all&view=cards`);
  await expect
    .poll(async () => (await namesOf(page)).toSorted())
    .toEqual(['Garchomp', 'Leftovers', 'Master Ball', 'Old Amber']);

  const other = await browser.open(SCREEN, { as: admin });
  await tab(other, 'Pending', 4);
  await expect.poll(() => namesOf(other)).toContain('Old Amber');
});

it('keeps an approved sale in its place until the next load', async () => {
  const checker = await makeAccount(site, 'checker');
  const id = await makeSale(site);
  const page = await browser.open(SCREEN, { as: checker });
  const dialog = await openSale(page, id);
  const text = (await dialog.textContent()) ?? '';
  for (const fact of ['Master Ball', '500,000', 'https://forum.example/thread/1', 'submitted'])
    expect(text).toContain(fact);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  await cards(page).getByText('Approved by you').waitFor();
  await tab(page, 'Pending', 0);
  expect(await saleOf(id)).toMatchObject({ status: 'approved', decided_by: checker.user.user_id });
  await page.getByRole('button', { name: 'Load the next page' }).click();
  await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
});

it('reviews cards with the keyboard', async () => {
  const ids: number[] = [];
  for (const name of ['Master Ball', 'Leftovers', 'Old Amber']) ids.push(await makeSale(site, { name }));
  const page = await browser.open(REVIEW, { as: await makeAccount(site, 'checker') });
  // A wide screen starts with the workbench.
  await atWork(page);
  await page.getByRole('radio', { name: 'Cards' }).check({ force: true });
  await arrivesAt(page, CARDS);
  await cards(page).first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Approve 1', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Sale #${ids[1]}`, exact: true });
  await dialog.waitFor();
  await page.keyboard.press('r');
  const reasons = dialog.getByRole('group', { name: 'Reasons for rejecting' });
  await reasons.waitFor();
  await page.keyboard.press('Escape');
  await reasons.waitFor({ state: 'detached' });
  await page.keyboard.press('k');
  await page.getByRole('dialog', { name: `Sale #${ids[0]}`, exact: true }).waitFor();
  await page.keyboard.press('a');
  await dialog.waitFor();
  expect(await saleOf(ids[0] ?? 0)).toMatchObject({ status: 'approved' });
  await page.keyboard.press('u');
  await expect.poll(() => saleOf(ids[0] ?? 0)).toMatchObject({ status: 'pending' });

  // The choice is remembered. Without a dialog, the keys apply to the focused card.
  await page.goto(`${site.url}${REVIEW}`);
  await cards(page).first().waitFor();
  const focused = (id: number | undefined) =>
    page.locator(`[data-sale="${id}"] [data-open][aria-current="true"]:focus`).waitFor();
  await page.keyboard.press('a');
  await page.keyboard.press('j');
  await focused(ids[0]);
  await page.keyboard.press('a');
  await focused(ids[1]);
  expect(await saleOf(ids[0] ?? 0)).toMatchObject({ status: 'approved' });
  await page.keyboard.press('r');
  await page.getByRole('group', { name: 'Reasons for rejecting' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Sale #${ids[2]}`, exact: true }).waitFor();
  expect(await saleOf(ids[1] ?? 0)).toMatchObject({ status: 'rejected' });
  await page.keyboard.press('Escape');
  await focused(ids[2]);
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: `Edit sale #${ids[2]}` }).waitFor();
  expect(await saleOf(ids[2] ?? 0)).toMatchObject({ status: 'pending' });
});

it('edits a pending pokemon, and shows that in the list', async () => {
  const id = await makeSale(site, { kind: 'pokemon' });
  const page = await browser.open(SCREEN, { as: await makeAccount(site, 'checker') });
  await (await openSale(page, id)).getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: `Edit sale #${id}` });
  await editor.getByLabel('Price').fill('1750000');
  await editor.getByLabel('Nature').selectOption('Jolly');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await editor.getByLabel('SpA IV').fill('99');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await editor.waitFor({ state: 'hidden' });
  const card = cards(page).first();
  await card.getByText('1,750,000').waitFor();
  await card.getByText('31/31/31/31/31/31').waitFor();
  await card.getByText('Jolly').waitFor();
  expect(await saleOf(id)).toMatchObject({ status: 'pending', price: 1_750_000 });
});

it("rebases an edit on another reviewer's change", async () => {
  const id = await makeSale(site);
  const page = await browser.open(SCREEN, { as: await makeAccount(site, 'checker') });
  await (await openSale(page, id)).getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: `Edit sale #${id}` });
  await editor.getByLabel('Price').waitFor();
  const other = await makeAccount(site, 'checker');
  await call(site, 'PATCH', `/items/${id}`, { token: other.token, body: { price: 7 } });
  await editor.getByLabel('Price').fill('8');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await editor.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  expect(await editor.getByLabel('Price').inputValue()).toBe('8');
  expect(await saleOf(id)).toMatchObject({ price: 7 });
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
  await editor.getByRole('region', { name: 'Changes' }).getByText('7 PD').waitFor();
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await editor.waitFor({ state: 'hidden' });
  expect(await saleOf(id)).toMatchObject({ price: 8 });
});

it('shows what failed when there is no answer', async () => {
  const id = await makeSale(site);
  const page = await browser.open(SCREEN, { as: await makeAccount(site, 'checker') });
  const dialog = await openSale(page, id);
  await page.route(/items\.(setStatus|edit)/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog.getByRole('alert').filter({ hasText: MESSAGES.approveFailed }).waitFor();
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await dialog.getByRole('button', { name: 'Reject without a reason' }).click();
  await dialog.getByRole('alert').filter({ hasText: MESSAGES.rejectFailed }).waitFor();
  // The reasons stay, so that it can be sent again.
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = page.getByRole('dialog', { name: `Edit sale #${id}` });
  await editor.getByLabel('Price').fill('8');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await editor.getByRole('alert').filter({ hasText: MESSAGES.reviewSaveFailed }).waitFor();
  expect(browser.takeErrors()).not.toEqual([]);
});

it.each([
  [683, 384],
  [360, 640],
])(
  'keeps the buttons of a rejection with long notes on a screen of %d by %d pixels',
  async (width, height) => {
    const id = await makeSale(site);
    const page = await browser.open(SCREEN, { as: await makeAccount(site, 'checker') });
    await page.setViewportSize({ width, height });
    const dialog = await openSale(page, id);
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog.getByLabel('Review notes').fill('The thread shows another price. '.repeat(8));
    const send = dialog.getByRole('button', { name: 'Send rejection' });
    const bottom = async () => {
      const box = await send.boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(height);
  },
);

it('keeps filters and page of all submissions in the URL', async () => {
  const by = await makeAccount(site, 'user', 'prolific');
  for (let i = 1; i <= 16; i++) await makeSale(site, { by, name: 'Big Nugget', price: i * 1000 });
  const page = await browser.open(SCREEN, { as: await makeAccount(site, 'checker') });
  await expect.poll(() => cards(page).count()).toBe(15);
  const size = page.getByLabel('Submissions per page');
  expect(await size.locator('option').allTextContents()).toEqual(['10', '15', '25', '50']);
  await openNextPage(page);
  await expect.poll(() => cards(page).count()).toBe(1);
  await size.selectOption('10');
  await arrivesAt(page, `${REVIEW}?view=cards&limit=10`);
  await expect.poll(() => cards(page).count()).toBe(10);

  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByLabel('Submitted by').fill('prolif');
  await page.getByLabel('Kind').selectOption('Items');
  await page.getByLabel('Price from').fill('15000');
  await page.getByText('2 submissions', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('2 submissions', { exact: true }).waitFor();
  expect(await page.getByLabel('Submitted by').inputValue()).toBe('prolif');
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await arrivesAt(page, `${REVIEW}?tab=all&view=cards&limit=10`);
});
