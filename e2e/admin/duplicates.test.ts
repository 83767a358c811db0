import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { makeDuplicates, scanForDuplicates } from '../../src/testing/market/duplicates.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SCREEN = '/admin-panel?tab=data&section=duplicates';

const admin = testAccount(site, 'admin', 'professor_oak');
const ash = testAccount(site, 'user', 'ash_k');
beforeEach(async () => {
  await site.truncate('sale', 'duplicate_scan');
});

const items = (page: Page) => page.getByRole('region', { name: 'Item groups' });
const pokemon = (page: Page) => page.getByRole('region', { name: 'Pokemon groups' });
const open = () => browser.open(SCREEN, { as: admin });
const scanButton = (page: Page) => page.getByRole('button', { name: 'Scan for duplicates' });

/** Runs the next step of the current scan, like a worker. */
async function step() {
  const { duplicateScan } = site.services();
  const { job_id } = await duplicateScan.status();
  await duplicateScan.next(Number(job_id));
}

it('scans, shows its progress, and then the groups', async () => {
  const [first, second] = await makeDuplicates(site, { by: ash, price: 500_000, status: 'approved' });
  await makeDuplicates(site, { kind: 'pokemon', by: ash, price: 1_500_000, proof_url: null }, 3);
  const page = await open();
  await page.getByText('Not scanned yet').waitFor();
  await checkAppearance(page, 'duplicates-never');
  await page.setViewportSize({ width: 1440, height: 900 });

  await scanButton(page).dblclick();
  await page.getByText('Waiting to begin').waitFor();
  expect(await scanButton(page).getAttribute('aria-disabled')).toBe('true');
  expect(await site.sql('select status from duplicate_scan')).toEqual([{ status: 'waiting' }]);
  await step();
  await page.getByText('Scanning: 0%').waitFor();
  await step();
  await page.getByText('Scanning: 50%').waitFor();
  await checkAppearance(page, 'duplicates-scanning');
  await page.setViewportSize({ width: 1440, height: 900 });
  await step();
  await page.getByText('Last scan').waitFor();

  const item = items(page).getByRole('article');
  await item.getByText('500,000').waitFor();
  await item.getByText('2 entries').waitFor();
  const entries = item.getByRole('listitem');
  expect(await entries.count()).toBe(2);
  expect(await entries.first().textContent()).toContain(`#${first}Approvedash_k`);
  expect(await entries.last().textContent()).toContain(`#${second}ApprovedLatestash_k`);
  const link = item.getByRole('link', { name: `Proof of sale ${second} at forum.example` });
  expect(await link.getAttribute('href')).toBe('https://forum.example/thread/1');
  const pokemonGroup = pokemon(page).getByRole('article');
  await pokemonGroup.getByText('3 entries').waitFor();
  await pokemonGroup.getByText('31/31/31/4/31/31').first().waitFor();
  expect(await pokemonGroup.getByText('No proof').count()).toBe(3);
  await checkAppearance(page, 'duplicates');
});

