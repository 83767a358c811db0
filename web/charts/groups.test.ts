import { describe, expect, it } from 'vitest';
import type { ChartPoint } from '../../src/contract/market/market.ts';
import { groupsOf } from './groups.ts';
import { MARKER_STYLES, OTHER_STYLE, PLAIN_STYLE } from './marker-styles.ts';

const sale = (traits: Partial<ChartPoint>): ChartPoint => ({
  date: '2026-01-01',
  price: 1,
  low: 1,
  high: 1,
  volume: 1,
  sale_id: 1,
  nature: 'Jolly',
  perfect_ivs: 3,
  is_shiny: false,
  ...traits,
});
const natures = (...names: string[]) => names.map((nature) => sale({ nature }));

describe('natures', () => {
  it('are ordered by sales, the five neutral ones as one', () => {
    const sales = natures('Bold', 'Jolly', 'Hardy', 'Jolly', 'Serious', 'Quirky');
    expect(groupsOf(sales, sales, 'nature').groups.map(({ label, many }) => [label, many])).toEqual([
      ['Neutral natures', 3],
      ['Jolly', 2],
      ['Bold', 1],
    ]);
  });
  it('share one style beyond the sixth', () => {
    const sales = natures('Bold', 'Calm', 'Jolly', 'Lax', 'Mild', 'Naive', 'Rash', 'Sassy');
    const { groups, styleOf } = groupsOf(sales, sales, 'nature');
    expect(groups.map(({ label }) => label).slice(-2)).toEqual(['Naive', 'Other natures']);
    expect(groups.at(-1)).toMatchObject({ style: OTHER_STYLE, many: 2 });
    expect(styleOf(sale({ nature: 'Sassy' }))).toBe(OTHER_STYLE);
  });
  it('keep their style and count when fewer are visible', () => {
    const sales = natures('Jolly', 'Jolly', 'Bold');
    const { groups, styleOf } = groupsOf(sales, sales.slice(2), 'nature');
    expect(groups).toEqual([
      { label: 'Jolly', style: MARKER_STYLES[0], many: 0 },
      { label: 'Bold', style: MARKER_STYLES[1], many: 1 },
    ]);
    expect(styleOf(sale({ nature: 'Bold' }))).toBe(MARKER_STYLES[1]);
  });
});

it('orders perfect IVs from most to fewest', () => {
  const sales = [0, 6, 2, 4].map((perfect_ivs) => sale({ perfect_ivs }));
  expect(groupsOf(sales, sales, 'perfect_ivs').groups.map(({ label, many }) => [label, many])).toEqual([
    ['6 × 31', 1],
    ['4 × 31', 1],
    ['2 × 31 or fewer', 2],
  ]);
});

it('has two groups by shininess', () => {
  const sales = [sale({}), sale({ is_shiny: true })];
  expect(groupsOf(sales, sales, 'shiny').groups.map(({ label }) => label)).toEqual(['Not shiny', 'Shiny']);
});

it('leaves points without traits plain', () => {
  const day: ChartPoint = { date: '2026-01-01', price: 1, low: 1, high: 2, volume: 2 };
  expect(groupsOf([day], [day], 'nature').groups).toEqual([]);
  expect(groupsOf([day], [day], 'nature').styleOf(day)).toBe(PLAIN_STYLE);
  expect(groupsOf([sale({})], [sale({})], 'none').groups).toEqual([]);
});

it('gives every style its own shape and colour', () => {
  const styles = [...MARKER_STYLES, OTHER_STYLE];
  expect(new Set(styles.map(({ shape }) => shape)).size).toBe(styles.length);
  expect(new Set(styles.map(({ className }) => className)).size).toBe(styles.length);
});
