import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PriceStrip } from './price-strip.tsx';

/** The labels with their places in percent. */
function labelsOf(prices: number[], price: number | null = null) {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const { container } = render(<PriceStrip {...{ low, high, price }} exact={prices} similar={[]} />);
  return [...container.querySelectorAll<HTMLElement>('span[style]')]
    .filter(({ textContent }) => textContent)
    .map(({ textContent, style }) => [textContent, Math.round(Number.parseFloat(style.left))]);
}

it('says what the diamond and the two kinds of dots are', () => {
  const legendOf = (exact: number[], similar: number[], price: number | null) =>
    render(<PriceStrip low={1} high={9} {...{ exact, similar, price }} />).container.lastElementChild
      ?.lastElementChild?.textContent;
  expect(legendOf([1, 9], [], 450_000)).toBe('450,000 PD');
  expect(legendOf([1], [9], 5)).toBe('exactsimilar5 PD');
  expect(legendOf([1, 9], [], null)).toBe('');
});

it('has labels at equal distances on a linear scale', () =>
  expect(labelsOf([60_000, 350_000])).toEqual([
    ['100k', 20],
    ['200k', 49],
    ['300k', 77],
  ]));

it('has labels at 1, 2 and 5 times each power of ten on a logarithmic scale, as the chart', () =>
  expect(labelsOf([10_000], 300_000).map(([label]) => label)).toEqual(['10k', '20k', '50k', '100k', '200k']));
