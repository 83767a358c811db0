import type { Locator } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Waits until elements follow each other from the top of the page to its bottom. */
export const areTopDown = (elements: readonly Locator[]): Promise<void> =>
  eventually(async () => {
    const tops = await Promise.all(
      elements.map(async (element) => (await element.boundingBox())?.y ?? Number.NaN),
    );
    return tops.slice(1).every((top, i) => top >= (tops[i] ?? Number.NaN));
  }).toBe(true);
