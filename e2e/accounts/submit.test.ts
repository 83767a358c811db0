import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, suspend, type TestAccount } from '../../src/testing/accounts/factories.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser, type Visit } from '../kit/browser.ts';
import { areTopDown } from '../kit/positions.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SUBMIT = /(items|pokemon)\.submit/;
const YESTERDAY = daysBefore(todayUtc(), 1);

async function openForm(visit: Visit = {}) {
  const account = await makeAccount(site);
  const page = await browser.open('/submit-data', { ...visit, as: account });
  await page.getByLabel('Item name').waitFor();
  return { page, account };
}

async function fillItem(page: Page) {
  await page.getByLabel('Item name').fill('Master Ball');
  await page.getByLabel('Price').pressSequentially('500k');
  await page.getByLabel('Date sold').fill(YESTERDAY);
}

const send = (page: Page) => page.getByRole('button', { name: 'Submit Data' });

const salesOf = ({ user }: TestAccount) =>
  site.sql('select sale_id, price, status from sale where submitted_by = ?', [user.user_id]);

it('shows the preview between the last field and the button on phones', async () => {
  const { page } = await openForm({ width: 390 });
  await areTopDown([page.getByLabel('Proof URL'), page.getByRole('region', { name: 'Preview' }), send(page)]);
});

it.each(['1500000', '1.5m', '１．５ｍ'])(
  'takes the price %s from a keyboard that composes words, as on phones',
  async (price) => {
    const { page, account } = await openForm({ width: 390 });
    await fillItem(page);
    const field = page.getByLabel('Price');
    await field.fill('');
    const session = await page.context().newCDPSession(page);
    for (const [at] of [...price].entries())
      await session.send('Input.imeSetComposition', {
        text: price.slice(0, at + 1),
        selectionStart: at + 1,
        selectionEnd: at + 1,
      });
    await session.send('Input.insertText', { text: price });
    expect(await field.inputValue()).toBe('1,500,000');
    await send(page).click();
    await page.getByRole('heading', { name: /is submitted$/ }).waitFor();
    expect(await salesOf(account)).toMatchObject([{ price: 1_500_000 }]);
  },
);

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

it('sends an expired session to the login', async () => {
  const { page, account } = await openForm();
  // After the suspension, suggestions and the comparisons of the complete form would be refused too.
  await page.route(/items\.autocomplete/, () => undefined);
  const compared = Promise.all([
    page.waitForResponse(/market\.similar.*500000/),
    page.waitForResponse(new RegExp(`market\\.priceCheck.*${YESTERDAY}`)),
    page.waitForResponse(new RegExp(`submissions\\.same.*${YESTERDAY}`)),
  ]);
  await fillItem(page);
  await compared;
  await suspend(site, account);
  await send(page).click();
  await page.getByRole('alert').filter({ hasText: MESSAGES.mustBeSignedIn }).waitFor();
  await arrivesAt(page, '/login?next=%2Fsubmit-data');
  // At least the submission is refused, and perhaps other requests of the page.
  browser.allowErrors(401);
});
