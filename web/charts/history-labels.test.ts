import { expect, it } from 'vitest';
import { dayNumber } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { figures, historySummary } from './history-labels.ts';

const sale = { date: '2026-03-12', price: 400_000, low: 400_000, high: 400_000, volume: 1, sale_id: 7 };

it('summarises the number of sales and names and the price range', () => {
  const data = [sale, { ...sale, price: 2_100_000, low: 2_100_000, high: 2_100_000 }];
  expect(historySummary({ data, total_records: 2, names: 1 }, 90)).toBe(
    '2 sales in 90 days, 400,000 to 2,100,000 PD',
  );
  expect(historySummary({ data, total_records: 1_234, names: 4 }, 365)).toBe(
    '1,234 sales of 4 names in 12 months, 400,000 to 2,100,000 PD',
  );
  expect(historySummary({ data: [sale], total_records: 1, names: 1 }, 30)).toBe(
    '1 sale in 30 days, 400,000 PD',
  );
});

it('summarises all time since the first sale, where the chart starts', () => {
  const data = [sale, { ...sale, date: '2026-04-02' }];
  expect(historySummary({ data, total_records: 2, names: 1 }, LIMITS.priceHistory.maxDays)).toBe(
    '2 sales since 12 Mar 2026, 400,000 PD',
  );
});

it.each([
  [{}, false, '12 Mar 2026: 400,000 PD'],
  [{ name: 'Leftovers' }, true, '12 Mar 2026: Leftovers, 400,000 PD'],
  [
    { name: 'Garchomp', nature: 'Adamant', perfect_ivs: 5, is_shiny: true },
    false,
    '12 Mar 2026: 400,000 PD, Adamant, 5 × 31, shiny',
  ],
  [
    { volume: 3, low: 300_000, high: 900_000 },
    true,
    '12 Mar 2026: 3 sales, 300,000 to 900,000 PD, median 400,000 PD',
  ],
  [
    {
      volume: 9,
      low: 300_000,
      high: 900_000,
      days: [dayNumber('2026-03-06'), dayNumber('2026-03-12')] as const,
    },
    true,
    '6 Mar 2026 to 12 Mar 2026: 9 sales, 300,000 to 900,000 PD, median day 400,000 PD',
  ],
])('labels %j', (traits, named, label) => {
  const day = dayNumber(sale.date);
  expect(figures({ ...sale, day, days: [day, day], ...traits }, named)).toBe(label);
});
