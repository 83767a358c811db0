import type { BrowserContext } from 'playwright-core';

/** What Chrome 120, Firefox 125 or Safari 17.4 lacks (docs/screens.md "Browsers") and the browser of the tests has, by owner. */
const NEWER: Record<string, readonly string[]> = {
  URL: ['parse'],
  Promise: ['try'],
  RegExp: ['escape'],
  Error: ['isError'],
  Array: ['fromAsync'],
  Math: ['f16round', 'sumPrecise'],
  Intl: ['DurationFormat'],
  'Map.prototype': ['getOrInsert', 'getOrInsertComputed'],
  'Set.prototype': ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf'].concat(
    'symmetricDifference',
    'union',
  ),
  'Iterator.prototype': ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce'].concat(
    'some',
    'take',
    'toArray',
  ),
  Uint8Array: ['fromBase64', 'fromHex'],
  'Uint8Array.prototype': ['setFromBase64', 'setFromHex', 'toBase64', 'toHex'],
  Document: ['parseHTMLUnsafe'],
  'Document.prototype': ['startViewTransition'],
  'Element.prototype': ['moveBefore', 'setHTMLUnsafe'],
  'HTMLDialogElement.prototype': ['requestClose'],
  globalThis: ['Float16Array', 'Iterator', 'scheduler'],
};

/**
 * Hides these features from the site's scripts in the pages of a context, so that a test fails when the client needs one.
 * Playwright's scripts in the page use some of them.
 */
export const asOldestBrowser = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((newer) => {
    const isSite = () => new Error().stack?.split('\n')[3]?.includes('/assets/') ?? false;
    for (const [owner, names] of Object.entries(newer)) {
      const path = owner.split('.');
      const holder = path.reduce<object>((found, name) => Reflect.get(found, name) ?? {}, globalThis);
      for (const name of names) {
        const feature: unknown = Reflect.get(holder, name);
        if (feature !== undefined)
          Object.defineProperty(holder, name, {
            get: () => (isSite() ? undefined : feature),
            configurable: true,
          });
      }
    }
  }, NEWER);
