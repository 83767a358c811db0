import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { daysBefore, todayUtc } from '../../../../src/contract/shared/dates.ts';
import { TestNetwork } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale, pokemonSale } from '../../../testing/market.ts';
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

it('says what was sold with which proof', async () => {
  const traits = { nature: 'Jolly', ability: 'Rough Skin' } as const;
  const market = fakeMarket([
    pokemonSale({ ...traits, price: 3, form: 'Wash', is_shiny: true, date_sold: daysBefore(todayUtc(), 1) }),
    pokemonSale({ ...traits, price: 2, proof_url: null, date_sold: daysBefore(todayUtc(), 2) }),
  ]);
  renderAt(<Last />, market, { at: '/?tab=pokemon' });
  const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  const [shiny, plain] = await lines();
  expect(shiny).toMatch(/Shiny Jolly.*, Wash.*With proof$/);
  expect(plain).toMatch(/Jolly.*No proof$/);
  expect(plain).not.toMatch(/Shiny|Normal/);
});
