import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { arrivesAt } from '../kit/address.ts';
import { testBrowser } from '../kit/browser.ts';
import { answerImages } from '../kit/external-requests.ts';
import { counts, rowsOf, stock } from '../kit/market-page.ts';
import { layoutShift } from '../kit/positions.ts';
import { testSite } from '../kit/site.ts';

const site = testSite();
const browser = testBrowser(site);

const [PAGE] = LIMITS.browsePageSizes;

/** The addresses have a filter, because the start page shows further pictures. */
beforeAll(async () => {
  await stock(
    site,
    Array.from({ length: 3 * PAGE }, (_, i) => ({ name: `Curio ${i + 1}`, price: i + 1 })),
  );
  await stock(site, [
    { kind: 'pokemon', name: 'Deoxys', traits: { form: 'Attack', is_shiny: true, ability: 'Pressure' } },
    { kind: 'pokemon', name: 'Rotom', traits: { ability: 'Levitate', form: 'Wash', is_shiny: true } },
  ]);
});

/** Responds in place of the image hosts, and records the requested URLs. */
function pictures(page: Page, has: (url: string) => boolean): string[] {
  const asked: string[] = [];
  answerImages(page, (url) => {
    asked.push(url);
    return has(url) ? 'picture' : 'no response';
  });
  return asked;
}

/** Waits until the browser has logged this many errors, one for each failed image. */
const failures = (count: number) => {
  const errors: string[] = [];
  return expect.poll(() => errors.push(...browser.takeErrors())).toBe(count);
};

it('stops requesting a dead host, without layout shift', async () => {
  let asked: string[] = [];
  const page = await browser.open('/?min_price=1&sort=price&order=asc', {
    prepare: async (fresh) => {
      asked = pictures(fresh, () => false);
    },
  });
  await expect.poll(() => rowsOf(page).count()).toBe(PAGE);
  await expect.poll(() => rowsOf(page).locator('img').count()).toBe(0);
  const first = asked.length;
  expect(first).toBeGreaterThan(0);
  expect(new Set(asked).size).toBe(first);

  for (const number of [2, 3, 1]) {
    await page.getByRole('button', { name: `Page ${number}`, exact: true }).click();
    await arrivesAt(page, `/?min_price=1&sort=price&order=asc${number === 1 ? '' : `&page=${number}`}`);
    await rowsOf(page)
      .filter({ hasText: `Curio ${(number - 1) * PAGE + 1}` })
      .first()
      .waitFor();
    expect(await rowsOf(page).locator('img').count()).toBe(0);
  }
  expect(asked.length).toBe(first);
  expect(await rowsOf(page).locator('svg text').first().textContent()).toBe('C');
  expect(await layoutShift(page)).toBeLessThan(0.02);
  await failures(first);
});

it('falls back from image to image, requests each once, and keeps its size', async () => {
  let asked: string[] = [];
  const page = await browser.open('/?tab=pokemon&min_price=1&name=Deoxys', {
    prepare: async (fresh) => {
      asked = pictures(fresh, (url) => url.includes('/dex/'));
    },
  });
  const picture = rowsOf(page).locator('img');
  await expect.poll(() => picture.getAttribute('src')).toMatch(/\/dex\/deoxys-attack\.png$/);
  await expect
    .poll(() => asked.map((url) => url.replace(/^.*\/sprites\//, '')))
    .toEqual(['gen5-shiny/deoxys-attack.png', 'gen5/deoxys-attack.png', 'dex/deoxys-attack.png']);
  expect(await picture.getAttribute('loading')).toBe('lazy');
  expect(await picture.boundingBox()).toMatchObject({ width: 32, height: 32 });
  await failures(2);
});

it('falls back from image to image to the placeholder, without layout shift', async () => {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  // With a filter, because the start page shows further pictures.
  const page = await browser.open('/?tab=pokemon&min_price=1&name=Rotom', {
    prepare: async (opened) =>
      answerImages(opened, async (url) => {
        asked.push(url);
        await held.promise;
        return 'not found' as const;
      }),
  });
  await counts(page, '1 sale');
  // They are above the row, and may arrive after it.
  await page.getByRole('region', { name: 'Answer' }).waitFor();
  await page.getByRole('button', { name: 'Share' }).waitFor();
  const row = rowsOf(page).first();
  await row.locator('img').waitFor();
  const before = await row.boundingBox();
  held.resolve();
  await row.locator('img').waitFor({ state: 'detached' });
  expect(await row.boundingBox()).toEqual(before);
  expect(await row.locator('svg text').first().textContent()).toBe('R');
  expect(asked[0]).toContain('gen5-shiny/rotom-wash.png');
  // Each URL once, and none of a dead host.
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.length).toBeLessThanOrEqual(3);
  await failures(asked.length);
});
