import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, makeSale, PASSWORD } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { callerFor } from '../../src/testing/clients/callers.ts';
import { report } from '../../src/testing/market/reports.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { atWork, checkFlags, paneOf, REVIEW, rowOf, statusOf, withoutSocket } from '../kit/review-page.ts';
import { LONG_NAME } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';
import { spaceText } from '../kit/text-spacing.ts';

const site = testSite();
const browser = testBrowser(site);

const REPORTS = `${REVIEW}?tab=reported&view=workbench`;

const TOGEKISS = { nature: 'Jolly', ability: 'Serene Grace' };
const COMMENT =
  'The thread shows 2,000,000 on its last page, and the buyer confirms it there.\nThe price here is the first bid: https://forum.example/thread/2?page=9';

const player = testAccount(site, 'user', 'gary_o');
const submitter = testAccount(site, 'user', 'ash_k');
const checker = testAccount(site, 'checker', 'brock');
const admin = testAccount(site, 'admin', 'professor_oak');

/** Removes what other tests have reported. */
async function forgetReports(): Promise<void> {
  for (const table of ['sale_report', 'inbox_entry']) await site.sql(`delete from ${table}`);
}

const dialogOf = (page: Page, id: number) =>
  page.getByRole('dialog', { name: new RegExp(`^Report .*, sale #${id}$`) });
const tab = (page: Page, count: number) =>
  page.getByRole('tab', { name: `Reports ${count}`, exact: true }).waitFor();

