import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DAY_MS, todayUtc } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { deleteSales, makeAccount } from '../../src/testing/accounts/factories.ts';
import { isAlive } from '../../src/testing/accounts/sign-in.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { makeApprovals } from '../../src/testing/market/approvals.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { checkAppearance } from '../kit/check-appearance.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const SCREEN = '/review-submissions';

const admin = testAccount(site, 'admin', 'professor_oak');

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialogFor = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Return approvals by ${name}` });

async function ask(page: Page, name: string) {
  await page.getByRole('button', { name: `Return approvals by ${name}…` }).click();
  const dialog = dialogFor(page, name);
  await dialog.waitFor();
  return dialog;
}

/** Runs the next step of a return, like a worker. */
async function step(runId: number) {
  const { reviewerAudit } = site.services(admin.actor);
  await reviewerAudit.returnNext(runId);
}

it('returns the approvals of a reviewer, from the table to the end of the run', async () => {
  // Before the approvals, or those before a midnight would not be among them.
  const today = todayUtc();
  await deleteSales(site);
  await site.sql('delete from approval_return');
  const ash = await makeAccount(site, 'checker', 'ash_k');
  const total = LIMITS.review.returnBatch + 3;
  await makeApprovals(site, ash, 2, new Date(site.clock.now().getTime() - 2 * DAY_MS));
  await makeApprovals(site, ash, total);
  const page = await browser.open(SCREEN, { as: admin });
  await page.getByRole('tab', { name: 'Reviewers' }).click();
  await arrivesAt(page, `${SCREEN}?tab=reviewers`);
  await rowOf(page, 'ash_k')
    .getByText(`${total + 2} approved, 0 rejected`)
    .waitFor();
  expect(await rowOf(page, 'professor_oak').getByRole('button').count()).toBe(0);
  await page.getByText('No approvals have been returned to review yet.').waitFor();

  const dialog = await ask(page, 'ash_k');
  const send = dialog.locator('button[type=submit]');
  await dialog.getByText(`Return ${total + 2} approvals by ash_k to review.`).waitFor();
  await dialog.getByLabel('Approved since').fill(today);
  await dialog.getByText(`Return ${total} approvals by ash_k to review.`).waitFor();
  await dialog.getByText('To undo this, each sale has to be decided again.').waitFor();
  await checkAppearance(page, 'reviewers-return');
  await send.click();
  await dialog.getByText('Type the username to continue').waitFor();

  await dialog.getByLabel('Type the username to confirm').fill('ash_k');
  await dialog.getByRole('button', { name: `Return ${total} approvals by ash_k to review` }).dblclick();
  const bar = dialog.getByRole('progressbar');
  await bar.waitFor();
  expect(await bar.getAttribute('aria-valuetext')).toBe(`Waiting to start: 0 of ${total}`);
  expect(await isAlive(site, ash.token)).toBe(true);
  const runs = await site.sql<{ run_id: number }>('select run_id from approval_return');
  expect(runs).toHaveLength(1);
  const runId = runs[0]?.run_id ?? 0;

  await step(runId);
  await dialog.getByText(`${LIMITS.review.returnBatch} of ${total} returned`).waitFor();
  await checkAppearance(page, 'reviewers-progress');
  await step(runId);
  await dialog.getByText(`${total} approvals are back in review`).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });

  // The figures, the returns and the queue update without a reload.
  await expect.poll(async () => (await rowOf(page, 'ash_k').textContent()) ?? '').toContain('98.1%');
  const run = page.getByRole('region', { name: 'Returns of approvals' }).getByRole('listitem');
  await run.filter({ hasText: `${total} approvals are back in review` }).waitFor();
  expect(await run.textContent()).toContain('Requested by professor_oak');
  await page.getByRole('tab', { name: `Pending ${total}` }).waitFor();
  await checkAppearance(page, 'reviewers');
});

it('suspends a reviewer for a reason, and returns the approvals since a day', async () => {
  const today = todayUtc();
  const erika = await makeAccount(site, 'checker', 'erika');
  await makeApprovals(site, erika, 2, new Date(site.clock.now().getTime() - 2 * DAY_MS));
  await makeApprovals(site, erika, 3);
  const page = await browser.open(`${SCREEN}?tab=reviewers&since=${today}`, { as: admin });
  await page.getByRole('button', { name: 'Suspend erika…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend erika?' });
  await dialog.getByLabel('Return 3 approvals to review').check();
  await dialog.getByLabel('Approved since').fill('');
  await dialog.getByRole('button', { name: 'Suspend erika and return 5 approvals to review' }).waitFor();
  await dialog.getByLabel('Approved since').fill(today);
  const send = dialog.getByRole('button', { name: 'Suspend erika and return 3 approvals to review' });
  await send.click();
  await dialog.getByText('A reason is required').waitFor();
  expect(await isAlive(site, erika.token)).toBe(true);
  await checkAppearance(page, 'reviewers-suspend');
  await dialog.getByLabel('Reason').fill('Approved faulty sales');
  await dialog.getByLabel('Type the username to confirm').fill('erika');
  await send.click();
  await page.getByText('3 approvals return to review.').waitFor();
  expect(await isAlive(site, erika.token)).toBe(false);
  await rowOf(page, 'erika').getByText('Suspended').waitFor();
  expect(await page.getByRole('button', { name: 'Suspend erika…' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  const run = page.getByRole('region', { name: 'Returns of approvals' }).getByRole('listitem');
  await run.filter({ hasText: 'Approvals by erika' }).filter({ hasText: ', with a suspension' }).waitFor();
});

it('refuses a second return of a reviewer, and shows one that stopped', async () => {
  const today = todayUtc();
  const brock = await makeAccount(site, 'checker', 'brock');
  await makeApprovals(site, brock, 5);
  const page = await browser.open(`${SCREEN}?tab=reviewers&since=${today}`, { as: admin });
  const dialog = await ask(page, 'brock');
  await dialog.getByText('Return 5 approvals by brock to review.').waitFor();
  const asked = { reviewer_id: brock.user.user_id, since: today };
  const { run_id } = await site.services().reviewerAudit.start(asked);
  await dialog.getByLabel('Type the username to confirm').fill('Brock');
  await dialog.locator('button[type=submit]').click();
  await dialog
    .getByRole('alert')
    .filter({ hasText: 'are already being returned to review: 0 of 5' })
    .waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('409')]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await site.services().reviewerAudit.giveUp(run_id);
  await page.getByText('Stopped after 0 of 5').waitFor();
  await checkAppearance(page, 'reviewers-stopped');
});
