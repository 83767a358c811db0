import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import { keepInState } from '../../../lib/history-state.ts';
import { noResponse } from '../../../testing/fake-server.ts';
import { ASH, address, renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import PriceCheckPanel from './price-check-panel.tsx';

const PATH = '/pokemon/garchomp';
const PAGE: NamePage = {
  kind: 'pokemon',
  name: 'Garchomp',
  slug: 'garchomp',
  image_url: null,
  pokemon_id: 445,
  forms: [],
  sales: 0,
  first_sold: null,
  last_sold: null,
};

function Check() {
  const { params, go } = useMarketSearchParams({ path: PATH, kind: 'pokemon', name: 'Garchomp' });
  return <PriceCheckPanel page={PAGE} params={params} go={go} opener={{ current: null }} />;
}

const ANSWERS = {
  market: {
    similar: () => {
      throw noResponse();
    },
  },
  follows: { list: () => ({ data: [], limit: 10 }) },
};

it.each([undefined, ASH])('names its buttons unlike those of the page, for %j', async (as) => {
  renderAt(<Check />, ANSWERS, { at: PATH, as });
  await screen.findByRole('button', { name: 'Follow this check of Garchomp' });
  screen.getByRole('button', { name: 'Share this check' });
  await expect.poll(() => screen.queryByRole('button', { name: 'Follow Garchomp' })).toBeNull();
});

it('shows the notes on a paste until they are dismissed, also after a reload', async () => {
  const { user } = renderAt(<Check />, ANSWERS, { at: PATH });
  act(() => keepInState('paste', { title: 'Read from the pasted set.', notes: [], notRead: [] }));
  /** Browsers copy the state whenever an entry changes. */
  const changeEntry = () =>
    act(() =>
      navigate(address(), { replace: true, state: structuredClone({ ...history.state, openSale: 1 }) }),
    );
  changeEntry();
  screen.getByText('Read from the pasted set.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  changeEntry();
  expect(screen.queryByText('Read from the pasted set.')).toBeNull();
});
