import { expect, it } from 'vitest';
import { testBrowser } from './browser.ts';
import { testSite } from './site.ts';

const site = testSite();
const browser = testBrowser(site);

it('sees what the content security policy forbids', async () => {
  const page = await browser.open('/faq');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    document.head.append(script);
  });
  expect(browser.takeFaults()).toEqual([expect.stringContaining('Content Security Policy')]);
  expect(await page.title()).not.toBe('taken over');
});

it('sees exceptions', async () => {
  const page = await browser.open('/faq');
  const thrown = page.waitForEvent('pageerror');
  await page.evaluate(() => setTimeout(() => JSON.parse('{')));
  await thrown;
  expect(browser.takeFaults()).toEqual([expect.stringContaining('SyntaxError')]);
});

it('sees answers that are errors and requests without an answer', async () => {
  const page = await browser.open('/faq');
  await page.evaluate(() => fetch('/api/nowhere'));
  expect(browser.takeFaults()).toEqual([expect.stringContaining('404')]);
  await page.route('**/api/nowhere', (route) => route.abort());
  await page.evaluate(() => fetch('/api/nowhere').catch(() => undefined));
  expect(browser.takeFaults()).toContainEqual(expect.stringContaining('no answer'));
});

it('answers for the picture hosts, and lets nothing out', async () => {
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
  // A link is no fetch, which the policy would stop: the document itself would leave.
  await page.goto('https://outside.example/').catch(() => undefined);
  expect(browser.takeFaults()).toContainEqual('left the site: https://outside.example/');
});
