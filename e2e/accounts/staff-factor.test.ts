import { expect, it } from 'vitest';
import { makeAccount } from '../../src/testing/accounts/factories.ts';
import { codeNow } from '../../src/testing/accounts/totp.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

it('counts down the days without a second factor, then keeps staff out until it has one', async () => {
  const checker = await makeAccount(site, 'checker');
  await site.services().settings.set('require_staff_two_factor', 'true');
  const page = await browser.open('/review-submissions', { as: checker });
  const notice = page.getByRole('complementary', { name: 'Second factor' });
  await notice.getByText(/within 14 days/).waitFor();
  await page.getByRole('heading', { name: 'Review', exact: false }).first().waitFor();

  const passDays = (days: number) =>
    Promise.all([
      site.sql(
        `update setting set updated_at = updated_at - make_interval(days => ?)
         where key = 'require_staff_two_factor'`,
        [days],
      ),
      site.sql(`update account set staff_since = staff_since - make_interval(days => ?) where user_id = ?`, [
        days,
        checker.user.user_id,
      ]),
    ]);
  await passDays(4);
  await page.reload();
  await notice.getByText(/within 10 days/).waitFor();
  await passDays(9);
  await page.reload();
  await notice.getByText(/within 1 day /).waitFor();

  await passDays(1);
  // The first requests fail before the role is known.
  browser.allowErrors(403);
  await page.reload();
  await page.getByRole('heading', { name: 'Your role requires a second factor.' }).waitFor();
  expect(await notice.count()).toBe(0);
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  await arrivesAt(page, '/account?tab=security');
  const panel = page.getByRole('region', { name: 'Two-factor authentication' });
  await panel.getByRole('button', { name: 'Set up 2FA' }).click();
  await panel.getByRole('img', { name: /^QR code/ }).waitFor();
  const secret = (await panel.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('6-digit code').fill(await codeNow(site, secret));
  await panel.getByRole('button', { name: 'Verify and enable' }).click();
  await panel.getByRole('button', { name: 'I have saved them' }).click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Review/ })
    .click();
  await arrivesAt(page, '/review-submissions');
  await page.getByRole('tab', { name: /^Pending/ }).waitFor();
});
