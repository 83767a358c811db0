import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { addToInbox } from '../src/modules/inbox/inbox.ts';
import { makeAccount, type TestAccount } from '../src/testing/accounts/factories.ts';
import { arrivesAt } from './kit/address.ts';
import { testBrowser } from './kit/browser.ts';
import { hasFocus } from './kit/keyboard.ts';
import { salesOf, stock } from './kit/market-page.ts';
import { areInRow, layoutShift } from './kit/positions.ts';
import { testSite } from './kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

/** A session as the client stores it. */
const sessionOf = ({ token, user }: TestAccount): [key: string, value: string][] => [
  ['token', token],
  ['user', JSON.stringify(user)],
];

it('tells visitors with an old browser to update it', async () => {
  const page = await browser.open('/faq');
  const note = page.getByRole('complementary', { name: 'Your browser' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await note.isVisible()).toBe(false);
  const aging = await page.addInitScript(() => Reflect.deleteProperty(Promise, 'withResolvers'));
  await page.reload();
  await note.waitFor();
  expect(await note.textContent()).toContain('Please update it');
  await aging.dispose();
});

it('puts the links in a menu on phones, and closes it after use', async () => {
  const page = await browser.open('/', { width: 390 });
  const faq = page.getByRole('banner').getByRole('link', { name: 'Register' });
  const toggle = page.getByRole('banner').getByRole('button', { name: /menu/ });
  expect(await faq.isVisible()).toBe(false);
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await toggle.click();
  await faq.waitFor();
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  await faq.focus();
  await page.keyboard.press('Escape');
  await faq.waitFor({ state: 'hidden' });
  await hasFocus(toggle);
  await toggle.click();
  await page.getByRole('banner').getByRole('link', { name: 'Browse Data' }).click();
  await faq.click();
  await arrivesAt(page, '/register');
});

it('keeps the numbers of the bell apart on the narrowest phones, however large', async () => {
  const account = await makeAccount(site);
  const entries = Array.from({ length: 100 }, (_, index) => ({
    user_id: account.user.user_id,
    kind: 'submission_rejected' as const,
    sale_id: null,
    data: { name: 'Leftovers', reason: null },
    key: String(index),
  }));
  await addToInbox(site.scope().em, entries, site.clock.now());
  const page = await browser.open('/faq', { as: account, width: 360 });
  const banner = page.getByRole('banner');
  const bell = banner.getByRole('link', { name: 'Inbox (100 unread, 100 rejected)' });
  await areInRow([
    banner.getByRole('link', { name: 'MarketDex' }),
    bell.getByText('99+'),
    banner.getByRole('button', { name: 'Search' }),
    banner.getByRole('button', { name: 'Open menu' }),
  ]);
});

it('gives titles in the inbox the width of a phone where its text is twice as large', async () => {
  const account = await makeAccount(site);
  const entry = {
    user_id: account.user.user_id,
    kind: 'submission_rejected' as const,
    sale_id: null,
    data: { name: 'Leftovers', reason: null },
    key: 'large',
  };
  await addToInbox(site.scope().em, [entry], site.clock.now());
  const page = await browser.open('/inbox', { as: account, width: 390 });
  const title = page.getByRole('listitem').getByText('Your sale of Leftovers was rejected');
  await title.waitFor();
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expect.poll(async () => (await title.boundingBox())?.width).toBeGreaterThan(200);
});

it.each(['Overview', 'Data'])(
  'does not scroll the admin panel sideways on a phone where its text is twice as large: %s',
  async (tab) => {
    const admin = await makeAccount(site, 'admin');
    const page = await browser.open(`/admin-panel?tab=${tab.toLowerCase()}`, { as: admin, width: 390 });
    await page.getByRole('switch').waitFor();
    if (tab === 'Overview') await page.getByText('PostgreSQL').waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);

it('breaks the longest name in the button that suspends its account, which stays on a phone', async () => {
  const admin = await makeAccount(site, 'admin');
  const name = 'W'.repeat(50);
  await makeAccount(site, 'user', name);
  const page = await browser.open(`/admin-panel?tab=users&search=${name}`, { as: admin, width: 390 });
  await page.getByRole('button', { name: `Manage ${name}` }).click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const button = page.getByRole('button', { name: `Suspend ${name}` });
  await button.waitFor();
  const box = await button.boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
});

it('lets keyboard users skip the header', async () => {
  const page = await browser.open('/faq');
  await page.getByRole('heading', { name: 'Frequently asked questions' }).waitFor();
  await page.keyboard.press('Tab');
  await hasFocus(page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await hasFocus(page.locator('#content'));
  await page.goto(`${site.url}/?tab=pokemon`);
  const results = page.getByRole('region', { name: 'Sales' });
  await results.getByText('No sales').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await hasFocus(page.getByRole('link', { name: 'Skip to results' }));
  await page.keyboard.press('Enter');
  await hasFocus(results);
  // Only the fragment changes.
  expect(page.url()).toBe(`${site.url}/?tab=pokemon#results`);
});

it('moves the focus to each screen, also while its script loads for the first time', async () => {
  const page = await browser.open('/');
  const follow = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true }).first();
    await link.focus();
    await page.keyboard.press('Enter');
  };
  await follow('Check several pokemon');
  await page.getByRole('heading', { name: 'Price check' }).waitFor();
  await hasFocus(page.getByRole('main'));
  for (const name of ['Login', 'Register']) {
    await follow(name);
    await hasFocus(page.getByRole('heading', { name }));
  }
  await follow('MarketDex');
  await page.getByRole('heading', { name: 'Market History' }).waitFor();
  await hasFocus(page.getByRole('main'));
});

