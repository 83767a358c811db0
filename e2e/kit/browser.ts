import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, test } from 'vitest';
import { PAGE_DATA } from '../../src/contract/market/page-queries.ts';
import type { TestAccount } from '../../src/testing/accounts/factories.ts';
import type { Canaries } from '../../src/testing/attacks/canaries.ts';
import type { TestServer } from '../../src/testing/run/server.ts';
import { findChromium } from './chromium.ts';
import { watchPageErrors } from './page-errors.ts';
import { type Look, Pages } from './pages.ts';
import { SecretWatch } from './secrets.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Helper threads of V8 save time on an idle machine, and cost processor time on a busy one.
  '--js-flags=--single-threaded',
  // Nothing leaves the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Only screenshots need pixels: drawing them takes a tenth of the processor time of a browser test.
  ...(process.env.SHOTS ? [] : ['--blink-settings=acceleratedCompositingEnabled=false']),
];

/** A document of the site without scripts. */
const NEUTRAL = '/favicon.svg';

/** One Chromium for all files that a worker runs; each test gets empty profiles in it. */
const worker = test
  .extend('program', { scope: 'worker' }, findChromium)
  .extend('chromium', { scope: 'worker' }, async ({ program }, { onCleanup }) => {
    const browser = await chromium.launch({ executablePath: program, args: FLAGS });
    onCleanup(() => browser.close());
    return browser;
  });

export interface Visit extends Look {
  /** The signed-in account; a visitor by default. */
  as?: TestAccount | undefined;
  /** Shares storage and cookies with this page, like another tab of the same browser. */
  sameContextAs?: Page;
  /** Loads the document without its data, as if the server had not had them in time, so that the client requests them. */
  withoutData?: boolean;
  /** Runs before navigation, for example to delay responses or control the clock. */
  prepare?: (page: Page) => Promise<unknown>;
}

export interface TestBrowser {
  /** Opens a path of the site in a page with an empty profile, unless `sameContextAs` is given. */
  open(address: string, visit?: Visit): Promise<Page>;
  /**
   * The page errors since the last call. A test takes those it causes; any others fail it, except repetitions of those
   * it took: a request may be sent again before the page knows.
   */
  takeErrors(): string[];
  /** Responses with this status may occur or not in this test, such as to requests in flight when a right ends. */
  allowErrors(status: number): void;
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
  const errors: string[] = [];
  const taken = new Set<string>();
  const allowed: number[] = [];
  // Not any number: the port of the site may contain it.
  const statusOf = (error: string) => Number(/(?:status of|response code:) (\d+)/.exec(error)?.[1]);
  const isAllowed = (error: string) => allowed.includes(statusOf(error));
  const secrets = new SecretWatch();
  const pages = new Pages(
    () => {
      if (!browser) throw new Error('The browser starts with the first test.');
      return browser;
    },
    (page) => {
      watchPageErrors(page, site.url, (error) => errors.push(error));
      secrets.watch(page, site.url);
    },
  );

  worker.beforeAll(({ chromium: launched }) => {
    browser = launched;
  });

  afterEach(async ({ task }) => {
    await secrets.settle();
    await pages.release(`${site.url}${NEUTRAL}`, task.result?.state !== 'fail');
    const unexpected = errors
      .splice(0)
      .filter((error) => !isAllowed(error) && !taken.has(withoutQuery(error)));
    taken.clear();
    allowed.splice(0);
    expect(unexpected).toEqual([]);
  });

  afterAll(async () => {
    await pages.close();
    await secrets.expectKept(site);
  });

  /** Loads an address of the site, signed in from the first script on. */
  async function load(page: Page, address: string, { as, withoutData = false }: Visit): Promise<void> {
    const session = as && (await page.addInitScript(store, stored(as)));
    const dataless = withoutData && (await page.addInitScript(removeElement, PAGE_DATA));
    await page.goto(`${site.url}${address}`);
    // From now on the page itself decides what is stored.
    await session?.dispose();
    if (dataless) await dataless.dispose();
  }

  return {
    async open(address, visit = {}) {
      const page = await (visit.sameContextAs
        ? pages.takeInContextOf(visit.sameContextAs)
        : pages.take(visit));
      await visit.prepare?.(page);
      await load(page, address, visit);
      return page;
    },
    takeErrors() {
      const found = errors.splice(0).filter((error) => !isAllowed(error));
      for (const error of found) taken.add(withoutQuery(error));
      return found;
    },
    allowErrors: (status) => void allowed.push(status),
    canaries: secrets.canaries,
  };
}

/** An error without the inputs of the request it is about. */
const withoutQuery = (error: string) => error.replace(/\?\S*/, '');

type Stored = [name: string, value: string][];

/** A session as the client stores it in local storage. */
const stored = ({ token, user }: TestAccount): Stored => [
  ['marketdex.token', token],
  ['marketdex.user', JSON.stringify(user)],
];

/** Removes an element as soon as the parser has inserted it. */
const removeElement = (id: string): void =>
  new MutationObserver(() => document.getElementById(id)?.remove()).observe(document, {
    childList: true,
    subtree: true,
  });

const store = (items: Stored): void => {
  for (const [name, value] of items) localStorage.setItem(name, value);
};
