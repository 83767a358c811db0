import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { axeFindings } from './axe.ts';
import { testBrowser } from './browser.ts';
import { Pages } from './pages.ts';
import { testSite } from './site.ts';

const site = testSite();
const browser = testBrowser(site);

const [ENDED, OTHER] = [randomUUID(), randomUUID()];

it('reports violations of the content security policy', async () => {
  const page = await browser.open('/faq');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.head.append(script);
  });
  expect(browser.takeErrors()).toEqual([expect.stringContaining('Content Security Policy')]);
  expect(await page.title()).not.toBe('taken over');
});

it('reports exceptions', async () => {
  const page = await browser.open('/faq');
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(() => setTimeout(() => JSON.parse('{')));
  await thrown;
  expect(browser.takeErrors()).toEqual([expect.stringContaining('SyntaxError')]);
});

it('reports error responses and requests without a response', async () => {
  const page = await browser.open('/faq');
  await page.evaluate(() => fetch('/api/nowhere'));
  expect(browser.takeErrors()).toEqual([expect.stringContaining('404')]);
  await page.route('**/api/nowhere', (route) => route.abort());
  await page.evaluate(() => fetch('/api/nowhere').catch(() => undefined));
  expect(browser.takeErrors()).toContainEqual(expect.stringContaining('no answer'));
});

it('accepts the refusal of a call that overlaps with the sign-out of its page, and of no other', async () => {
  const page = await browser.open('/faq');
  const call = (path: string, token: string) =>
    page.evaluate(
      async ([url, authorization]) => {
        const response = await fetch(url, { headers: { authorization } });
        await response.text();
        return response.status;
      },
      [`/trpc/${path}?input={}`, `Bearer ${token}`] as const,
    );
  await page.route(/auth\.logout/, (route) => route.fulfill({ json: {} }));
  expect(await call('auth.profile', OTHER)).toBe(401);
  expect(browser.takeErrors()).toEqual([expect.stringContaining('401')]);
  await call('auth.logout', ENDED);
  expect(await call('inbox.count', ENDED)).toBe(401);
  expect(browser.takeErrors()).toEqual([]);
  expect(await call('inbox.list', OTHER)).toBe(401);
  expect(browser.takeErrors()).toEqual([expect.stringContaining('401')]);
});

it('accepts the refusal of a public read on a busy machine, and of no other call', async () => {
  const page = await browser.open('/faq');
  const call = (path: string) =>
    page.evaluate(async (url) => {
      const response = await fetch(url);
      await response.text();
      return response.status;
    }, `/trpc/${path}?input={}`);
  await page.route(/\/trpc\//, (route) => route.fulfill({ status: 503, json: {} }));
  expect(await call('market.overview')).toBe(503);
  expect(browser.takeErrors()).toEqual([]);
  expect(await call('auth.profile')).toBe(503);
  expect(browser.takeErrors()).toEqual([expect.stringContaining('503')]);
});

it("hides from the site's scripts what the oldest supported browsers lack", async () => {
  const page = await browser.open('/faq');
  await page.route('**/assets/probe.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'document.title = typeof URL.parse + typeof [].values().map',
    }),
  );
  await page.addScriptTag({ url: '/assets/probe.js' });
  expect(await page.title()).toBe('undefinedundefined');
  expect(await page.evaluate(() => typeof URL.parse)).toBe('function');
});

it('fulfils image requests and blocks all other external requests', async () => {
  const page = await browser.open('/faq');
  const picture = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve('shown');
        image.onerror = () => resolve('failed');
        image.src = 'https://i.imgur.com/any.png';
      }),
  );
  expect(picture).toBe('shown');
  // Navigation is not covered by the policy, which would block a fetch.
  await page.goto('https://outside.example/').catch(() => undefined);
  expect(browser.takeErrors()).toContainEqual('left the site: https://outside.example/');
});

it('finds accessibility violations, also when it checks a page again', async () => {
  const page = await browser.open('/faq');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => {
    const [dim, nameless] = [document.createElement('p'), document.createElement('button')];
    Object.assign(dim.style, { color: 'rgb(120, 120, 120)', backgroundColor: 'rgb(140, 140, 140)' });
    dim.textContent = 'Hard to read';
    document.querySelector('main')?.append(dim, nameless);
  });
  const contrast = expect.stringMatching(/^color-contrast: .*Hard to read/s);
  expect(await axeFindings(page)).toEqual(
    expect.arrayContaining([contrast, expect.stringMatching(/^button-name: /)]),
  );
});

it('finds texts without contrast in one theme only, on backgrounds of that theme', async () => {
  const page = await browser.open('/faq');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const add = (text: string, color: string, background: string) =>
    page.evaluate(
      (given) => {
        const [box, dim] = [document.createElement('div'), document.createElement('p')];
        box.style.background = given.background;
        Object.assign(dim.style, { color: given.color, transition: 'color 5s' });
        dim.textContent = given.text;
        box.append(dim);
        document.querySelector('main')?.append(box);
      },
      { text, color, background },
    );
  await add('Dim in the dark', 'light-dark(#222, #777)', 'light-dark(#eee, #888)');
  await add('Dim in the light', 'light-dark(#777, #eee)', 'light-dark(#888, #222)');
  await add('A token that is dim in the dark', 'var(--color-paper)', '#333');
  for (const _ of ['first', 'second'])
    expect(await axeFindings(page)).toEqual([
      expect.stringMatching(/^color-contrast: (?!.*(?:Dim in the dark|A token)).*Dim in the light/s),
      expect.stringMatching(
        /^color-contrast-dark: Texts need (?!.*Dim in the light).*Dim in the dark.*A token.*contrastRatio/s,
      ),
    ]);
  const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(scheme).toBe('light dark');
});

it('uses a page again without the storage, routes and history of its last test', async () => {
  const chromium = (await browser.open('/faq')).context().browser();
  if (!chromium) throw new Error('The page has no browser.');
  const [faq, neutral] = [`${site.url}/faq`, `${site.url}/favicon.svg`];
  let watched = 0;
  const pages = new Pages(
    () => chromium,
    () => {
      watched += 1;
    },
  );
  const first = await pages.take({ width: 1000, theme: 'dark' });
  let listened = 0;
  first.on('request', () => {
    listened += 1;
  });
  await first.goto(faq);
  await first.evaluate(() => {
    localStorage.setItem('left', 'over');
    sessionStorage.setItem('left', 'over');
    // biome-ignore lint/suspicious/noDocumentCookie: the profile must lose it
    document.cookie = 'left=over';
  });
  await first.route('**/healthz', (route) => route.abort());
  await first.context().setOffline(true);
  await pages.release(neutral, true);
  const listenedBefore = listened;

  const second = await pages.take({});
  expect(second).toBe(first);
  await second.goto(faq);
  const left = await second.evaluate(async () => ({
    stored: [localStorage.length, sessionStorage.length, document.cookie],
    healthy: (await fetch('/healthz')).status,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
  }));
  expect(left).toEqual({ stored: [0, 0, ''], healthy: 200, isDark: false, width: 1440 });
  expect(await second.goBack().then((response) => response?.url())).toBe(neutral);
  expect([watched, listened]).toEqual([2, listenedBefore]);

  // A replaced clock cannot be restored.
  await second.clock.install();
  await pages.release(neutral, true);
  const third = await pages.take({});
  expect(third).not.toBe(second);
  await pages.release(neutral, false);
  expect(third.isClosed()).toBe(true);
  await pages.close();
});
