import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { hasFocus, openNextPage } from '../kit/keyboard.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const POKEMON = '/admin-panel?tab=data';
const ITEMS = `${POKEMON}&section=items`;

const admin = testAccount(site, 'admin', 'professor_oak');

const rowOf = (page: Page, id: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: `History of sale ${id}`, exact: true }) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function stored(id: number) {
  const [sale] = await site.sql<Record<string, unknown>>('select * from sale where sale_id = ?', [id]);
  return sale ?? {};
}

async function edit(page: Page, name: string, id: number) {
  await press(page, `Edit ${name}, sale #${id}`);
  const dialog = page.getByRole('dialog', { name: `Edit ${name}, sale #${id}` });
  await dialog.getByLabel('Status').waitFor();
  return dialog;
}

it('edits every field of a pokemon, including its status', async () => {
  const by = await makeAccount(site);
  const id = await makeSale(site, { kind: 'pokemon', by, status: 'approved' });
  const page = await browser.open(POKEMON, { as: admin });
  const dialog = await edit(page, 'Garchomp', id);
  expect(await dialog.getByLabel('Nature').locator('option').count()).toBe(26);
  const day = daysBefore(todayUtc(), 9);
  await dialog.getByLabel('Nature').selectOption('Gentle');
  await dialog.getByLabel('Ability').selectOption('Sand Veil');
  await dialog.getByLabel('SpA IV').fill('0');
  await dialog.getByLabel('Level').fill('55');
  await dialog.getByLabel('Held item').fill('Leftovers');
  await dialog.getByLabel('Shiny').check();
  await dialog.getByLabel('Price').fill('2.5m');
  await dialog.getByLabel('Date sold').fill(day);
  await dialog.getByLabel('Proof URL').fill('https://forum.example/thread/9');
  await dialog.getByLabel('Status').selectOption('Rejected');
  await dialog.getByLabel('Review notes').fill('The proof shows another one.');
  await press(page, 'Save changes');
  await page.getByText(`Garchomp, sale #${id}, is saved.`).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, id).getByText('Rejected').waitFor();
  expect(await stored(id)).toMatchObject({
    nature: 'Gentle',
    ability: 'Sand Veil',
    level: 55,
    held_item: 'Leftovers',
    is_shiny: true,
    status: 'rejected',
    review_notes: 'The proof shows another one.',
    proof_url: 'https://forum.example/thread/9',
  });
  for (const fact of ['2,500,000', '31/31/31/0/31/31', 'Sand Veil', 'Shiny'])
    expect(await rowOf(page, id).textContent()).toContain(fact);
});

it('asks before closing loses changes', async () => {
  const id = await makeSale(site, { name: 'Leftovers' });
  const page = await browser.open(`${ITEMS}&search=Leftovers`, { as: admin });
  const dialog = await edit(page, 'Leftovers', id);
  await dialog.getByLabel('Price').fill('70');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await dialog.getByLabel('Price').inputValue()).toBe('70');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored(id)).toMatchObject({ version: 1 });
});

it('validates the input', async () => {
  const id = await makeSale(site, { name: 'Leftovers' });
  const page = await browser.open(`${ITEMS}&search=Leftovers`, { as: admin });
  const dialog = await edit(page, 'Leftovers', id);
  await dialog.getByLabel('Item name').fill('');
  await dialog.getByLabel('Price').fill('');
  await dialog.getByLabel('Proof URL').fill('javascript:alert(1)');
  await dialog.getByLabel('Date sold').fill('2999-01-01');
  await press(page, 'Save changes');
  for (const error of [
    'Item name is required',
    'Price is required',
    'Date sold cannot be after today',
    'Proof URL must be a web address that starts with http:// or https://',
  ])
    await dialog.getByText(error).waitFor();
  await hasFocus(dialog.getByLabel('Item name'));
  expect(await stored(id)).toMatchObject({ version: 1 });
});

it('keeps the input when saving fails, and rebases it on a change by someone else', async () => {
  const id = await makeSale(site, { name: 'Big Nugget' });
  const page = await browser.open(`${ITEMS}&search=Nugget`, { as: admin });
  const dialog = await edit(page, 'Big Nugget', id);
  await dialog.getByLabel('Price').fill('70');
  await page.route(/admin\.editItem/, (route) => route.abort());
  await press(page, 'Save changes');
  await dialog.getByRole('alert').filter({ hasText: MESSAGES.dataSaveFailed }).waitFor();
  await page.unroute(/admin\.editItem/);
  await site.services(admin.actor).saleAdmin.edit('item', {
    id,
    change: { price: 80, proof_url: 'https://forum.example/thread/80' },
  });
  await press(page, 'Save changes');
  await dialog.getByText(MESSAGES.saleChanged).waitFor();
  expect(Number((await stored(id)).price)).toBe(80);
  await dialog.getByRole('region', { name: 'Changes' }).getByText('80 PD').waitFor();
  await press(page, 'Save changes');
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored(id)).toMatchObject({ price: 70, proof_url: 'https://forum.example/thread/80' });
  expect(browser.takeErrors()).not.toEqual([]);
});

