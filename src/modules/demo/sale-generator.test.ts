import { beforeAll, describe, expect, it } from 'vitest';
import { perfectIvs } from '../../contract/sale/spreads.ts';
import { catalogueFile, unpackCatalogue } from '../catalogue/catalogue.data.ts';
import { type GeneratedSale, type GeneratorOptions, generateSales } from './sale-generator.ts';

const { species, items } = unpackCatalogue(catalogueFile().bytes);
const NOW = new Date('2026-11-21T15:30:00Z');
const OPTIONS: GeneratorOptions = { seed: 1, now: NOW, submitters: 12, species, items };
const generate = (count: number, options: Partial<GeneratorOptions> = {}) => [
  ...generateSales(count, { ...OPTIONS, ...options }),
];

let sales: GeneratedSale[];
beforeAll(() => {
  sales = generate(5_000);
});

const share = (holds: (sale: GeneratedSale) => boolean) => sales.filter(holds).length / sales.length;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const medianPrice = (holds: (sale: GeneratedSale) => boolean) =>
  median(sales.filter((sale) => !sale.planted && holds(sale)).map(({ draft }) => draft.price));

it('depends only on the seed and the moment', () => {
  expect(generate(300)).toEqual(generate(300));
  expect(generate(300)).not.toEqual(generate(300, { seed: 2 }));
  expect(generate(300)).toEqual(sales.slice(0, 300));
});

describe('a generated market', () => {
  it('sells few names often and many rarely', () => {
    const counts = [...Map.groupBy(sales, ({ draft }) => draft.name).values()].map(({ length }) => length);
    counts.sort((a, b) => b - a);
    expect(counts.length).toBeGreaterThan(500);
    const top = counts.slice(0, 20).reduce((sum, count) => sum + count, 0);
    expect(top / sales.length).toBeGreaterThan(0.25);
    expect(median(counts)).toBeLessThan(6);
  });

  it('has higher prices for perfect IVs, shinies and wanted natures', () => {
    const perfect = (count: number) =>
      medianPrice(({ draft }) => draft.traits !== null && perfectIvs(draft.traits.ivs) === count);
    expect(perfect(5)).toBeGreaterThan(2 * perfect(3));
    expect(perfect(3)).toBeGreaterThan(2 * perfect(0));
    const shiny = (flag: boolean) => medianPrice(({ draft }) => draft.traits?.is_shiny === flag);
    expect(shiny(true)).toBeGreaterThan(4 * shiny(false));
  });

  it('has log-normal prices: the mean is far above the median', () => {
    const prices = sales.map(({ draft }) => draft.price);
    const mean = prices.reduce((sum, price) => sum + price, 0) / prices.length;
    expect(mean).toBeGreaterThan(2 * median(prices));
    expect(prices.every((price) => Number.isInteger(price) && price >= 1)).toBe(true);
  });

  it('has all statuses, mostly approved, and only recent pending sales', () => {
    expect(share(({ status }) => status === 'approved')).toBeGreaterThan(0.8);
    expect(share(({ status }) => status === 'rejected')).toBeGreaterThan(0.03);
    const pending = sales.filter(({ status }) => status === 'pending');
    expect(pending.length / sales.length).toBeGreaterThan(0.03);
    expect(pending.every(({ draft }) => draft.date_sold > '2026-11-08')).toBe(true);
  });

  it('has more sales on recent days', () => {
    const since = (date: string) => share(({ draft }) => draft.date_sold >= date);
    expect(since('2025-11-21')).toBeGreaterThan(0.55);
    expect(since('2026-09-21')).toBeGreaterThan(2 * (1 - since('2025-01-21')));
    expect(since('2024-11-21')).toBe(1);
  });

  it.each([
    '2026-11-21T15:30:00Z',
    '2026-11-21T23:59:59.999Z',
    '2026-11-22T00:00:00Z',
    '2027-01-01T00:00:07Z',
    '2028-02-29T12:00:00Z',
  ])('has sales of the current day at %s, and none in the future', (moment) => {
    const now = new Date(moment);
    const today = moment.slice(0, 10);
    const generated = generate(2_000, { now });
    const sold = generated.filter(({ draft, status }) => draft.date_sold === today && status === 'approved');
    expect(sold.length).toBeGreaterThan(3);
    expect(sold.length).toBeLessThan(30);
    const misplaced = generated.filter(({ draft, submittedAt, decidedAt = submittedAt }) => {
      const times = [new Date(draft.date_sold), submittedAt, decidedAt, now].map((time) => time.getTime());
      return times.some((time, i) => time > (times[i + 1] ?? time));
    });
    expect(misplaced).toEqual([]);
  });

  it('shares proof threads', () => {
    const threads = Map.groupBy(sales, ({ draft }) => draft.proof_url?.replace(/#.*/, '') ?? '');
    threads.delete('');
    expect([...threads.values()].filter(({ length }) => length >= 5).length).toBeGreaterThan(20);
  });
});

describe('planted errors', () => {
  it('include 2.5 % near-duplicates: the same sale within three days, by another submitter', () => {
    const duplicates = sales.flatMap((sale) =>
      sale.planted?.kind === 'duplicate' ? [{ sale, of: sale.planted.of }] : [],
    );
    expect(duplicates.length).toBe(125);
    for (const { sale, of } of duplicates) {
      const { date_sold, proof_url: _, ...rest } = sale.draft;
      expect(of.draft).toMatchObject(rest);
      expect(Math.abs(Date.parse(date_sold) - Date.parse(of.draft.date_sold))).toBeLessThanOrEqual(
        3 * 86_400_000,
      );
      expect(sale.submitter).not.toBe(of.submitter);
    }
  });

  it('include 1 % prices wrong by a factor of ten', () => {
    const typos = sales.flatMap((sale) =>
      sale.planted?.kind === 'typo' ? [sale.draft.price / sale.planted.price] : [],
    );
    expect(typos.length).toBe(50);
    expect(typos.every((ratio) => Math.abs(Math.abs(Math.log10(ratio)) - 1) < 0.01)).toBe(true);
    expect(typos.some((ratio) => ratio < 1)).toBe(true);
  });

  it('account for nearly all apparent duplicates', () => {
    const clean = sales.filter(({ planted }) => !planted);
    const keys = new Set(clean.map(({ draft }) => `${draft.name} ${draft.price}`));
    expect(1 - keys.size / clean.length).toBeLessThan(0.02);
  });
});
