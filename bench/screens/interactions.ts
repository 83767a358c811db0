import type { CDPSession, Locator, Page } from 'playwright-core';

/** As on a cheap phone. */
const CPU_SLOWDOWN = 4;
const REPEATS = 3;
/** A person moves the mouse before pressing, holds a button or key for a moment, and looks before the next input. */
const AIMED_MS = 150;
const HELD_MS = 80;
const LOOKED_MS = 500;
/** Time limit for the page to show the effect of an input. */
const EFFECT_MS = 20_000;
/** Events reach their observer shortly after the paint that they waited for. */
const REPORTED_MS = 300;

/** Collects the duration of every input up to its next paint, from the first script on. */
const OBSERVER = `
  window.inputs = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.inputs.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

interface Interaction {
  what: string;
  /** Makes the input, and waits for its effect. */
  run: (page: Page) => Promise<void>;
}

/** Resolves when the page has not changed for a moment. */
const QUIET = `new Promise((resolve) => {
  let timer = setTimeout(resolve, ${LOOKED_MS});
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(resolve, ${LOOKED_MS});
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})`;

/** Waits until the page has responded to the input before, so that its work is not measured as part of the next one. */
const look = (page: Page) => page.evaluate(QUIET);

/** Clicks like a user. `Locator.click` looks for what covers the element during the input, which takes longer than most. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not shown`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(AIMED_MS);
  await page.mouse.down();
  await page.waitForTimeout(HELD_MS);
  await page.mouse.up();
}

const type = (page: Page, key: string) => page.getByRole('combobox').first().press(key, { delay: HELD_MS });

const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();
const busy = (page: Page) => page.locator('table[aria-busy=true]');
const settled = (page: Page) => busy(page).waitFor({ state: 'detached' });

/** Presses what changes the URL, and waits for the rows. */
async function follow(page: Page, target: Locator): Promise<void> {
  const before = page.url();
  await press(page, target);
  await page.waitForURL(({ href }) => href !== before);
  await settled(page);
}

const INTERACTIONS: readonly Interaction[] = [
  {
    what: 'sort by price',
    run: (page) => follow(page, page.getByRole('columnheader', { name: /^Price/ }).getByRole('button')),
  },
  {
    what: 'remove a filter chip',
    run: async (page) => {
      await follow(page, button(page, /^Remove filter: /));
      await look(page);
      await page.goBack();
      await button(page, /^Remove filter: /).waitFor();
      await settled(page);
    },
  },
  {
    what: 'open a row',
    run: async (page) => {
      const row = page.locator('tbody button[aria-expanded]').nth(3);
      await press(page, row);
      await page.locator('tbody button[aria-expanded=true]').waitFor();
      await look(page);
      await press(page, row);
      await page.locator('tbody button[aria-expanded=true]').waitFor({ state: 'detached' });
    },
  },
  {
    what: 'type a letter into the search',
    run: async (page) => {
      await type(page, 'g');
      await look(page);
      await type(page, 'Backspace');
    },
  },
  {
    what: 'type on while the letter before takes effect',
    run: async (page) => {
      await type(page, 'g');
      await page.waitForURL(/name=g/);
      await type(page, 'a');
      await look(page);
      await type(page, 'Backspace');
      await type(page, 'Backspace');
    },
  },
];

const takeInputs = (page: Page) =>
  page.evaluate(() => (window as unknown as { inputs: number[] }).inputs.splice(0));

async function slowest(page: Page, { run }: Interaction): Promise<number> {
  await takeInputs(page);
  for (let n = 0; n < REPEATS; n += 1) {
    await look(page);
    await run(page);
  }
  await page.waitForTimeout(REPORTED_MS);
  return Math.max(0, ...(await takeInputs(page)));
}

/**
 * The times from an input to the next paint in a list of 100 rows on a slowed down processor: the slowest of each kind, in
 * milliseconds.
 */
export async function slowestInputs(page: Page, url: string): Promise<Map<string, number>> {
  page.setDefaultTimeout(EFFECT_MS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(OBSERVER);
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(`${url}/?tab=pokemon&nature=Adamant&limit=100`);
  await page.locator('tbody tr').nth(99).waitFor();
  const found = new Map<string, number>();
  for (const interaction of INTERACTIONS) found.set(interaction.what, await slowest(page, interaction));
  return found;
}
