import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from './axe.ts';
import { smallTargets } from './small-targets.ts';
import { tabOrderFindings } from './tab-order.ts';

const SHOTS = path.resolve(import.meta.dirname, '../shots');
const DESKTOP = 1440;
const WIDTHS = [DESKTOP, 390];
/** The narrowest phone: nothing may scroll horizontally there. */
const NARROW = 360;
const HEIGHT = 900;
/** Narrower pages have touch screens. */
const PHONE = 768;
/** A tablet on its side, with the layout of a desk. */
const TABLET = 1180;

/** The horizontal overflow of a page in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits until a change has been painted, and until nothing is faded because newer data are on their way. */
const drawn = (page: Page) =>
  page.waitForFunction(
    () =>
      new Promise<boolean>((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            done(
              !document.querySelector('.opacity-55') &&
                document.getAnimations().every((one) => !(one instanceof CSSTransition)),
            ),
          ),
        ),
      ),
  );

/** The targets that are too small for a finger on a tablet. */
async function smallOnTablet(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.setViewportSize({ width: TABLET, height: HEIGHT });
  await drawn(page);
  const found = await smallTargets(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.detach();
  return found;
}

async function saveScreenshots(page: Page, name: string, width: number) {
  mkdirSync(SHOTS, { recursive: true });
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await drawn(page);
    await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
  }
}

/**
 * Checks a page at desktop and phone widths in both themes: no axe violations, no horizontal scrolling, one live
 * region, the order of the Tab key as drawn and, on phones and tablets, no target too small for a finger. With `SHOTS`
 * set, it saves a screenshot of each. Afterwards the page has its desktop width again.
 *
 * @param settled waits until a change of width has taken effect, where it affects more than the layout
 */
export async function checkAppearance(
  page: Page,
  name: string,
  settled?: (width: number) => Promise<unknown>,
): Promise<void> {
  expect(await page.locator('[aria-live=polite], [role=status], output').count(), 'live regions').toBe(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await settled?.(width);
    await drawn(page);
    if (process.env.SHOTS) await saveScreenshots(page, name, width);
    expect(await axeFindings(page), `${width} pixels`).toEqual([]);
    expect(await overflow(page), `${width} pixels`).toBe(0);
    expect(await tabOrderFindings(page), `tab order at ${width} pixels`).toEqual([]);
    if (width < PHONE) expect(await smallTargets(page), 'targets').toEqual([]);
  }
  expect(await smallOnTablet(page), 'targets on a tablet').toEqual([]);
  await page.setViewportSize({ width: NARROW, height: HEIGHT });
  // A chart is drawn for the new width with the next frame.
  await expect.poll(() => overflow(page), { message: `${NARROW} pixels` }).toBe(0);
  await page.setViewportSize({ width: DESKTOP, height: HEIGHT });
}
