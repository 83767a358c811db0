import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from './axe.ts';

const SHOTS = path.resolve(import.meta.dirname, 'shots');
const THEMES = ['light', 'dark'] as const;
const WIDTHS = [1440, 390] as const;
/** The narrowest phone: nothing may scroll sideways there. */
const NARROW = 360;
const HEIGHT = 900;

/** By how many pixels a page is wider than the window. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Waits until what was changed is on screen. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

async function look(page: Page, name: string, width: number, theme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme: theme });
  await drawn(page);
  if (process.env.SHOTS) {
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${theme}.png`), fullPage: true });
  }
  // Between the themes only colours differ.
  expect(await axeFindings(page, theme === 'dark' ? ['color-contrast'] : undefined), theme).toEqual([]);
}

/**
 * At a desk and on phones, in both themes: nothing that axe finds, nothing that scrolls sideways. With `SHOTS` set it
 * takes a picture of each. The page is at the desk again afterwards.
 *
 * @param settled waits until a change of width has taken effect, where more than the layout follows it
 */
export async function looksWell(
  page: Page,
  name: string,
  settled?: (width: number) => Promise<unknown>,
): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await settled?.(width);
    for (const theme of THEMES) await look(page, name, width, theme);
    expect(await sideways(page), `${width} pixels`).toBe(0);
  }
  await page.setViewportSize({ width: NARROW, height: HEIGHT });
  expect(await sideways(page), `${NARROW} pixels`).toBe(0);
  await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
  await page.emulateMedia({ colorScheme: 'light' });
}