it('a visitor signs in to report a sale, a checker sees it at once and returns it, and the player hears', async () => {
  const id = await makeSale(site, { by: submitter, status: 'approved' });
  await forgetReports();
  const review = await browser.open(REPORTS, { as: checker });
  await review.getByText('No open reports').waitFor();
  await tab(review, 0);

  const page = await browser.open(`/sale/${id}`);
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByLabel('Username').fill(player.user.username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await arrivesAt(page, `/sale/${id}?report=true`);
  const dialog = dialogOf(page, id);
  await dialog.getByLabel('What is wrong?').selectOption('Wrong price');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('Please describe what is wrong').waitFor();
  await page.locator('textarea[name=comment]:focus').fill('The thread shows 2,000,000.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('Your report is with the reviewers').waitFor();
  await dialog.getByText('Waiting for a reviewer').waitFor();

  await tab(review, 1);
  await review.getByRole('button', { name: '1 newly reported sale' }).click();
  await rowOf(review, id).getByRole('button').click();
  await atWork(review);
  const pane = paneOf(review, id);
  await pane.getByText('“The thread shows 2,000,000.”').waitFor();
  await pane.getByText('gary_o').waitFor();
  await review.keyboard.press('r');
  await review.locator('textarea:focus').fill('Thank you.');
  await review.keyboard.press('Enter');
  await rowOf(review, id).getByText('Returned to review').waitFor();
  await tab(review, 0);
  expect((await statusOf(site, id))?.status).toBe('pending');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Inbox (1 unread)' }).first().click();
  await page.getByText('Your report of Master Ball led to a new review of the sale').waitFor();
  await page.getByText('Thank you.').waitFor();
  await checkFlags(site);
  await review.getByRole('tab', { name: /^Pending/ }).click();
  await paneOf(review, id).getByText('Reported by players: Wrong price').waitFor();
});

it('reports from a row of the market; a decision elsewhere settles the row, and a late one names who was first', async () => {
  await forgetReports();
  const name = 'Leftovers';
  const id = await makeSale(site, { by: submitter, status: 'approved', name });
  const later = await makeSale(site, { by: submitter, status: 'approved', name: 'Old Amber' });
  await report(site, later);
  const market = await browser.open(`/?name=${name}&exact=true`, { as: player });
  // It is above the rows, and moves them when it arrives.
  await market.getByRole('region', { name: 'Answer' }).waitFor();
  await market.getByRole('row').filter({ hasText: name }).getByRole('button').first().click();
  await market.getByRole('button', { name: 'Report' }).click();
  await dialogOf(market, id).getByLabel('What is wrong?').selectOption('Dead proof');
  await market.getByRole('button', { name: 'Send report' }).click();
  await market.getByText('Your report is with the reviewers').waitFor();

  const review = await browser.open(`${REPORTS}&sale=${id}`, { as: checker });
  await atWork(review);
  await review.keyboard.press('d');
  await review.locator('textarea:focus').fill('It opens.');
  await callerFor(site, admin.token).reports.decide({ id: later, outcome: 'dismissed' });
  await rowOf(review, later).getByText('Reports decided').waitFor();
  await review.keyboard.press('Enter');
  await rowOf(review, id).getByText('Reports decided').waitFor();
  await tab(review, 0);
  expect((await statusOf(site, id))?.status).toBe('approved');
  await review.getByText('Everything on this page is decided.').waitFor();

  await report(site, id, { by: submitter });
  const late = await browser.open(`${REPORTS}&sale=${id}`, { as: checker, prepare: withoutSocket });
  await atWork(late);
  await callerFor(site, admin.token).reports.decide({ id, outcome: 'dismissed' });
  await late.keyboard.press('r');
  await late.locator('textarea:focus').press('Enter');
  await late.getByText(/This sale has no open reports\..* Decided by professor_oak/).waitFor();
  await rowOf(late, id).getByText('Reports decided').waitFor();
  expect((await statusOf(site, id))?.status).toBe('approved');
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);

  const own = await makeSale(site, { by: submitter, status: 'approved', name });
  await report(site, own, { by: checker });
  const page = await browser.open(`${REPORTS}&sale=${own}`, { as: checker });
  await page.getByText('You reported this sale, so another reviewer decides.').waitFor();
  expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
});

describe('its appearance', () => {
  let reported: number;
  let traits: number;

  beforeAll(async () => {
    const approved = { by: submitter, status: 'approved' } as const;
    const other = await makeSale(site, approved);
    traits = await makeSale(site, { ...approved, kind: 'pokemon', traits: { level: 50 } });
    reported = await makeSale(site, { ...approved, kind: 'pokemon', name: 'Togekiss', traits: TOGEKISS });
    const wrong = await makeAccount(site, 'user', 'team_rocket');
    for (let n = 0; n < 3; n += 1) {
      const id = await makeSale(site, approved);
      await report(site, id, { by: wrong });
      await callerFor(site, checker.token).reports.decide({ id, outcome: 'dismissed', comment: 'It opens.' });
      if (n === 2) await report(site, id, { reason: 'duplicate', duplicate_of: other, by: player });
    }
    await report(site, traits, {
      by: submitter,
      reason: 'wrong_values',
      comment: 'The level was 5, not 50.',
    });
    await report(site, reported, { by: wrong });
    await report(site, reported, { by: player, reason: 'wrong_price', comment: COMMENT });
    await callerFor(site, admin.token).admin.editPokemon({ id: reported, price: 2_000_000 });
  });

  it('of the reports tab, and of a decision', async () => {
    const page = await browser.open(`${REPORTS}&sale=${reported}`, { as: admin });
    await atWork(page);
    const onPhone = page.getByRole('dialog', { name: `Sale #${reported}` });
    const opens = async (width: number) => {
      if (width < 1024) await onPhone.waitFor();
      await atWork(page);
    };
    await checkAppearance(page, 'reports', opens);
    await page.keyboard.press('d');
    await page.getByLabel('Comment for the reporters').waitFor();
    await checkAppearance(page, 'reports-dismiss', opens);
  });

  it('of reported sales as cards', async () => {
    const page = await browser.open(`${REVIEW}?tab=reported&view=cards`, { as: checker });
    await page.getByRole('article').first().waitFor();
    await checkAppearance(page, 'reports-cards');
  });

  it('of the dialog that reports a sale, with an error', async () => {
    const page = await browser.open(`/sale/${reported}?report=true`, { as: checker });
    await dialogOf(page, reported).getByLabel('What is wrong?').selectOption('Duplicate');
    await page.getByLabel('Number of the other sale').fill('the other one');
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Enter the number of a sale').waitFor();
    await checkAppearance(page, 'report-dialog');
  });

  it('of the own reports in the account', async () => {
    const decided = await makeSale(site, { by: submitter, status: 'approved', name: LONG_NAME });
    await report(site, decided, { by: player });
    const { token } = checker;
    await callerFor(site, token).reports.decide({ id: decided, outcome: 'dismissed', comment: COMMENT });
    const page = await browser.open('/account', { as: player });
    await page.getByRole('table', { name: 'My reports' }).waitFor();
    await checkAppearance(page, 'account-reports');
  });

  it('of an outcome that a reader spaces on the narrowest phone', async () => {
    const id = await makeSale(site, { by: submitter, status: 'approved' });
    await report(site, id, { by: player });
    await callerFor(site, checker.token).reports.decide({ id, outcome: 'returned', comment: null });
    const page = await browser.open('/account', { as: player, width: 320 });
    const outcome = page.getByText('Returned to review');
    await outcome.waitFor();
    await spaceText(page);
    const beyond = await outcome.evaluate(
      (badge) =>
        badge.getBoundingClientRect().right - (badge.parentElement?.getBoundingClientRect().right ?? 0),
    );
    expect(beyond).toBeLessThanOrEqual(0);
  });

  it('of the dialog with an earlier report', async () => {
    const page = await browser.open(`/sale/${reported}?report=true`, { as: player });
    await dialogOf(page, reported).getByText('Waiting for a reviewer').waitFor();
    await checkAppearance(page, 'report-dialog-sent');
  });
});