it('has a link to the results wherever there are any', async () => {
  const admin = await makeAccount(site, 'admin');
  const page = await browser.open('/account', { as: admin });
  const paths = [
    '/account',
    '/inbox',
    '/review-submissions',
    '/review-submissions?tab=reviewers',
    '/admin-panel?tab=users',
    '/admin-panel?tab=data',
    '/admin-panel?tab=logging',
    '/price-check?set=Garchomp~',
  ];
  for (const path of paths) {
    await page.goto(`${site.url}${path}`);
    await page.getByRole('link', { name: 'Skip to results' }).waitFor();
    await page.locator('#results').waitFor();
  }
});

it('marks what is chosen in forced colours', async () => {
  const page = await browser.open('/?tab=pokemon');
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).backgroundColor);
  await page.getByRole('tab', { name: 'Items' }).waitFor();
  const [chosen, other] = [await background('Pokemon'), await background('Items')];
  expect(chosen).not.toBe(other);
  const mode = page.getByRole('group', { name: 'Filters', exact: true }).locator('label');
  // In a script that loads after the tabs are drawn.
  await mode.first().waitFor();
  const backgrounds = await mode.evaluateAll((all) =>
    all.map((label) => getComputedStyle(label).backgroundColor),
  );
  expect(backgrounds[0]).toBe(chosen);
  expect(backgrounds[1]).not.toBe(chosen);
  // Drawings, such as the glyphs of IVs, take these.
  const drawing = page.getByRole('banner').locator('svg').first();
  const tokens = await drawing.evaluate((svg) =>
    ['accent', 'ink', 'paper'].map((name) => getComputedStyle(svg).getPropertyValue(`--color-${name}`)),
  );
  expect(tokens).toEqual(['Highlight', 'CanvasText', 'Canvas']);

  await page.goto(`${site.url}/login`);
  await page.evaluate(
    (session) => {
      for (const [key, value] of session) localStorage.setItem(`marketdex.${key}`, value);
    },
    sessionOf(await makeAccount(site, 'admin')),
  );
  await page.goto(`${site.url}/admin-panel?tab=data`);
  const toggle = page.getByRole('switch', { name: 'Deleted sales' });
  const colours = () =>
    toggle.evaluate((input) =>
      [input, input.nextElementSibling].map((one) => one && getComputedStyle(one).backgroundColor),
    );
  await toggle.waitFor();
  const off = await colours();
  expect(off[1]).not.toBe(off[0]);
  await toggle.check();
  const on = await colours();
  expect(on[1]).not.toBe(on[0]);
  expect(on[1]).not.toBe(off[1]);
  const badge = page.getByRole('banner').getByText('admin', { exact: true });
  expect(await badge.evaluate((shown) => getComputedStyle(shown).borderTopWidth)).toBe('1px');
  await page.goto(`${site.url}/admin-panel?tab=logging`);
  const checked = page.getByRole('checkbox', { name: 'Hide my reads', checked: true });
  await checked.waitFor();
  const [tick, text] = await checked.evaluate((input) =>
    [input.nextElementSibling, document.body].map((one) => one && getComputedStyle(one).color),
  );
  expect(tick).toBe(text);
  // The next test uses the same page.
  await page.emulateMedia({ forcedColors: null });
});

it('shows an error for an unknown path', async () => {
  const page = await browser.open('/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Browse Data' }).click();
  await arrivesAt(page, '/');
  expect(browser.takeErrors()).toEqual([expect.stringContaining('404')]);
});

it('serves the page of UI primitives only in development', async () => {
  const page = await browser.open('/dev/ui');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(browser.takeErrors()).toEqual([expect.stringContaining('404')]);
});

