import { expect, it } from 'vitest';
import { axeFindings } from './axe.ts';
import { testBrowser } from './browser.ts';
import { testSite } from './site.ts';

const site = testSite();
const browser = testBrowser(site);

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
  expect(await axeFindings(page, ['color-contrast'])).toEqual([contrast]);
});
