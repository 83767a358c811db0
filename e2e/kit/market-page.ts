import type { Locator, Page } from 'playwright-core';
import { daysBefore, todayUtc } from '../../src/contract/shared/dates.ts';
import { makeAccount, makeSale, type StoredSale } from '../../src/testing/accounts/factories.ts';
import type { TestServer } from '../../src/testing/run/server.ts';

/** Approved sales of one submitter, each a day older than the one before. */
export async function stock(site: TestServer, sales: readonly StoredSale[]): Promise<void> {
  const by = await makeAccount(site);
  for (const [days, sale] of sales.entries())
    await makeSale(site, { by, status: 'approved', date_sold: daysBefore(todayUtc(), days), ...sale });
}

/** Sales of one name, at 1,000, 2,000, … Pokedollars. */
export const salesOf = (name: string, many: number, sale: StoredSale = {}): StoredSale[] =>
  Array.from({ length: many }, (_, i) => ({ name, price: (i + 1) * 1000, ...sale }));

/** A small market: some Master Balls, one Leftovers and three pokemon. */
export const smallMarket = (masterBalls: number): StoredSale[] => [
  ...salesOf('Master Ball', masterBalls),
  { name: 'Leftovers', price: 70_000 },
  { kind: 'pokemon', name: 'Garchomp', price: 2_000_000 },
  { kind: 'pokemon', name: 'Garchomp', price: 900_000, traits: { nature: 'Jolly', iv_speed: 30 } },
  {
    kind: 'pokemon',
    name: 'Togekiss',
    price: 400_000,
    traits: { nature: 'Bold', ability: 'Serene Grace', is_shiny: true },
  },
];

/** The rows of sales, which can be expanded. */
export const rowsOf = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.locator('button[aria-expanded]') });

export const pricesOf = async (page: Page): Promise<number[]> => {
  const texts = await rowsOf(page)
    .getByRole('cell')
    .filter({ hasText: /^[\d,]+ PD$/ })
    .allTextContents();
  return texts.map((text) => Number(text.replace(/\D/g, '')));
};

/** Waits for the number of matching sales: `30 sales`. */
export const counts = (page: Page, label: string): Promise<void> =>
  page
    .getByRole('region', { name: 'Sales' })
    .locator('[data-announced]')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .waitFor();

/** The labels of the active filters. */
export const chipsOf = async (page: Page): Promise<string[]> => {
  const labels = await page
    .getByRole('button', { name: /^Remove filter: / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  return labels.map((label) => label.replace('Remove filter: ', ''));
};

export const searchBox = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search items and pokemon' });

/** The number of dots in a chart, drawn as separate shapes or many in one path. */
export const dotsOf = (chart: Locator): Promise<number> =>
  chart
    .locator('[data-marks] path')
    .evaluateAll((paths) =>
      paths.reduce((sum, path) => sum + (path.getAttribute('d')?.split('M').length ?? 1) - 1, 0),
    );