it('deletes after a confirmation, and restores', async () => {
  const id = await makeSale(site, { name: 'Old Amber', status: 'approved' });
  const what = `Old Amber, sale #${id}`;
  const page = await browser.open(`${ITEMS}&search=%23${id}`, { as: admin });
  await press(page, `Delete ${what}`);
  const question = page.getByRole('dialog', { name: `Delete ${what}?` });
  await question.getByText("It can be restored from the sale's history.").waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await stored(id)).deleted_at).toBeNull();
  await press(page, `Delete ${what}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No entries match' }).waitFor();
  expect((await stored(id)).deleted_at).not.toBeNull();

  await page.getByLabel('Deleted sales').check();
  await arrivesAt(page, `${ITEMS}&search=%23${id}&deleted=true`);
  await press(page, `Restore ${what}`);
  await page.getByText(`Restored ${what}.`).waitFor();
  await page.getByRole('heading', { name: 'No entries match' }).waitFor();
  expect(await stored(id)).toMatchObject({ deleted_at: null, status: 'approved' });
  await page.getByLabel('Deleted sales').uncheck();
  await rowOf(page, id).waitFor();

  await press(page, `Delete ${what}`);
  await question.getByRole('button', { name: 'Delete' }).click();
  await press(page, 'Restore');
  await rowOf(page, id).waitFor();
  await expect.poll(async () => (await stored(id)).deleted_at).toBeNull();
});

it('searches, filters by status, sorts and pages, with its state in the URL', async () => {
  const by = await makeAccount(site, 'user', 'collector');
  await site.sql(
    `with sold as (
       insert into sale (kind, name, item_id, price, date_sold, status, date_submitted, submitted_by, version)
       select 'item', name, item_id, n * 1000, current_date, 'pending', now(), ?, 1
       from item, generate_series(1, 51) n where name = 'Rare Candy' returning sale_id)
     insert into sale_event (sale_id, type, at, actor_name) select sale_id, 'submitted', now(), 'collector' from sold`,
    [by.user.user_id],
  );
  await makeSale(site, { by, status: 'approved' });
  const page = await browser.open(ITEMS, { as: admin });
  await page.getByRole('main').getByLabel('Search').fill('collector');
  await page.getByText('Page 1 of 2 (52 total)').waitFor();
  await page.getByLabel('Status').selectOption('Pending');
  await page.getByText('Page 1 of 2 (51 total)').waitFor();
  await page.getByRole('button', { name: 'Price' }).click();
  await arrivesAt(page, `${ITEMS}&search=collector&status=pending&sort=price&order=asc`);
  const prices = () => page.getByRole('row').locator('td:nth-child(2)').allTextContents();
  // Not 51,000, which is first until the new order arrives.
  await expect.poll(async () => (await prices())[0]).toMatch(/^\D*1,000\D/);
  await expect.poll(prices).toHaveLength(50);
  await openNextPage(page);
  await page.getByText('Page 2 of 2 (51 total)').waitFor();
  await expect.poll(prices).toHaveLength(1);
  expect((await prices())[0]).toContain('51,000');
  await page.reload();
  await expect.poll(prices).toHaveLength(1);
  await page.getByRole('tab', { name: 'Pokemon Entries' }).click();
  await arrivesAt(page, POKEMON);
  await page.goBack();
  await page.getByText('Page 2 of 2 (51 total)').waitFor();
});

it('merges two spellings of an item after a preview', async () => {
  const wrong = await makeSale(site, { name: 'Shinny Stone', price: 123, status: 'approved' });
  await makeSale(site, { kind: 'pokemon', traits: { held_item: 'Shinny Stone' } });
  const page = await browser.open(`${ITEMS}&search=%23${wrong}`, { as: admin });
  await press(page, 'Merge two items…');
  const dialog = page.getByRole('dialog', { name: 'Merge two items' });
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('Item name is required').first().waitFor();
  await dialog.getByLabel('Spelling to replace').fill('Shinny Stone');
  await dialog.getByLabel('Correct item').fill('Shiny Ston');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText(/Did you mean Shiny Stone\?/).waitFor();
  expect(await dialog.getByRole('listbox').count()).toBe(0);
  browser.takeErrors();
  await dialog.getByLabel('Correct item').fill('Shiny Stone');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('1 sale and 1 held item of “Shinny Stone” become “Shiny Stone”').waitFor();
  expect((await stored(wrong)).name).toBe('Shinny Stone');
  await dialog.getByRole('button', { name: 'Merge into Shiny Stone' }).click();
  await page.getByText('Shinny Stone is now Shiny Stone, in 1 sale and 1 held item.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect((await stored(wrong)).name).toBe('Shiny Stone');
  await rowOf(page, wrong).getByText('Shiny Stone').waitFor();
});

it('keeps the rows when the next page fails to load', async () => {
  await makeSale(site, { name: 'Rare Candy' });
  const page = await browser.open(ITEMS, { as: admin });
  const [sales] = await site.sql<{ count: number }>("select count(*)::int from sale where kind = 'item'");
  // With the header. Rows are drawn in steps, and a skeleton row has no Edit button yet.
  const rows = 1 + Math.min(50, sales?.count ?? 0);
  await expect.poll(() => page.getByRole('button', { name: /^Edit/ }).count()).toBe(rows - 1);
  await page.route(/admin\.items/, (route) => route.abort());
  await page.getByLabel('Status').selectOption('Rejected');
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load the entries' });
  await alert.waitFor();
  expect(await page.getByRole('row').count()).toBe(rows);
  await page.unroute(/admin\.items/);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await alert.waitFor({ state: 'hidden' });
  expect(browser.takeErrors()).not.toEqual([]);
});
