import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Canaries } from '../../src/testing/canaries.ts';
import type { TestAccount } from '../../src/testing/factories.ts';
import type { TestServer } from '../../src/testing/server.ts';
import { findChromium } from './chromium.ts';
import { watchPageErrors } from './page-errors.ts';
import { SecretWatch } from './secrets.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Default timeout of a page. */
const PATIENCE_MS = 20_000;

const BLANK = 'about:blank';

/** The response to every external image request. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M20 4 36 20 20 36 4 20z" fill="#8a9a8f"/></svg>`;

/** One Chromium for all files that a worker runs; each test gets profiles of its own in it. */
const worker = test
  .extend('program', { scope: 'worker' }, findChromium)
  .extend('chromium', { scope: 'worker' }, async ({ program }, { onCleanup }) => {
    const browser = await chromium.launch({ executablePath: program, args: FLAGS });
    onCleanup(() => browser.close());
    return browser;
  });

export interface Visit {
  /** The signed-in account; a visitor by default. */
  as?: TestAccount | undefined;
  width?: number;
  theme?: 'light' | 'dark';
  /** Shares storage and cookies with this page, like another tab of the same browser. */
  sameContextAs?: Page;
  /** Runs before navigation, for example to delay responses or control the clock. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface TestBrowser {
  /** Opens a path of the site in a new page, with a new profile unless `sameContextAs` is given. */
  open(address: string, visit?: Visit): Promise<Page>;
  /**
   * Opens a path in a page that the tests of a file share, one per account, because a new page takes longer. It suits
   * tests that change only the routes, width and theme of the page.
   */
  show(address: string, visit?: Pick<Visit, 'as' | 'prepare'>): Promise<Page>;
  /** The page errors since the last call. A test takes those it causes; any others fail it. */
  takeErrors(): string[];
  /** The secrets exchanged between the pages and the server. */
  canaries: Canaries;
}

/**
 * Pages for the tests of a file. No request leaves the machine: external images are fulfilled here, and any
 * other external request is an error. So are console errors, exceptions, failed requests to the site and violations
 * of the content security policy, and, at the end, a leaked secret.
 */
export function testBrowser(site: TestServer): TestBrowser {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  const shared = new Map<string, Page>();
  const errors: string[] = [];
  const secrets = new SecretWatch();

  worker.beforeAll(({ chromium: launched }) => {
    browser = launched;
  });

  afterEach(async ({ task }) => {
    await secrets.settle();
    for (const context of contexts) await context.close();
    contexts = [];
    for (const [key, page] of shared) {
      // A failed test may leave the page in any state.
      if (task.result?.state === 'fail') shared.delete(key);
      await (task.result?.state === 'fail' ? page.context().close() : leave(page));
    }
    expect(errors.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    for (const page of shared.values()) await page.context().close();
    await secrets.expectKept(site);
  });

  async function newContext({ width = 1440, theme = 'light' }: Visit = {}): Promise<BrowserContext> {
    if (!browser) throw new Error('The browser starts with the first test.');
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      hasTouch: width < 768,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    await context.route(
      (url) => url.origin !== site.url,
      (route) =>
        route.request().resourceType() === 'image'
          ? route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
          : route.abort(),
    );
    context.on('page', (page) => {
      watchPageErrors(page, site.url, (error) => errors.push(error));
      secrets.watch(page, site.url);
    });
    return context;
  }

  /** Loads an address of the site, signed in from the first script on. */
  async function load(page: Page, address: string, as: TestAccount | undefined): Promise<void> {
    const session = as && (await page.addInitScript(store, stored(as)));
    await page.goto(`${site.url}${address}`);
    // From now on the page itself decides what is stored.
    await session?.dispose();
  }

  return {
    async open(address, visit = {}) {
      const context = visit.sameContextAs?.context() ?? (await newContext(visit));
      const page = await context.newPage();
      await visit.prepare?.(page);
      await load(page, address, visit.as);
      return page;
    },
    async show(address, { as, prepare } = {}) {
      const key = as?.token ?? '';
      const page = shared.get(key) ?? (await (await newContext()).newPage());
      shared.set(key, page);
      contexts = contexts.filter((context) => context !== page.context());
      await prepare?.(page);
      await load(page, address, as);
      return page;
    },
    takeErrors: () => errors.splice(0),
    canaries: secrets.canaries,
  };
}

/** Resets the storage, routes and document of a shared page for the next test. */
async function leave(page: Page): Promise<void> {
  if (page.url() === BLANK) return;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.goto(BLANK);
}

type Stored = [name: string, value: string][];

/** A session as the client stores it in local storage. */
const stored = ({ token, user }: TestAccount): Stored => [
  ['marketdex.token', token],
  ['marketdex.user', JSON.stringify(user)],
];

const store = (items: Stored): void => {
  for (const [name, value] of items) localStorage.setItem(name, value);
};
