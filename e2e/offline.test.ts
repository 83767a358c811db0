import { expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../src/contract/shared/dates.ts';
import { MESSAGES } from '../src/contract/shared/messages.ts';
import { makeAccount, makeSale } from '../src/testing/accounts/factories.ts';
import { testBrowser } from './kit/browser.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

it('fails a submission at once, never sends it later by itself, and keeps the form over a reload', async () => {
  const account = await makeAccount(site);
  const page = await browser.open('/submit-data', { as: account });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\.submit/.test(request.url())) sent.push(request.url());
  });
  const date = daysBefore(todayUtc(), 1);
  await page.getByLabel('Item name').fill('Master Ball');
  await page.getByLabel('Price').pressSequentially('500k');
  await page.getByLabel('Date sold').fill(date);
  await page.context().setOffline(true);
  await page.getByRole('status').getByText('No network.').waitFor();
  await page.getByRole('button', { name: 'Submit Data' }).click();
  await page.getByRole('alert').filter({ hasText: MESSAGES.submitFailed }).waitFor();

  sent.length = 0;
  await page.context().setOffline(false);
  await page.getByText('No network.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('This form was restored.').waitFor();
  expect(sent).toEqual([]);
  expect(await page.getByLabel('Item name').inputValue()).toBe('Master Ball');
  expect(await page.getByLabel('Price').inputValue()).toBe('500,000');
  expect(await page.getByLabel('Date sold').inputValue()).toBe(date);
  await page.getByRole('button', { name: 'Submit Data' }).click();
  await page.getByRole('heading', { name: /is submitted/ }).waitFor();
  await expect
    .poll(() =>
      site.sql('select count(*)::int as sales from sale where submitted_by = ?', [account.user.user_id]),
    )
    .toEqual([{ sales: 1 }]);
  await page.goto(`${site.url}/submit-data`);
  expect(await page.getByLabel('Item name').inputValue()).toBe('');
  browser.takeErrors();
});

it('keeps what is shown, and opens a page that was not loaded when the network returns', async () => {
  const by = await makeAccount(site);
  await makeSale(site, { by, name: 'Master Ball', status: 'approved' });
  const page = await browser.open('/');
  const row = page.getByRole('table').getByText('Master Ball');
  await row.waitFor();
  await expect
    .poll(() =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /open-row-content/.test(name)),
      ),
    )
    .toBe(true);
  await page.context().setOffline(true);
  await page.getByText('No network.').waitFor();
  await row.click();
  await page.getByRole('link', { name: "This sale's page" }).waitFor();
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await page.getByText('This page opens when the network is back.').waitFor();
  await page.getByRole('contentinfo').waitFor();
  await page.getByRole('banner').waitFor();
  // A screen without the layout, which has neither header nor footer.
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.waitForURL('**/login');
  await page.getByText('This page opens when the network is back.').waitFor();
  await page.getByRole('contentinfo').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'MarketDex' }).click();
  await row.waitFor();
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await page.getByText('This page opens when the network is back.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Frequently asked questions' }).waitFor();
  browser.takeErrors();
});

it('loads the document of a screen whose script a release has removed, and says so when that does not help', async () => {
  const documents: string[] = [];
  const page = await browser.open('/', {
    prepare: (opened) => {
      opened.on('request', (request) => {
        if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
      });
      return opened.route('**/assets/faq-screen-*.js', (route) => route.fulfill({ status: 404 }), {
        times: 1,
      });
    },
  });
  const faq = page.getByRole('link', { name: 'FAQ' }).first();
  const heading = page.getByRole('heading', { level: 1, name: 'Frequently asked questions' });
  await faq.click();
  await heading.waitFor();
  expect(documents).toEqual(['/', '/faq']);
  await page.getByRole('banner').getByRole('link', { name: 'MarketDex' }).click();

  await page.route('**/assets/legal-screen-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Legal Notice' }).first().click();
  await page.getByText('The site was updated.').waitFor();
  expect(documents).toEqual(['/', '/faq', '/impressum']);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { level: 1, name: 'Legal Notice' }).waitFor();
  browser.takeErrors();
});

it('keeps the page when a dialog cannot be loaded, and opens it when the network is back', async () => {
  const page = await browser.open('/account?tab=profile', { as: await makeAccount(site) });
  const opener = page.getByRole('button', { name: 'Delete my account' });
  await opener.waitFor();
  await page.context().setOffline(true);
  await page.getByText('No network.').waitFor();
  await opener.click();
  await page.getByText('This could not be opened.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('No network.').waitFor({ state: 'detached' });
  await opener.click();
  await page.getByRole('dialog', { name: /^Delete the account/ }).waitFor();
  browser.takeErrors();
});

it.each(['index', 'react-dom', 'rolldown-runtime'])(
  'says that the page did not load without the script %s, and loads it when the network is back',
  async (script) => {
    // As a network that asks for a login answers.
    const portal = { contentType: 'text/html', body: '<h1>Welcome</h1>' };
    const page = await browser.open('/', {
      width: 390,
      prepare: (opened) => opened.route(`**/assets/${script}-*.js`, (route) => route.fulfill(portal)),
    });
    const message = page.getByText('This page did not load completely.');
    await message.waitFor();
    expect(await page.getByText('This page is still loading.').count()).toBe(0);
    await page.getByRole('button', { name: 'Reload' }).click();
    await message.waitFor();
    await page.unrouteAll();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'Market History' }).waitFor();
    await page.getByRole('region', { name: 'Sales' }).waitFor();
    await message.waitFor({ state: 'hidden' });
    browser.takeErrors();
  },
);

it('says that the page is still loading when a script does not arrive for some seconds', async () => {
  const page = await browser.open('/login', { width: 390 });
  const message = page.locator('#still-loading');
  const username = page.getByLabel('Username');
  await username.waitFor();
  expect(await message.count()).toBe(0);
  await page.route('**/assets/index-*.js', () => new Promise<never>(() => undefined), { times: 1 });
  await page.reload({ waitUntil: 'commit' });
  await message.waitFor({ state: 'attached' });
  expect(await message.isVisible()).toBe(false);
  // Instead of those seconds.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await message.waitFor();
  await message.getByRole('link', { name: 'Reload' }).click();
  await username.waitFor();
  expect(await message.count()).toBe(0);
});

it('says at the top of the page that it needs JavaScript, where scripts are switched off', async () => {
  const visitor = await browser.open('/');
  const context = await visitor.context().browser()?.newContext({ javaScriptEnabled: false });
  const page = await context?.newPage();
  await page?.goto(site.url);
  // Playwright finds no texts in this element.
  const notice = page?.locator('noscript p');
  expect(await notice?.boundingBox()).toMatchObject({ x: 0, y: 0 });
  expect(await notice?.evaluate((it) => getComputedStyle(it).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
  await context?.close();
});
