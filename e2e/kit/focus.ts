import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Waits until an element has the keyboard focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  eventually(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
