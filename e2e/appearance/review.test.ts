import { beforeAll } from 'vitest';
import { makeSale } from '../../src/testing/accounts/factories.ts';
import { testAccount } from '../../src/testing/accounts/test-account.ts';
import { testBrowser } from '../kit/browser.ts';
import { stock } from '../kit/market-page.ts';
import { CARDS, REVIEW } from '../kit/review-page.ts';
import { assortment, LONG_NAME, offersRetry, type Screen, testScreens } from '../kit/screens.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const user = testAccount(site);
const checker = testAccount(site, 'checker');

const SCREENS: Screen[] = [
  {
    name: 'access-denied',
    address: REVIEW,
    as: user,
    ready: (page) => page.getByText('Access Denied').waitFor(),
  },
  {
    name: 'review-all',
    address: `${REVIEW}?tab=all&status=approved&view=cards`,
    as: checker,
    ready: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'review-dialog',
    address: CARDS,
    as: checker,
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
    address: CARDS,
    as: checker,
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
    address: `${REVIEW}?tab=all&name=nothing`,
    as: checker,
    ready: (page) => page.getByText('No submissions match').waitFor(),
  },
  {
    name: 'review-failed',
    address: CARDS,
    as: checker,
    lost: /reviews\.list/,
    ready: offersRetry,
  },
];

beforeAll(async () => {
  await stock(site, assortment(12));
  for (const name of ['Leftovers', LONG_NAME]) await makeSale(site, { name });
  await makeSale(site, { kind: 'pokemon', traits: { is_shiny: true, level: 100, held_item: 'Leftovers' } });
});

testScreens(browser, SCREENS);
