import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import type { StoredSale, TestAccount } from '../../src/testing/accounts/factories.ts';
import type { TestBrowser } from './browser.ts';
import { checkAppearance } from './check-appearance.ts';
import { salesOf } from './market-page.ts';

/** The widest name that a sale can have: as long as names can be, and nothing to break a line at. */
export const LONG_NAME = 'AnItemWithANameAsLongAsNamesCanBe'.repeat(4).slice(0, LIMITS.name.max);

/** Sales of both kinds: a number of ordinary ones of each, and one with extreme values. */
export const assortment = (ordinary: number): StoredSale[] => [
  ...salesOf('Master Ball', ordinary),
  { name: LONG_NAME, price: 999_999_999_999 },
  ...salesOf('Garchomp', ordinary, { kind: 'pokemon' }),
  {
    kind: 'pokemon',
    name: 'Togekiss',
    traits: { nature: 'Jolly', ability: 'Serene Grace', iv_attack: 0, iv_speed: 30, is_shiny: true },
  },
];

/** One state of a page. */
export interface Screen {
  name: string;
  address: string | (() => Promise<string>);
  /** Who sees it; a visitor by default. */
  as?: TestAccount;
  /** Brings the screen into its state and waits for it. */
  ready: (page: Page) => Promise<unknown>;
  /** Calls that never respond. */
  held?: RegExp;
  /** Calls that fail. */
  lost?: RegExp;
  /** The screen causes page errors on purpose; `lost` implies it. */
  fails?: boolean;
}

/** Defines a test for each screen that opens it and checks its appearance. */
export function testScreens(browser: TestBrowser, screens: readonly Screen[]): void {
  it.each(screens)('$name', async ({ name, address, as, ready, held, lost, fails }) => {
    const page = await browser.open(typeof address === 'string' ? address : await address(), {
      as,
      withoutData: Boolean(held ?? lost),
      prepare: async (opened) => {
        if (held) await opened.route(held, () => undefined);
        if (lost) await opened.route(lost, (route) => route.abort());
      },
    });
    await ready(page);
    await checkAppearance(page, name);
    if (lost || fails) expect(browser.takeErrors()).not.toEqual([]);
  });
}

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits for the title of a screen. */
export const titled =
  (name: string) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { name, level: 1 }).waitFor();

/** Waits for the button that repeats a failed load. */
export const offersRetry = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Retry' }).first().waitFor();

/** Stops timers of this length, so that the screen stays; axe needs all others. */
export const stopTimer = (page: Page, stoppedMs: number): Promise<void> =>
  page.evaluate((stopped) => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => (ms === stopped ? 0 : setTimeout(work, ms)),
    });
  }, stoppedMs);
