import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { makeAccount, PASSWORD } from '../../src/testing/accounts/factories.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { localhostOf, testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(localhostOf(site));

/** Gives the page an authenticator that verifies its user, such as a fingerprint reader. */
async function attachAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    remove: () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const statuses = () => browser.takeErrors().map((error) => Number(/status of (\d+)/.exec(error)?.[1]));

it('is added, named, used for signing in and for confirming, and removed', async () => {
  const account = await makeAccount(site);
  const { username } = account.user;
  const page = await browser.open('/account?tab=security', { as: account });
  const authenticator = await attachAuthenticator(page);
  await panel(page).getByText('You have no passkeys yet.').waitFor();
  await button(page, 'Add a passkey').click();
  const codes = panel(page).locator('code');
  await expect.poll(() => codes.count()).toBe(LIMITS.twoFactor.recoveryCodes);
  const [recoveryCode = ''] = await codes.allTextContents();
  await button(page, 'I have saved them').click();
  await panel(page).getByText('Chrome on Linux').waitFor();
  await panel(page)
    .getByRole('button', { name: /^Rename/ })
    .click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.and(page.locator(':focus')).waitFor();
  await name.fill('Fingerprint reader');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await panel(page).getByText('Fingerprint reader').waitFor();
  // An authenticator has one passkey of an account.
  await button(page, 'Add a passkey').click();
  await panel(page).getByText('This device already has a passkey for your account.').waitFor();

  // In place of password and code.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await button(page, 'Log in with a passkey').click();
  await arrivesAt(page, '/');
  await page.getByRole('banner').getByRole('link', { name: username }).waitFor();

  // After the password, or replaced by a recovery code.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await button(page, 'Login').click();
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
  await authenticator.setVerified(false);
  await button(page, 'Log in with a passkey').click();
  await page.getByText('The browser did not get a passkey. Please try again.').waitFor();
  await authenticator.setVerified(true);
  await button(page, 'Use a recovery code instead').click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await button(page, 'Verify').click();
  await arrivesAt(page, '/');

  // In place of a confirmation by password and code.
  site.clock.advance(LIMITS.confirmationMinutes * 60_000);
  await page.getByRole('banner').getByRole('link', { name: username }).click();
  await page.getByRole('tab', { name: 'Security' }).click();
  await button(page, 'Remove Fingerprint reader').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await button(page, 'Use a passkey').click();
  await panel(page).getByText('You have no passkeys yet.').waitFor();
  expect(statuses()).toEqual([428]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await button(page, 'Log in with a passkey').click();
  await page.getByText('This passkey was not accepted. Please try again.').waitFor();
  expect(statuses()).toEqual([401]);
  await authenticator.remove();
});
