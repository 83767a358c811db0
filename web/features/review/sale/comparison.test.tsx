import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { itemSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { tablet } from '../../../testing/review.tsx';
import { ComparableSales } from './comparison.tsx';

it('shows each comparable sale of an item in one line on phones', async () => {
  const sale = itemSale({ sale_id: 4446, price: 38_200, date_sold: '2026-11-15' });
  // Every media query matches, also that of phones.
  tablet(true);
  renderAt(<ComparableSales sale={sale} similar={[sale]} />, {});
  const [line] = await screen.findAllByRole('listitem');
  expect(line?.textContent).toMatch(/^#4446\W*38,200\W*PD\W*15 Nov 2026$/);
  expect(screen.queryByRole('table')).toBeNull();
});
