import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const PANEL = '/admin-panel';
const SKIP = 'Skip Review for Admin/Checker Submissions';

const admin = testAccount(site, 'admin', 'professor_oak');
const checker = testAccount(site, 'checker', 'ash_k');

beforeAll(async () => {
  const by = await makeAccount(site);
  for (const name of ['Leftovers', 'Rare Candy', 'Big Nugget']) await makeSale(site, { by, name });
  await makeSale(site, { by, kind: 'pokemon', status: 'approved' });
  await makeSale(site, { by, kind: 'pokemon', status: 'rejected' });
  await makeSale(site, { by, status: 'approved' });
  const approved = await makeSale(site, { by, name: 'Old Amber' });
  await site.services(checker.actor).sales.decide('item', { id: approved, status: 'approved' });
  const deleted = await makeSale(site, { by, status: 'rejected' });
  await site.services(admin.actor).saleAdmin.remove('item', { id: deleted });
  await site.services(admin.actor).accounts.setRole(by.user.username, 'checker');
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const card = (page: Page, label: string) =>
  page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${label} [\\d,]+$`) });

it('keeps its tab in the URL', async () => {
  const page = await browser.open('/', { as: admin });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await arrivesAt(page, PANEL);
  const names = ['Overview', 'Users', 'Data Management', 'Logging', '2FA Settings', 'Settings'];
  await tab(page, 'Overview').waitFor();
  expect(await page.getByRole('tablist', { name: 'Admin' }).getByRole('tab').allTextContents()).toEqual(
    names,
  );
  await tab(page, '2FA Settings').click();
  await arrivesAt(page, `${PANEL}?tab=two-factor`);
  await page.getByRole('button', { name: 'Set up 2FA' }).waitFor();
  await tab(page, 'Users').click();
  await arrivesAt(page, `${PANEL}?tab=users`);
  await page.getByText('Total: ').waitFor();
  await page.reload();
  await page.getByText('Total: ').waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Set up 2FA' }).waitFor();
});

const LISTS = {
  'Total users': 'Total: # users',
  'Total submissions': '# submissions',
  'Pending reviews': '# submissions',
  Approved: '# submissions',
  Rejected: '# submission',
  'Pokemon data': '# entries',
  'Item data': '# entries',
};

it('links each figure to a list of the same length', async () => {
  const page = await browser.open(PANEL, { as: admin });
  for (const [label, text] of Object.entries(LISTS)) {
    const link = card(page, label);
    const figure = /[\d,]+$/.exec((await link.textContent()) ?? '')?.[0] ?? '';
    expect(Number(figure), label).toBeGreaterThan(0);
    await link.click();
    await page.getByText(text.replace('#', figure), { exact: true }).first().waitFor();
    await page.goBack();
  }
});

it('shows recent activity and the health of the components', async () => {
  const page = await browser.open(PANEL, { as: admin });
  const acts = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await acts.filter({ hasText: /^Sale approved Old Amber #\d+ by ash_k/ }).waitFor();
  await acts.filter({ hasText: /^Sale deleted Master Ball #\d+ by professor_oak/ }).waitFor();
  await acts.filter({ hasText: /^Account role changed user_\d+ from \w+ to \w+ by professor_oak/ }).waitFor();
  const health = page.getByRole('region', { name: 'Health' });
  await health.getByText(/^PostgreSQL .* answers in \d+ ms/).waitFor();
  const parts = (await health.locator('dt').allTextContents()).map((part) => part.split(' ')[0]);
  expect(parts).toEqual(['Database', 'Queue', 'Mail', 'Disk', 'Site', 'Legal', 'Discord']);
  await health.getByText('Legal Notice needs attention').waitFor();
  await acts.getByRole('link', { name: /^Old Amber/ }).click();
  await page.getByRole('article', { name: /^Sale \d+$/ }).waitFor();
});

it('turns review of staff submissions off and on', async () => {
  const page = await browser.open(PANEL, { as: admin });
  const toggle = page.getByRole('switch', { name: SKIP });
  await toggle.and(page.locator(':enabled')).waitFor();
  expect(await toggle.isChecked()).toBe(false);
  const statusOf = async (id: number) => {
    const [sale] = await site.sql<{ status: string }>('select status from sale where sale_id = ?', [id]);
    return sale?.status;
  };
  const isStored = async () => site.services().settings.skipsReview();
  await toggle.check();
  await expect.poll(isStored).toBe(true);
  expect(await statusOf(await makeSale(site, { by: checker }))).toBe('approved');
  await page.reload();
  await expect.poll(() => toggle.isChecked()).toBe(true);

  await page.route(/admin\.saveSettings/, (route) => route.abort());
  // The browser toggles it; the stored value toggles it back.
  await toggle.click();
  const failure = page.getByRole('alert').filter({ hasText: MESSAGES.skipReviewFailed });
  await failure.waitFor();
  await expect.poll(() => toggle.isChecked()).toBe(true);
  expect(await isStored()).toBe(true);
  expect(browser.takeErrors()).not.toEqual([]);

  await page.unroute(/admin\.saveSettings/);
  await toggle.uncheck();
  await expect.poll(isStored).toBe(false);
  expect(await failure.count()).toBe(0);
  expect(await statusOf(await makeSale(site, { by: checker }))).toBe('pending');
});
