import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { callerFor } from '../../src/testing/clients/callers.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { areInRow, layoutShift } from '../kit/positions.ts';
import {
  atWork,
  CARDS,
  checkFlags,
  paneOf,
  REVIEW,
  rowOf,
  WORKBENCH,
  withoutSocket,
} from '../kit/review-page.ts';
import { LONG_NAME } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const checker = testAccount(site, 'checker', 'brock');
const other = testAccount(site, 'checker', 'misty_w');
const admin = testAccount(site, 'admin', 'professor_oak');
/** Ten times the usual price, edited, with the proof of another sale. */
let typo: number;
let duplicate: number;

beforeAll(async () => {
  const by = await makeAccount(site, 'user', 'ash_k');
  const soldBefore = (days: number) => ({ date_sold: daysBefore(todayUtc(), days) });
  for (let i = 1; i <= 8; i++) {
    const approved = { by, status: 'approved', ...soldBefore(i * 9) } as const;
    await makeSale(site, { ...approved, name: 'Master Ball', price: 480_000 + i * 9000 });
    const traits = { nature: i % 3 ? 'Adamant' : 'Jolly', iv_speed: i % 2 ? 31 : 28 };
    await makeSale(site, { ...approved, kind: 'pokemon', price: 1_400_000 + i * 55_000, traits });
  }
  const held = { level: 50, held_item: 'Leftovers' };
  typo = await makeSale(site, { by, kind: 'pokemon', price: 15_000_000, traits: held, ...soldBefore(1) });
  duplicate = await makeSale(site, { by, name: 'Master Ball', price: 489_000, ...soldBefore(9) });
  for (const name of ['Mastr Ball', LONG_NAME]) await makeSale(site, { by, name, price: 999_999_999_999 });
  const neutral = { nature: 'Hardy', ability: 'Serene Grace', iv_attack: 0, is_shiny: true };
  await makeSale(site, { by, kind: 'pokemon', name: 'Togekiss', traits: neutral });
  await callerFor(site, other.token).pokemon.edit({ id: typo, price: 15_500_000, nature: 'Jolly' });
  await checkFlags(site);
  // This sale has not been checked yet.
  await makeSale(site, { by, name: 'Rare Candy' });
});

const WIDE = 1024;
const openWide = async (address: string, as = checker) => {
  const page = await browser.open(address, { as });
  await atWork(page);
  return page;
};
/** Next to the queue on a desktop, over it on a phone. */
const whereItOpens = (page: Page, id: number) => async (width: number) => {
  if (width < WIDE) await page.getByRole('dialog', { name: `Sale #${id}` }).waitFor();
  await atWork(page);
};

it('the queue, and the flags of a sale', async () => {
  await checkAppearance(await openWide(WORKBENCH), 'workbench');
});

it('moves nothing when the details of a sale arrive', async () => {
  const page = await browser.open(`${WORKBENCH}&sale=${typo}`, { as: checker, width: WIDE });
  await paneOf(page, typo)
    .getByText(/approved, 0 rejected of the last/)
    .waitFor();
  expect(await layoutShift(page)).toBeLessThan(0.02);
});

it('the sale, full screen on a phone', async () => {
  const page = await openWide(`${WORKBENCH}&sale=${typo}`);
  await checkAppearance(page, 'workbench-sale', whereItOpens(page, typo));
});

it('a rejection with its reasons', async () => {
  const page = await openWide(`${WORKBENCH}&sale=${duplicate}`);
  await checkAppearance(page, 'workbench-reject', async (width) => {
    await whereItOpens(page, duplicate)(width);
    await page.keyboard.press('r');
    await page.keyboard.press('5');
  });
});

it('an edit with before and after', async () => {
  const page = await openWide(`${WORKBENCH}&sale=${typo}`);
  await page.keyboard.press('e');
  // The form stays open at every width, and starts with the sale.
  await checkAppearance(page, 'workbench-edit', async () => {
    await page.getByLabel('Price').fill('1550000');
    await page.getByLabel('Nature').selectOption('Adamant');
    await page.getByRole('region', { name: 'Changes' }).getByText('1,550,000 PD').waitFor();
  });
});

it("another reviewer's decision while typing one's own", async () => {
  const id = await makeSale(site, { name: 'Old Amber' });
  const page = await openWide(`${WORKBENCH}&sale=${id}`);
  await page.getByLabel('Review notes').fill('The thread is about another one.');
  await site.services(other.actor).sales.decide('item', { id, status: 'approved' });
  await paneOf(page, id).getByText('Approved by misty_w at').waitFor();
  await checkAppearance(page, 'workbench-decided', whereItOpens(page, id));
});

