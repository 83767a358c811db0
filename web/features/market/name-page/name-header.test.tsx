import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamePage } from '../../../../src/contract/market/market.ts';
import { formOption } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import { NameForms } from './name-header.tsx';

const PATH = '/pokemon/rotom';
const PAGE: NamePage = {
  kind: 'pokemon',
  name: 'Rotom',
  slug: 'rotom',
  image_url: null,
  pokemon_id: 479,
  forms: ['Normal', 'Wash'].map((form) => ({ ...formOption(form, 'Electric', ['Levitate']), sales: 5 })),
  sales: 10,
  first_sold: null,
  last_sold: null,
  has_trait_worth: false,
};

function Forms() {
  const { params } = useMarketSearchParams({ path: PATH, kind: 'pokemon', name: 'Rotom' });
  return <NameForms page={PAGE} path={PATH} params={params} />;
}

it.each([
  ['', ['All forms10 sales', 'Normal5 sales', 'Wash5 sales']],
  ['?form=Wash', ['All forms10 sales', 'Normal5 sales', 'Wash5 sales']],
  ['?nature=Bold', ['All forms', 'Normal', 'Wash']],
])('counts the sales of forms while no other filter is on: %j', async (search, labels) => {
  renderAt(<Forms />, {}, { at: `${PATH}${search}` });
  const links = await screen.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(labels);
});
