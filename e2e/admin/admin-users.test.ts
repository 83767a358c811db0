import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { makeAccount, makeSale } from '../../src/testing/accounts/factories.ts';
import { isAlive } from '../../src/testing/accounts/sign-in.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { makeApprovals } from '../../src/testing/market/approvals.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { openNextPage } from '../kit/keyboard.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const USERS = '/admin-panel?tab=users';
const CROWD = 60;

const admin = testAccount(site, 'admin', 'professor_oak');

beforeAll(async () => {
  await site.sql(
    `insert into account (username, username_skeleton, email, password_hash, role, account_status, created)
     select 'trainer_' || lpad(n::text, 3, '0'), 'trainer_' || n, 'trainer' || n || '@crowd.example', 'x', 'user', 'Active',
       now() - n * interval '1 day'
     from generate_series(1, ?) n`,
    [CROWD],
  );
});

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const namesOf = (page: Page) => page.getByRole('rowheader').allTextContents();
const says = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Users' }).locator('[data-announced]').filter({ hasText: text }).waitFor();

async function manage(page: Page, name: string) {
  await page.getByRole('button', { name: `Manage ${name}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await dialog.getByText('Second factor').waitFor();
  return dialog;
}

it('searches usernames and email addresses, and shows the total', async () => {
  const page = await browser.open(USERS, { as: admin });
  const [accounts] = await site.sql<{ count: number }>('select count(*)::int as count from account');
  const total = accounts?.count;
  await says(page, new RegExp(`^Total: ${total} users$`));
  await page.getByRole('main').getByLabel('Search').fill('TRAINER7@');
  await arrivesAt(page, `${USERS}&search=TRAINER7%40`);
  await says(page, new RegExp(`^Total: ${total} usersShowing: 1$`));
  expect(await namesOf(page)).toEqual(['trainer_007']);
  await page.getByRole('main').getByLabel('Search').fill('trainer_03');
  await says(page, /Showing: 10$/);
  await page.getByRole('main').getByLabel('Search').fill('nobody at all');
  await page.getByRole('heading', { name: 'No users match' }).waitFor();
  await page.getByRole('button', { name: 'Show all users' }).click();
  await says(page, new RegExp(`^Total: ${total} users$`));
  await page.getByLabel('Role').selectOption('admin');
  await says(page, /Showing: 1$/);
  await rowOf(page, 'professor_oak').getByText('Never').waitFor();
});

it('sorts and pages all users', async () => {
  const page = await browser.open(`${USERS}&search=trainer_`, { as: admin });
  await page.getByText(`Page 1 of 2 (${CROWD} total)`).waitFor();
  expect((await namesOf(page))[0]).toBe('trainer_001');
  await page.getByRole('button', { name: 'Username' }).click();
  await arrivesAt(page, `${USERS}&search=trainer_&sort=username&order=asc`);
  await page.getByRole('button', { name: 'Username' }).click();
  await expect.poll(async () => (await namesOf(page))[0]).toBe(`trainer_0${CROWD}`);
  await expect.poll(() => namesOf(page)).toHaveLength(50);
  const header = page.getByRole('columnheader', { name: 'Username' });
  expect(await header.getAttribute('aria-sort')).toBe('descending');
  await openNextPage(page);
  await page.getByText(`Page 2 of 2 (${CROWD} total)`).waitFor();
  await expect.poll(() => namesOf(page)).toHaveLength(CROWD - 50);
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.reload();
  await expect.poll(async () => (await namesOf(page)).at(-1)).toBe('trainer_001');
  await page.goto(`${site.url}${USERS}&page=9`);
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await page.getByText('Page 1 of 2').waitFor();
});

it("offers no actions on one's own account", async () => {
  const page = await browser.open(`${USERS}&search=professor`, { as: admin });
  const own = page.getByRole('button', { name: 'Manage professor_oak' });
  await own.waitFor();
  expect(await own.isDisabled()).toBe(true);
  await own.click({ force: true });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('changes a role after a confirmation, and back', async () => {
  const misty = await makeAccount(site, 'user', 'misty');
  await makeSale(site, { by: misty, status: 'approved' });
  const page = await browser.open(`${USERS}&search=misty`, { as: admin });
  const dialog = await manage(page, 'misty');
  for (const fact of ['misty@example.org', '1 open', 'Disabled', '1 approved, 0 rejected, 0 pending'])
    await dialog.getByText(fact, { exact: true }).waitFor();
  const role = (name: string) =>
    dialog.getByRole('group', { name: 'Change role' }).getByRole('button', { name, exact: true });
  expect(await role('user').isDisabled()).toBe(true);
  await role('checker').click();
  const question = page.getByRole('dialog', { name: 'Make misty a checker?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  expect((await stored('misty')).role).toBe('user');
  await role('checker').click();
  await question.getByRole('button', { name: 'Make a checker' }).click();
  await dialog.locator('[data-announced]').filter({ hasText: 'misty is now a checker.' }).waitFor();
  await expect.poll(() => role('checker').isDisabled()).toBe(true);
  expect(await role('user').isDisabled()).toBe(false);
  expect((await stored('misty')).role).toBe('checker');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, 'misty').getByText('checker', { exact: true }).waitFor();
});

it('suspends an account, which ends its sessions at once, and reactivates it', async () => {
  const brock = await makeAccount(site, 'checker', 'brock');
  await makeApprovals(site, brock, 2);
  await makeSale(site, { by: brock });
  const page = await browser.open(`${USERS}&search=brock`, { as: admin });
  const dialog = await manage(page, 'brock');
  const status = (name: string) =>
    dialog.getByRole('group', { name: 'Change status' }).getByRole('button', { name, exact: true });
  expect(await status('Activate').isDisabled()).toBe(true);
  await status('Suspend').click();
  const question = page.getByRole('dialog', { name: 'Suspend brock?' });
  await question.getByText('They are logged out everywhere at once').waitFor();
  expect(await isAlive(site, brock.token)).toBe(true);
  await question.getByRole('button', { name: 'Suspend brock', exact: true }).click();
  await question.getByText('A reason is required').waitFor();
  await question.getByLabel('Reason').fill('Approved faulty sales');
  await question.getByLabel('Return 2 approvals to review').check();
  await question.getByLabel('Reject 1 pending sale').check();
  await question.getByLabel('Type the username to confirm').fill('brock');
  await question.getByText('returned and rejected sales have to be decided again').waitFor();
  await question
    .getByRole('button', {
      name: 'Suspend brock, return 2 approvals to review and reject 1 pending sale',
      exact: true,
    })
    .click();
  await dialog.getByText('2 approvals return to review. 1 pending sale was rejected.').waitFor();
  await dialog.getByText('No sessions').waitFor();
  await dialog.getByText('0 approved, 1 rejected, 0 pending').waitFor();
  expect(await isAlive(site, brock.token)).toBe(false);
  expect(await status('Suspend').isDisabled()).toBe(true);
  await status('Activate').click();
  await page
    .getByRole('dialog', { name: 'Activate brock?' })
    .getByRole('button', { name: 'Activate' })
    .click();
  await dialog.locator('[data-announced]').filter({ hasText: 'brock can log in again.' }).waitFor();
  expect((await stored('brock')).account_status).toBe('Active');
});

it('shows why a change failed', async () => {
  const gary = await makeAccount(site, 'admin', 'gary');
  const page = await browser.open(`${USERS}&search=gary`, { as: admin });
  const dialog = await manage(page, 'gary');
  await page.route(/admin\.(set|suspend)/, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  const suspend = page.getByRole('dialog', { name: 'Suspend gary?' });
  await suspend.getByLabel('Reason').fill('Shares the password');
  await suspend.getByRole('button', { name: 'Suspend gary' }).click();
  await suspend.getByRole('alert').filter({ hasText: MESSAGES.userStatusFailed }).waitFor();
  await suspend.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'user', exact: true }).click();
  const demote = page.getByRole('dialog', { name: 'Make gary a user?' });
  await demote.getByRole('button', { name: 'Make a user' }).click();
  await demote
    .getByRole('alert')
    .filter({ hasText: 'Failed to update user role. Please try again.' })
    .waitFor();
  await page.unroute(/admin\.(set|suspend)/);
  await demote.getByRole('button', { name: 'Make a user' }).click();
  await dialog.getByText('gary is now a user.').waitFor();
  expect((await stored('gary')).role).toBe('user');
  expect(await isAlive(site, gary.token)).toBe(true);
  expect(browser.takeErrors()).not.toEqual([]);
});

async function stored(username: string) {
  const [account] = await site.sql<{ role: string; account_status: string }>(
    'select role, account_status from account where username = ?',
    [username],
  );
  return account ?? { role: '', account_status: '' };
}
