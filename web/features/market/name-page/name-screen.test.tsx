import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Link, useLocation } from 'wouter';
import { type NamePage, NO_FIGURES } from '../../../../src/contract/market/market.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { noResponse } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale, sales } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import NameScreen from './name-screen.tsx';

const PAGE: NamePage = {
  kind: 'item',
  name: "King's Rock",
  slug: 'kings-rock',
  image_url: null,
  pokemon_id: null,
  forms: [],
  sales: 7,
  first_sold: null,
  last_sold: null,
  has_trait_worth: false,
};

const Site = () =>
  useLocation()[0] === '/' ? <Link {...nameLink(PAGE.kind, PAGE.name)}>Everything</Link> : <NameScreen />;

it('requests the sales of a followed link together with the details of its name', async () => {
  const market = fakeMarket(Array.from({ length: 7 }, () => itemSale({ item_name: PAGE.name })));
  const details = Promise.withResolvers<NamePage>();
  const answers = { ...market, market: { ...market.market, name: () => details.promise } };
  const { user, calls, inputsOf } = renderAt(<Site />, answers);
  await user.click(screen.getByRole('link', { name: 'Everything' }));
  await waitFor(() =>
    expect(calls.map(({ path }) => path).toSorted()).toEqual([
      'items.list',
      'items.list',
      'market.answer',
      'market.name',
    ]),
  );
  details.resolve(PAGE);
  await sales('7 sales');
  await screen.findByRole('heading', { name: PAGE.name, level: 1 });
  expect(inputsOf('items.list')).toHaveLength(2);
  expect(inputsOf('market.answer')).toHaveLength(1);
});

it.each([
  ['next to the button that opens them', 'not all', 1],
  ['above their column, if there is room for one', 'all', 0],
])('has the switch of the filters %s', async (_, media, inList) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(matchMedia(media));
  const market = fakeMarket(Array.from({ length: 7 }, () => itemSale({ item_name: PAGE.name })));
  const answers = { ...market, market: { ...market.market, name: () => PAGE } };
  renderAt(<NameScreen />, answers, { at: '/item/kings-rock' });
  await sales('7 sales');
  screen.getByText('Advanced');
  const list = within(screen.getByRole('region', { name: 'Sales' }));
  expect(list.queryAllByText('Advanced')).toHaveLength(inList);
});

it.each([
  ['once, in an open price check', '?check=price.450000', 0],
  ['twice for different sales', '?check=price.450000&min_price=5', 1],
  ['without a price check', '', 1],
])('answers what the sales of the filter sold for %s', async (_, search, count) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(matchMedia('all'));
  const exact = { ...NO_FIGURES, sales: 7, low: 1, high: 2, half_from: 1, half_to: 2, last_price: 1 };
  const market = fakeMarket(Array.from({ length: 7 }, () => itemSale({ item_name: PAGE.name, price: 5 })));
  const answers = {
    ...market,
    market: {
      ...market.market,
      name: () => PAGE,
      answer: () => ({ answer: { exact, similar: null } }),
      similar: () => {
        throw noResponse();
      },
    },
    follows: { list: () => ({ data: [], limit: 10 }) },
  };
  const { inputsOf } = renderAt(<NameScreen />, answers, { at: `/item/kings-rock${search}` });
  await sales('7 sales');
  expect(inputsOf('market.answer')).toHaveLength(count);
  await waitFor(() => expect(screen.queryAllByRole('region', { name: 'Answer' })).toHaveLength(count));
});

it.each([true, false])('has what the traits are worth only with enough pairs of sales: %s', async (is) => {
  const page: NamePage = { ...PAGE, kind: 'pokemon', name: 'Rotom', slug: 'rotom', has_trait_worth: is };
  const market = fakeMarket([]);
  const answers = { ...market, market: { ...market.market, name: () => page } };
  renderAt(<NameScreen />, answers, { at: '/pokemon/rotom' });
  await screen.findByRole('heading', { name: 'Rotom', level: 1 });
  const text = 'What its traits are worth';
  expect(screen.queryAllByRole('link', { name: text })).toHaveLength(is ? 1 : 0);
  expect(screen.queryAllByRole('region', { name: text })).toHaveLength(is ? 1 : 0);
});
