import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Link, useLocation } from 'wouter';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import { nameLink } from '../../../lib/name-link.ts';
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
