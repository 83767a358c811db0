import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { daysBefore, formatDate, todayUtc } from '../../../../src/contract/shared/dates.ts';
import { fakeMarket, itemSale, pokemonSale, sales } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { type NamePlace, useMarketSearchParams } from '../use-market-search-params.ts';
import { FilteredSales } from './filtered-sales.tsx';

const EARLIER = { date_sold: daysBefore(todayUtc(), 1) };
const KINDS = [
  { name: 'Master Ball', kind: 'item', sell: itemSale },
  { name: 'Garchomp', kind: 'pokemon', sell: pokemonSale },
] as const;

const Page = (page: NamePlace) => <FilteredSales market={useMarketSearchParams(page)} latest />;

/** The page of a name with some sales; `approve` adds the newest. */
async function open({ name, kind, sell }: (typeof KINDS)[number], count = 6) {
  const path = `/${kind}/name`;
  const stock: AnySale[] = Array.from({ length: count }, () => sell(EARLIER));
  const { user, inputsOf, send } = renderAt(<Page {...{ path, kind, name }} />, fakeMarket(stock), {
    at: path,
  });
  await sales(`${count} sales`);
  return {
    user,
    live: (id: string, data: MarketUpdate) => send('market.live', { id, data }),
    answers: () => inputsOf('market.answer').length,
    subscriptions: () => inputsOf('market.live'),
    approve: () => {
      const sale = sell({ price: 777_000 });
      stock.push(sale);
      return sale;
    },
  };
}

/** The new sale is in the list, in the last sales and in a new answer. */
async function isShown(answers: () => number) {
  await sales('7 sales');
  const last = screen.getByRole('region', { name: 'Last sales' });
  await within(last).findByText(/777,000/);
  await waitFor(() => expect(answers()).toBe(2));
}

it.each(KINDS)('shows a new sale of $name everywhere on its page when asked', async (of) => {
  const { user, live, answers, approve } = await open(of);
  await live('1', { type: 'here', quiet_ms: 60_000 });
  await live('2', { type: 'added', sale: approve(), is_new: true });
  const button = await screen.findByRole('button', { name: '1 new sale' });
  expect(answers()).toBe(1);
  await user.click(button);
  await isShown(answers);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sales' }));
});

it('describes the button of a row by its price and date', async () => {
  await open(KINDS[0]);
  const list = screen.getByRole('table', { name: 'Sales of items' });
  const [button] = within(list).getAllByRole('button', { name: 'Master Ball' });
  const [price, sold] = (button?.getAttribute('aria-describedby') ?? '').split(' ');
  expect(document.getElementById(price ?? '')?.textContent).toMatch(/PD$/);
  expect(document.getElementById(sold ?? '')?.textContent).toBe(formatDate(EARLIER.date_sold));
});

it('asks for what follows with the present names when it shows what changed', async () => {
  const { user, live, subscriptions } = await open(KINDS[0]);
  await live('1', { type: 'here', quiet_ms: 60_000 });
  await live('2', { type: 'many' });
  expect(subscriptions()).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Sales in this list may have changed' }));
  await waitFor(() => expect(subscriptions()).toHaveLength(2));
  expect(subscriptions()[1]).toMatchObject({ lastEventId: '2' });
});

it.each(KINDS)('shows what was sold of $name between its requests and the subscription', async (of) => {
  const { live, answers, approve } = await open(of);
  approve();
  await live('1', { type: 'here', quiet_ms: 0 });
  await isShown(answers);
});

it('shows what a further page contained on the previous pages too, and in the answer', async () => {
  const { user, live, answers, approve } = await open(KINDS[0], 30);
  await live('1', { type: 'here', quiet_ms: 60_000 });
  await live('2', { type: 'added', sale: approve(), is_new: true });
  await screen.findByRole('button', { name: '1 new sale' });
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await sales('31 sales');
  await waitFor(() => expect(answers()).toBe(2));
  expect(screen.queryByRole('button', { name: '1 new sale' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await within(screen.getByRole('table', { name: 'Sales of items' })).findByText(/777,000/);
  await sales('31 sales');
});