it('follows the theme of the system until one is chosen, and keeps the choice', async () => {
  const page = await browser.open('/faq', { theme: 'dark' });
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  /** The colours of the page and of the browser around it, which are the same. */
  const paper = () =>
    page.evaluate(() => {
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      const swatch = document.createElement('i');
      return [document.documentElement, ...metas].flatMap((one) => {
        if (!(one instanceof HTMLMetaElement)) return getComputedStyle(one).backgroundColor;
        swatch.style.color = one.content;
        return matchMedia(one.media).matches ? swatch.style.color : [];
      });
    });
  const dark = await ink();
  const darkPaper = await paper();
  expect(darkPaper).toEqual([darkPaper[0], darkPaper[0]]);
  const button = page.getByRole('button', { name: 'Theme' });
  const choice = (name: string) => page.getByRole('radio', { name });
  await button.click();
  expect(await choice('System').isChecked()).toBe(true);
  await choice('Light').check({ force: true });
  await expect.poll(ink).not.toBe(dark);
  const light = await ink();
  const lightPaper = await paper();
  expect(lightPaper).toEqual([lightPaper[0], lightPaper[0]]);
  expect(lightPaper).not.toEqual(darkPaper);
  await page.reload();
  await button.focus();
  await expect.poll(ink).toBe(light);
  expect(await paper()).toEqual(lightPaper);
  // With the keyboard: the menu opens, the arrow chooses, and Escape returns to the button.
  await page.keyboard.press('Enter');
  await page.locator('input:focus').and(choice('Light')).waitFor();
  // No shortcut, while the menu is open.
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowUp');
  await expect.poll(ink).toBe(dark);
  await page.keyboard.press('Escape');
  await page.locator('button:focus').and(button).waitFor();
  expect(await choice('Light').isVisible()).toBe(false);
  // The Tab key leaves it, and closes it.
  await page.keyboard.press('Enter');
  await page.locator('input:focus').and(choice('System')).waitFor();
  await page.keyboard.press('Tab');
  await choice('Light').waitFor({ state: 'hidden' });
});

it('fits a phone with text of twice the size', async () => {
  const page = await browser.open('/account?tab=security', { as: await makeAccount(site), width: 360 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await page.getByText('This device', { exact: true }).waitFor();
  await page.getByRole('contentinfo').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
});

it('switches colours without a transition under reduced motion', async () => {
  const page = await browser.open('/faq', { theme: 'dark' });
  await page.locator('details').first().waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  const moving = () => document.getAnimations().filter((one) => one instanceof CSSTransition).length;
  expect(await page.evaluate(moving)).toBe(0);
});

it('prints the answers that are closed, and in light colours when the dark ones are chosen', async () => {
  const page = await browser.open('/faq');
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const light = await ink();
  const entry = page.locator('details').first();
  await entry.waitFor();
  const height = async () => (await entry.boundingBox())?.height ?? 0;
  const closed = await height();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  expect(await ink()).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  expect(await height()).toBeGreaterThan(closed);
  expect(await ink()).toBe(light);
  // The next test uses the same page.
  await page.emulateMedia({ media: null });
});

it('opens the answer of the URL fragment', async () => {
  const page = await browser.open('/faq');
  const entries = page.locator('details');
  await entries.first().waitFor();
  const id = await entries.last().getAttribute('id');
  expect(await entries.last().evaluate((entry) => entry.hasAttribute('open'))).toBe(false);
  await page.goto(`${site.url}/faq#${id}`);
  await page.locator(`details#${id}[open]`).waitFor();
});

it.each([320, 390])('has the answer close to the search on phones, and moves nothing: %i', async (width) => {
  await stock(site, salesOf('Garchomp', 6, { kind: 'pokemon' }));
  const page = await browser.open('/?tab=pokemon&name=Garchomp&exact=true', { width });
  const answer = page.getByRole('region', { name: 'Answer' }).getByText(/^\d+ sales/);
  await answer.waitFor();
  const links = ['What would this go for?', 'Everything on Garchomp', 'Only sales with proof'];
  await page.getByText('Only sales with proof').waitFor();
  // One row, which scrolls to the link that gets the focus.
  await areInRow(links.map((name) => page.getByText(name, { exact: true })));
  await areInRow([page.getByRole('tab', { name: 'Pokemon' }), page.getByText('Easy', { exact: true })]);
  const bottom = async (of: Locator) => {
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return y + height;
  };
  const below = (await answer.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  expect(below - (await bottom(page.getByLabel('Search items and pokemon')))).toBeLessThan(180);
  expect(await layoutShift(page)).toBeLessThan(0.02);
  const last = page.getByRole('button', { name: 'Only sales with proof' });
  await last.focus();
  await expect
    .poll(async () => {
      const { x = 0, width: own = 0 } = (await last.boundingBox()) ?? {};
      return x + own;
    })
    .toBeLessThan(width);
});

it.each([390, 1440])('has controls of one height: %i', async (width) => {
  await stock(site, salesOf('Garchomp', 6, { kind: 'pokemon' }));
  const page = await browser.open('/?tab=pokemon&name=Garchomp&exact=true', { width });
  const history = page.getByRole('region', { name: 'Price history' });
  const select = history.getByLabel('Price scale');
  await select.waitFor();
  const heightOf = async (of: Locator) => (await of.boundingBox())?.height;
  const height = await heightOf(select);
  expect(height).toBe(width === 1440 ? 36 : 44);
  expect(await heightOf(history.getByRole('group', { name: 'Time range' }))).toBe(height);
  expect(await heightOf(page.getByRole('group', { name: 'Filters', exact: true }))).toBe(height);
});
