import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until elements follow each other from the top of the page to its bottom. */
export const areTopDown = (elements: readonly Locator[]): Promise<void> =>
  expect
    .poll(async () => {
      const tops = await Promise.all(
        elements.map(async (element) => (await element.boundingBox())?.y ?? Number.NaN),
      );
      return tops.slice(1).every((top, i) => top >= (tops[i] ?? Number.NaN));
    })
    .toBe(true);

/** Waits until elements are next to each other, from left to right and without overlap. */
export const areInRow = (elements: readonly Locator[]): Promise<void> =>
  expect
    .poll(async () => {
      const boxes = await Promise.all(elements.map((element) => element.boundingBox()));
      return boxes.slice(1).every((right, i) => {
        const left = boxes[i];
        return (
          left &&
          right &&
          right.x >= left.x + left.width &&
          right.y < left.y + left.height &&
          left.y < right.y + right.height
        );
      });
    })
    .toBe(true);

/** The cumulative layout shift so far. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const observer = new PerformanceObserver((list) =>
          done(
            list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
          ),
        );
        observer.observe({ type: 'layout-shift', buffered: true });
        // There is always one of these, so that the observer is called even if nothing has shifted.
        observer.observe({ type: 'navigation', buffered: true });
      }),
  );
