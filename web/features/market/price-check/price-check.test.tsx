import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import { noResponse } from '../../../testing/fake-server.ts';
import { ASH, renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import PriceCheck from './price-check.tsx';

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
  return <PriceCheck page={PAGE} params={params} go={go} opener={{ current: null }} />;
}

it.each([undefined, ASH])('names its buttons unlike those of the page, for %j', async (as) => {
  const answers = {
    market: {
      similar: () => {
        throw noResponse();
      },
    },
    follows: { list: () => ({ data: [], limit: 10 }) },
  };
  renderAt(<Check />, answers, { at: PATH, as });
  await screen.findByRole('button', { name: 'Follow this check of Garchomp' });
  screen.getByRole('button', { name: 'Share this check' });
  await expect.poll(() => screen.queryByRole('button', { name: 'Follow Garchomp' })).toBeNull();
});