it('deletes the latest entry after a confirmation, and restores it', async () => {
  const [, second] = await makeDuplicates(site, { by: ash });
  await scanForDuplicates(site);
  const page = await open();
  await page.getByRole('button', { name: `Delete latest entry of Master Ball, sale #${second}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete Master Ball, sale #${second}?` });
  await dialog.getByText("It can be restored from the sale's history.").waitFor();
  await checkAppearance(page, 'duplicates-delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await items(page).getByText('No duplicates found.').waitFor();
  const deleted = () => site.sql('select sale_id from sale where deleted_at is not null');
  expect(await deleted()).toEqual([{ sale_id: second }]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await items(page).getByText('2 entries').waitFor();
  expect(await deleted()).toEqual([]);
});

it('reports that an entry was removed since the scan', async () => {
  const [first, second] = await makeDuplicates(site, { by: ash });
  await scanForDuplicates(site);
  const page = await open();
  await page.getByRole('button', { name: `Delete latest entry of Master Ball` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await site.services().saleAdmin.remove('item', { id: second });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog
    .getByRole('alert')
    .filter({ hasText: `Sale ${second} has already been deleted.` })
    .waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await items(page).getByText('No duplicates found.').waitFor();
  expect(await site.sql('select sale_id from sale where deleted_at is null')).toEqual([{ sale_id: first }]);
});

it('merges a group: one entry stays, with the proofs of the others in its history', async () => {
  const [first, second, third] = await makeDuplicates(site, { by: ash }, 3);
  await site.services().sales.decideMany([{ id: second }, { id: third ?? 0 }], 'approved', null);
  await scanForDuplicates(site);
  const page = await open();
  await page.getByRole('button', { name: 'Merge the entries of Master Ball' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge 3 entries of Master Ball' });
  // An approved entry is preselected.
  expect(await dialog.getByRole('radio', { name: `#${second}` }).isChecked()).toBe(true);
  await dialog.getByRole('radio', { name: `#${third}` }).check();
  await checkAppearance(page, 'duplicates-merge');
  await dialog.getByRole('button', { name: `Keep #${third}, delete 2 entries` }).click();
  await page.getByText(`Sale #${third} is kept, 2 entries deleted.`).waitFor();
  await items(page).getByText('No duplicates found.').waitFor();
  expect(await site.sql('select sale_id from sale where deleted_at is null')).toEqual([{ sale_id: third }]);
  const [event] = await site.sql(`select notes from sale_event where sale_id = ? and type = 'edited'`, [
    third,
  ]);
  expect(event?.notes).toContain(`sale ${first} (https://forum.example/thread/1)`);
});

it('shows ten groups, the number of further ones, and those on request', async () => {
  const groups = LIMITS.duplicates.shown + 3;
  await site.sql(
    `insert into sale (kind, name, price, date_sold, status)
     select 'item', 'Master Ball', 1 + n / 2, current_date - 3, 'pending' from generate_series(2, ?) n`,
    [2 * groups + 1],
  );
  await scanForDuplicates(site);
  const page = await open();
  await items(page)
    .getByText(`... and ${groups - LIMITS.duplicates.shown} more`)
    .waitFor();
  expect(await items(page).getByRole('article').count()).toBe(LIMITS.duplicates.shown);
  await items(page).getByRole('button', { name: 'Show more' }).click();
  await items(page)
    .getByRole('article')
    .nth(groups - 1)
    .waitFor();
  expect(await items(page).getByText('more', { exact: false }).filter({ hasText: '...' }).count()).toBe(0);
});

it('reports a failed scan, and keeps the previous results', async () => {
  await makeDuplicates(site, { by: ash });
  await scanForDuplicates(site);
  const page = await open();
  await items(page).getByText('2 entries').waitFor();
  await page.route(/admin\.scanDuplicates/, (route) => route.abort());
  await scanButton(page).click();
  const text = 'Failed to detect duplicates. Please try again.';
  const failure = page.getByRole('alert').filter({ hasText: text });
  await failure.waitFor();
  await page.unroute(/admin\.scanDuplicates/);
  await scanButton(page).click();
  await page.getByText('Waiting to begin').waitFor();
  expect(await failure.count()).toBe(0);
  const { duplicateScan } = site.services();
  const { job_id } = await duplicateScan.status();
  await duplicateScan.giveUp(Number(job_id), 'The scan failed. See the log for details.');
  await page
    .getByRole('alert')
    .filter({ hasText: `${text} The scan failed.` })
    .waitFor();
  await items(page).getByText('2 entries').waitFor();
  await checkAppearance(page, 'duplicates-failed');
  expect(browser.takeErrors()).not.toEqual([]);
});

it('offers Retry when the groups fail to load', async () => {
  await makeDuplicates(site, { by: ash });
  await scanForDuplicates(site);
  const page = await browser.open(SCREEN, {
    as: admin,
    prepare: (opened) => opened.route(/admin\.duplicateGroups/, (route) => route.abort()),
  });
  await items(page).getByRole('alert').waitFor();
  await page.unroute(/admin\.duplicateGroups/);
  await items(page).getByRole('button', { name: 'Retry' }).click();
  await items(page).getByText('2 entries').waitFor();
  expect(browser.takeErrors()).not.toEqual([]);
});
