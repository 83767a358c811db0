import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { formatDate, todayUtc } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { publishDecisions } from '../../src/modules/sales/submission-notices.ts';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { call } from '../../src/testing/clients/rest-client.ts';
import { addressOf, arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { openNextPage } from '../kit/keyboard.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SCREEN = '/account';
const REASON = 'The proof shows another price.';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'My submissions', exact: true });

/** The rows that name a sale: not the reasons below them, and no skeletons. */
const rowsOf = (page: Page): Locator => panel(page).getByRole('row').filter({ hasText: /#\d/ });

const stateOf = (page: Page, state: string): Promise<void> =>
  rowsOf(page).first().getByText(state, { exact: true }).waitFor();

const choose = (page: Page, state: string): Promise<void> =>
  panel(page)
    .getByRole('radio', { name: new RegExp(`^${state}`) })
    .check({ force: true });

/** The states with their numbers, as shown in the filter. */
const figuresOf = async (page: Page): Promise<string[]> => {
  const labels = await panel(page).getByRole('group', { name: 'Status' }).locator('label').allTextContents();
  return labels.map((label) => label.replace(/(\d+)$/, ' $1'));
};

/** Waits for the bell with its count. */
const bell = (page: Page, name: string): Promise<void> =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor();

/** Notifies submitters of all decisions so far, as a worker does when they are final. */
async function notify(): Promise<void> {
  site.clock.advance(LIMITS.review.undoSeconds * 1_000 + 1_000);
  await publishDecisions(site.scope());
}

it('shows a submission as pending until its rejection is final, then with the reason', async () => {
  const account = await makeAccount(site);
  const checker = await makeAccount(site, 'checker');
  const page = await browser.open('/submit-data', { as: account });
  await page.getByLabel('Item name').fill('Leftovers');
  await page.getByLabel('Price').fill('125k');
  await page.getByLabel('Date sold').fill(todayUtc());
  await page.getByRole('button', { name: 'Submit Data' }).click();
  await page.getByRole('link', { name: 'View in My submissions' }).click();
  await arrivesAt(page, SCREEN);
  await stateOf(page, 'Pending');
  const text = (await rowsOf(page).first().textContent()) ?? '';
  for (const fact of ['Leftovers', '125,000', 'Pending', formatDate(todayUtc())])
    expect(text).toContain(fact);

  const [sale] = await site.sql<{ sale_id: number }>('select sale_id from sale where submitted_by = ?', [
    account.user.user_id,
  ]);
  const answer = await call(site, 'PATCH', `/items/${sale?.sale_id}/status`, {
    token: checker.token,
    body: { status: 'rejected', review_notes: REASON },
  });
  expect(answer.status).toBe(200);
  site.clock.advance(LIMITS.review.undoSeconds * 1000);
  await page.reload();
  await stateOf(page, 'Pending');
  expect(await page.getByText(REASON).count()).toBe(0);
  await expect.poll(() => figuresOf(page)).toEqual(['All 1', 'Pending 1', 'Approved 0', 'Rejected 0']);

  site.clock.advance(1);
  await page.reload();
  await stateOf(page, 'Rejected');
  await panel(page).getByText(REASON, { exact: true }).waitFor();
  await rowsOf(page)
    .getByText(`Decided ${formatDate(todayUtc())}`, { exact: true })
    .waitFor();
  await expect.poll(() => figuresOf(page)).toEqual(['All 1', 'Pending 0', 'Approved 0', 'Rejected 1']);
  // It is on screen, so its notice counts as read.
  await notify();
  await bell(page, 'Inbox');
});

it('from the start page, three inputs find a rejected sale and submit it again, filled in', async () => {
  const by = await makeAccount(site);
  const checker = await makeAccount(site, 'checker');
  const id = await makeSale(site, { by, kind: 'pokemon', proof_url: null });
  await site
    .services(checker.actor)
    .sales.decide('pokemon', { id, status: 'rejected', review_notes: REASON });
  const page = await browser.open('/', { as: by });
  await notify();
  await page.getByRole('link', { name: 'Inbox (1 unread, 1 rejected)' }).click();
  await arrivesAt(page, '/inbox');
  await page.getByText(REASON, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Correct and resubmit' }).click();
  await arrivesAt(page, `/submit-data?correct=${id}`);
  const rejection = page.getByRole('region', { name: 'Rejection' });
  await rejection.getByText(REASON, { exact: true }).waitFor();
  await bell(page, 'Inbox');
  await page.getByRole('button', { name: 'Submit again' }).click();
  await page.getByText('Nothing has changed since it was rejected.').waitFor();
  await page.getByRole('button', { name: 'Submit anyway' }).click();
  await page.getByRole('heading', { name: /is submitted$/ }).waitFor();

  const fields = `kind, name, price, date_sold, nature, ability, form, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv,
    speed_iv, is_shiny, level, held_item, proof_url`;
  const [rejected, again] = await site.sql(
    `select ${fields} from sale where submitted_by = ? order by sale_id`,
    [by.user.user_id],
  );
  expect(again).toEqual(rejected);
  expect(
    await site.sql('select status from sale where submitted_by = ? order by sale_id', [by.user.user_id]),
  ).toEqual([{ status: 'rejected' }, { status: 'pending' }]);
  await page.getByRole('button', { name: 'Submit Another' }).click();
  await arrivesAt(page, '/submit-data');
  expect(await rejection.count()).toBe(0);
  expect(await page.getByLabel('Pokemon name').inputValue()).toBe('');

  for (const screen of ['/inbox', '/account?status=rejected']) {
    await page.goto(new URL(screen, page.url()).href);
    await page.getByText(/^Resubmitted as #\d+$/).waitFor();
    expect(await page.getByRole('link', { name: 'Correct and resubmit' }).count()).toBe(0);
  }
});

it('has a cell below each header on phones, also for an item, which has no traits', async () => {
  const by = await makeAccount(site);
  await makeSale(site, { by });
  const page = await browser.open(SCREEN, { as: by, width: 390 });
  const row = rowsOf(page).first();
  await row.waitFor();
  const headers = await panel(page).getByRole('columnheader').count();
  expect(headers).toBeGreaterThan(5);
  const cells = row.getByRole('cell').or(row.getByRole('rowheader'));
  expect(await cells.count()).toBe(headers);
});

it('offers no way to edit a submission, and says what to do instead', async () => {
  const by = await makeAccount(site);
  await makeSale(site, { by });
  await makeSale(site, { by, kind: 'pokemon' });
  const page = await browser.open(SCREEN, { as: by });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const table = panel(page).getByRole('table');
  for (const role of ['textbox', 'checkbox', 'combobox'] as const)
    expect(await table.getByRole(role).count(), role).toBe(0);
  for (const name of await table.getByRole('button').allTextContents()) expect(name).toBe('Withdraw');
  await panel(page).getByText('Submissions cannot be edited once they are sent.').waitFor();
  await panel(page).getByRole('link', { name: 'What to do about a mistake' }).click();
  await arrivesAt(page, '/faq');
  await page.locator('details#edit[open]').waitFor();
});

it('withdraws a pending sale, and opens the form with its values', async () => {
  const by = await makeAccount(site);
  const sale = { by, name: 'Leftovers', price: 20_000, proof_url: 'https://forum.example/t/77' };
  const [kept, id] = [
    await makeSale(site, { ...sale, kind: 'pokemon', name: 'Garchomp' }),
    await makeSale(site, sale),
  ];
  const page = await browser.open(SCREEN, { as: by });
  await panel(page)
    .getByRole('button', { name: `Withdraw Leftovers, sale #${id}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Withdraw Leftovers, sale #${id}?` });
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  expect(await rowsOf(page).textContent()).toContain(`#${kept}`);
  await expect.poll(() => figuresOf(page)).toEqual(['All 1', 'Pending 1', 'Approved 0', 'Rejected 0']);
  await page.getByText(`Sale #${id} was withdrawn.`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Submit it again, corrected' }).click();
  await arrivesAt(page, `/submit-data?kind=item&name=Leftovers&again=${id}`);
  await page.getByLabel('Price').fill('25,000');
  await page.getByRole('button', { name: 'Submit Data' }).click();
  await page.getByRole('heading', { name: /is submitted$/ }).waitFor();
  const [withdrawn, again] = await site.sql(
    `select price, proof_url, date_sold, deleted_at is not null as gone from sale
     where submitted_by = ? and name = 'Leftovers' order by sale_id`,
    [by.user.user_id],
  );
  expect(withdrawn).toMatchObject({ price: 20_000, gone: true });
  expect(again).toEqual({ ...withdrawn, price: 25_000, gone: false });
});

it('shows only own submissions', async () => {
  const by = await makeAccount(site);
  await makeSale(site, { name: 'Big Nugget' });
  await makeSale(site, { by, name: 'Rare Candy' });
  const page = await browser.open(SCREEN, { as: by });
  await panel(page).getByText('1 submission', { exact: true }).waitFor();
  expect(await rowsOf(page).first().textContent()).toContain('Rare Candy');
});

it('filters by state and pages, with its state in the URL', async () => {
  const by = await makeAccount(site);
  for (let price = 1; price <= 17; price += 1) await makeSale(site, { by, price });
  await makeSale(site, { by, name: 'Old Amber', status: 'approved' });
  site.clock.advance(LIMITS.review.undoSeconds * 1000 + 1);
  const page = await browser.open(SCREEN, { as: by });
  await expect.poll(() => rowsOf(page).count()).toBe(LIMITS.reviewPageSize);
  await stateOf(page, 'Approved');
  await openNextPage(panel(page));
  await arrivesAt(page, `${SCREEN}?page=2`);
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  await page.reload();
  await expect.poll(() => rowsOf(page).count()).toBe(3);

  await choose(page, 'Pending');
  await arrivesAt(page, `${SCREEN}?status=pending`);
  await panel(page).getByText('17 submissions', { exact: true }).waitFor();
  await choose(page, 'Approved');
  await panel(page).getByText('1 submission', { exact: true }).waitFor();
  await rowsOf(page)
    .getByText(/^Public since/)
    .waitFor();
  await choose(page, 'Rejected');
  await page.getByRole('heading', { name: 'No rejected submissions' }).waitFor();
  await page.goBack();
  await page.goBack();
  await panel(page).getByText('17 submissions', { exact: true }).waitFor();
  expect(addressOf(page)).toBe(`${SCREEN}?status=pending`);
  const size = panel(page).getByLabel('Submissions per page');
  expect(await size.locator('option').allTextContents()).toEqual(LIMITS.reviewPageSizes.map(String));
  await size.selectOption('25');
  await expect.poll(() => rowsOf(page).count()).toBe(17);

  await page.goto(`${site.url}${SCREEN}?status=undone&page=9`);
  await panel(page).getByText('status=undone', { exact: true }).waitFor();
  await panel(page).getByRole('button', { name: 'Go to the first page' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(LIMITS.reviewPageSize);
});
