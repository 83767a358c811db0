import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Canaries } from '../src/testing/canaries.ts';
import type { TestAccount } from '../src/testing/factories.ts';
import type { TestServer } from '../src/testing/server.ts';
import { findChromium } from './chromium.ts';
import { watchFaults } from './faults.ts';
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

/** How long a page may take to show what a test waits for. */
const PATIENCE_MS = 20_000;

const BLANK = 'about:blank';

/** Stands for every picture of the hosts outside. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M20 4 36 20 20 36 4 20z" fill="#8a9a8f"/></svg>`;

export interface Visit {
  /** Who is signed in, as after a login; nobody when left out. */
  as?: TestAccount | undefined;
  width?: number;
  theme?: 'light' | 'dark';
  /** Shares storage and cookies with this page: another tab of the same person. */
  beside?: Page;
  /** Done before the page is asked for: holding answers back, taking over its clock. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface TestBrowser {
  /** A page at an address of the site. Without `beside` in a profile of its own. */
  open(address: string, visit?: Visit): Promise<Page>;
  /**
   * The address in a page that tests of this file share, one for each account, with storage as after a login. Opening
   * it costs a third of a new page; for tests that change nothing of the page but routes, width and theme.
   */
  show(address: string, visit?: Pick<Visit, 'as' | 'prepare'>): Promise<Page>;
  /** What went wrong in the pages since the last call. A test takes the faults it causes; others fail it. */
  takeFaults(): string[];
  /** The secrets that the pages and the server told each other. */
  canaries: Canaries;
}

/**
 * One Chromium for all tests of a file. No request leaves the machine: pictures of other hosts are answered here,
 * and anything else that a page asks of them is a fault. So are errors on the console, exceptions, failed requests
 * to the site and what the content security policy forbids, and, at the end, a secret that was written down.
 */
export function testBrowser(site: TestServer): TestBrowser {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  const shared = new Map<string, { page: Page; as: TestAccount | undefined }>();
  const faults: string[] = [];
  const secrets = new SecretWatch();

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS });
  });

  afterEach(async ({ task }) => {
    await secrets.settle();
    for (const context of contexts) await context.close();
    contexts = [];
    for (const [key, { page, as }] of shared) {
      // A test that failed may leave anything.
      if (task.result?.state === 'fail') shared.delete(key);
      await (task.result?.state === 'fail' ? page.context().close() : leave(page, as));
    }
    expect(faults.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    await secrets.expectKept(site);
  });

  async function newContext({ as, width = 1440, theme = 'light' }: Visit): Promise<BrowserContext> {
    if (!browser) throw new Error('The browser starts with the first test.');
    const options: BrowserContextOptions = {
      viewport: { width, height: 900 },
      hasTouch: width < 768,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    };
    const context = await browser.newContext({
      ...options,
      ...(as && { storageState: { cookies: [], origins: [{ origin: site.url, localStorage: stored(as) }] } }),
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
      watchFaults(page, site.url, (fault) => faults.push(fault));
      secrets.watch(page, site.url);
    });
    return context;
  }

  async function open(address: string, visit: Visit = {}): Promise<Page> {
    const context = visit.beside?.context() ?? (await newContext(visit));
    const page = await context.newPage();
    await visit.prepare?.(page);
    await page.goto(`${site.url}${address}`);
    return page;
  }

  return {
    open,
    async show(address, { as, prepare } = {}) {
      const key = as?.token ?? '';
      const page = shared.get(key)?.page ?? (await (await newContext({ as })).newPage());
      shared.set(key, { page, as });
      contexts = contexts.filter((context) => context !== page.context());
      await prepare?.(page);
      await page.goto(`${site.url}${address}`);
      return page;
    },
    takeFaults: () => faults.splice(0),
    canaries: secrets.canaries,
  };
}

/** Makes a shared page ready for the next test: nothing of this one in its storage, its routes or its memory. */
async function leave(page: Page, as: TestAccount | undefined): Promise<void> {
  if (page.url() === BLANK) return;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(
    (items) => {
      sessionStorage.clear();
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    },
    as ? stored(as) : [],
  );
  await page.goto(BLANK);
}

/** A session as the client keeps it on the machine. */
const stored = ({ token, user }: TestAccount) => [
  { name: 'marketdex.token', value: token },
  { name: 'marketdex.user', value: JSON.stringify(user) },
];
