import { beforeAll } from 'vitest';
import { makeAccount, makeSale, type TestAccount } from '../../src/testing/factories.ts';
import { testBrowser } from '../kit/browser.ts';
import { stock } from '../kit/market-page.ts';
import { assortment, LONG_NAME, offersRetry, type Screen, testScreens } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

interface Accounts {
  user: TestAccount;
  checker: TestAccount;
}

const SCREENS: Screen<keyof Accounts>[] = [
  {
    name: 'access-denied',
    address: '/review-submissions',
    as: 'user',
    ready: (page) => page.getByText('Access Denied').waitFor(),
  },
  {
    name: 'review-pending',
    address: '/review-submissions',
    as: 'checker',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-all',
    address: '/review-submissions?tab=all&status=approved',
    as: 'checker',
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-dialog',
    address: '/review-submissions',
    as: 'checker',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Review Garchomp/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
  {
    name: 'review-edit',
    address: '/review-submissions',
    as: 'checker',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Review Garchomp/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Save changes' }).waitFor();
    },
  },
  {
    name: 'review-empty',
    address: '/review-submissions?tab=all&name=nothing',
    as: 'checker',
    ready: (page) => page.getByText('No submissions match').waitFor(),
  },
  {
    name: 'review-failed',
    address: '/review-submissions',
    as: 'checker',
    lost: /reviews\.list/,
    ready: offersRetry,
  },
];

let accounts: Accounts;

beforeAll(async () => {
  accounts = { user: await makeAccount(site), checker: await makeAccount(site, 'checker') };
  await stock(site, assortment(12));
  for (const name of ['Leftovers', LONG_NAME]) await makeSale(site, { name });
  await makeSale(site, { kind: 'pokemon', traits: { is_shiny: true, level: 100, held_item: 'Leftovers' } });
});

testScreens(browser, SCREENS, () => accounts);