it('a lost race', async () => {
  const id = await makeSale(site, { name: 'Old Amber' });
  const page = await browser.open(`${WORKBENCH}&sale=${id}`, { as: checker, prepare: withoutSocket });
  await atWork(page);
  await site.services(other.actor).sales.decide('item', { id, status: 'rejected' });
  await page.keyboard.press('a');
  await paneOf(page, id).getByRole('alert').filter({ hasText: 'misty_w' }).waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
  await checkAppearance(page, 'workbench-late');
});

it('a decision that can be undone', async () => {
  const id = await makeSale(site, { name: 'Old Amber' });
  const page = await openWide(`${WORKBENCH}&sale=${id}`);
  await page.keyboard.press('a');
  await rowOf(page, id).getByText('Approved by you').waitFor();
  await page.getByRole('button', { name: /^Undo Approved Old Amber/ }).waitFor();
  await checkAppearance(page, 'workbench-undo');
});

it('two sales side by side', async () => {
  const page = await openWide(`${WORKBENCH}&sale=${typo}`);
  await checkAppearance(page, 'workbench-compare', async (width) => {
    await whereItOpens(page, typo)(width);
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await page.getByRole('table', { name: 'Comparison of both sales' }).waitFor();
  });
});

it('the keyboard shortcuts', async () => {
  const page = await openWide(WORKBENCH);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await checkAppearance(page, 'workbench-keys');
});

it('a decision on several', async () => {
  const page = await openWide(WORKBENCH);
  await page.getByLabel('Select all').check({ force: true });
  await page.getByRole('button', { name: /^Approve \d/ }).click();
  await page.getByRole('dialog', { name: /^Approve \d+ sales\?$/ }).waitFor();
  await checkAppearance(page, 'workbench-bulk');
});

it('a rejection of several, its buttons in a row', async () => {
  const page = await openWide(WORKBENCH);
  await page.getByLabel('Select all').check({ force: true });
  await page.getByRole('button', { name: /^Reject \d/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Reject \d+ sales\?$/ });
  const buttons = ['Cancel', /without a reason$/].map((name) => dialog.getByRole('button', { name }));
  await checkAppearance(page, 'workbench-bulk-reject');
  await page.setViewportSize({ width: 360, height: 900 });
  await areInRow(buttons);
});

it('cards with flags, some chosen, one decided', async () => {
  const id = await makeSale(site, { name: 'Old Amber' });
  const page = await browser.open(CARDS, { as: checker });
  await page.getByRole('article').first().waitFor();
  await page.getByLabel(/^Select Master Ball/).check({ force: true });
  await site.services(other.actor).sales.decide('item', { id, status: 'rejected' });
  await rowOf(page, id).getByText('Rejected by misty_w').waitFor();
  await checkAppearance(page, 'review-cards');
});

it('all admin actions on a decided sale', async () => {
  const id = await makeSale(site, { name: 'Old Amber', status: 'approved' });
  const page = await openWide(`${REVIEW}?tab=all&view=workbench&sale=${id}`, admin);
  await checkAppearance(page, 'workbench-admin');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await checkAppearance(page, 'workbench-delete');
});

it.each([
  [1280, 720],
  [390, 844],
])('the focus below the toolbar on the way back through the cards, at %i by %i', async (width, height) => {
  const page = await browser.open(CARDS, { as: checker, width });
  await page.setViewportSize({ width, height });
  await page.locator('[data-open]').last().focus();
  const toolbar = page.locator('[data-toolbar]');
  const focused = page.locator('[data-sale] :focus');
  for (let isInCards = true; isInCards; isInCards = (await focused.count()) > 0) {
    const [control, bar] = [await focused.boundingBox(), await toolbar.boundingBox()];
    expect(control?.y).toBeGreaterThanOrEqual((bar?.y ?? Number.NaN) + (bar?.height ?? 0));
    await page.keyboard.press('Shift+Tab');
  }
});

it('the focus in the dialog of a sale on a screen that is zoomed to 400 %', async () => {
  const page = await browser.open(`${CARDS}&sale=${typo}`, { as: checker });
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByRole('dialog').getByRole('link').last().focus();
  const isInSight = () =>
    page.locator(':focus').evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && link.contains(top);
    });
  await expect.poll(isInSight).toBe(true);
});

it('keeps its layout while loading', async () => {
  const page = await browser.open(WORKBENCH, {
    as: checker,
    prepare: (opened) => opened.route(/reviews\.list/, () => undefined),
  });
  await page.getByRole('list', { name: 'Queue' }).waitFor();
  await checkAppearance(page, 'workbench-loading');
});

it('reports what failed to load, and keeps the rest', async () => {
  const page = await browser.open(WORKBENCH, {
    as: checker,
    prepare: (opened) => opened.route(/reviews\.detail/, (route) => route.abort()),
  });
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await checkAppearance(page, 'workbench-failed');
  await page.close();
  expect(browser.takeErrors()).not.toEqual([]);
});
