import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { TestNetwork } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import { LastSales } from './last-sales.tsx';

const MARKET = fakeMarket([itemSale({ price: 70_000 })]);

function Last() {
  return <LastSales params={useMarketSearchParams().params} />;
}

it('shows none when those of the present filter fail to load', async () => {
  const network = new TestNetwork();
  const items = { ...MARKET.items, list: network.over(MARKET.items.list) };
  const { inputsOf } = renderAt(<Last />, { ...MARKET, items });
  await screen.findByText('70,000');
  network.isDown = true;
  act(() => navigate('/?proof=without'));
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('true');
  await waitFor(() => expect(screen.queryByText('70,000')).toBeNull());
  expect(inputsOf('items.list').length).toBeGreaterThan(1);
});
