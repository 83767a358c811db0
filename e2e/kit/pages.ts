import type { Browser, Page } from 'playwright-core';
import { answerImages, interceptExternalRequests } from './external-requests.ts';
import { asOldestBrowser } from './oldest-browser.ts';

/** Default timeout of a page. */
const PATIENCE_MS = 60_000;
/** How often Playwright looks again for what a test waits for. */
const RETRY_MS = 20;
/** Narrower pages have a touch screen. */
const TOUCH_WIDTH = 768;
const WIDTH = 1440;
const HEIGHT = 900;

/** The events that tests listen to. */
const EVENTS = [
  'console',
  'dialog',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
].concat('response', 'websocket');

/** What Playwright leaves in every document of a context whose clock or sockets a test has replaced. */
const REPLACED = ['__pwClock', '__pwWebSocketDispatch'];

export interface Look {
  width?: number;
  theme?: 'light' | 'dark';
}

/** The part of Playwright's frames that `retryOften` replaces. */
interface RetryingFrame {
  retryWithProgressAndBackoff(progress: unknown, action: unknown): unknown;
  retryWithProgressAndTimeouts(progress: unknown, delays: number[], action: unknown): unknown;
}

/**
 * Lets Playwright look for an element every 20 ms. By itself it waits longer after each time, up to half a second, which
 * was a quarter of the time of the browser tests, and has no setting for it.
 */
function retryOften(page: Page): void {
  // biome-ignore lint/suspicious/noExplicitAny: Playwright does not publish the types of its server side
  const frame: RetryingFrame = (page as any)._connection.toImpl(page).mainFrame();
  const frames: RetryingFrame = Object.getPrototypeOf(frame);
  frames.retryWithProgressAndBackoff = function (progress, action) {
    return this.retryWithProgressAndTimeouts(progress, [RETRY_MS], action);
  };
}

/** As XPath, which the browser evaluates. Playwright evaluates `:not` itself, for every element of the page. */
const SHOWN = 'xpath=//*[not(ancestor::*[@role="status"])]';

/**
 * Lets `getByText` find what is shown, without its copy in the live region for some seconds. Tests of announcements find
 * those by the role `status`.
 */
function withoutAnnouncements(page: Page): Page {
  const getByText = page.getByText.bind(page);
  const shown = page.locator(SHOWN);
  return Object.assign(page, {
    getByText: (...args: Parameters<Page['getByText']>) => getByText(...args).and(shown),
  });
}

/** Removes what a test has left in a page. @returns whether another test can use it */
async function reset(page: Page, neutral: string): Promise<boolean> {
  const context = page.context();
  if (context.pages().length > 1) return false;
  for (const event of EVENTS) page.removeAllListeners(event);
  answerImages(page);
  try {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()]);
    await page.mouse.move(0, 0);
    await page.goto(neutral);
    const replaced = await page.evaluate((names) => {
      sessionStorage.clear();
      localStorage.clear();
      return names.some((name) => name in globalThis);
    }, REPLACED);
    const session = await context.newCDPSession(page);
    await session.send('Page.resetNavigationHistory');
    await session.detach();
    return !replaced;
  } catch {
    // It is closed, or navigates on its own.
    return false;
  }
}

/**
 * The pages of a file. After a test, its pages are reset and used by the next one: their renderer has compiled the
 * client and their cache has its files, so that a load takes half of the processor time.
 */
export class Pages {
  readonly #browser: () => Browser;
  readonly #watch: (page: Page) => void;
  /** Pages by whether they have a touch screen. */
  readonly #idle: Record<'touch' | 'mouse', Page[]> = { touch: [], mouse: [] };
  readonly #inUse = new Map<Page, 'touch' | 'mouse'>();

  /** @param watch runs for each page of a test, including those that the site opens */
  constructor(browser: () => Browser, watch: (page: Page) => void) {
    this.#browser = browser;
    this.#watch = watch;
  }

  /** A blank page with an empty profile. */
  async take({ width = WIDTH, theme = 'light' }: Look): Promise<Page> {
    const input = width < TOUCH_WIDTH ? 'touch' : 'mouse';
    const idle = this.#idle[input].pop();
    if (idle) this.#watch(idle);
    const page = idle ?? (await this.#create(input === 'touch'));
    this.#inUse.set(page, input);
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme: theme });
    return page;
  }

  /** A page that shares storage and cookies with another. */
  async takeInContextOf(other: Page): Promise<Page> {
    const page = await other.context().newPage();
    await interceptExternalRequests(page);
    return withoutAnnouncements(page);
  }

  /**
   * Ends the use of all pages.
   *
   * @param neutral the URL of a document of the site without scripts
   * @param reusable false after a failed test, which may leave a page in any state
   */
  async release(neutral: string, reusable: boolean): Promise<void> {
    const used = [...this.#inUse];
    this.#inUse.clear();
    for (const [page, input] of used) {
      if (reusable && (await reset(page, neutral))) this.#idle[input].push(page);
      else await page.context().close();
    }
  }

  async close(): Promise<void> {
    for (const page of Object.values(this.#idle).flat()) await page.context().close();
  }

  async #create(hasTouch: boolean): Promise<Page> {
    const context = await this.#browser().newContext({
      viewport: { width: WIDTH, height: HEIGHT },
      hasTouch,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    context.on('page', (page) => this.#watch(page));
    await asOldestBrowser(context);
    const page = await context.newPage();
    retryOften(page);
    await interceptExternalRequests(page);
    return withoutAnnouncements(page);
  }
}
