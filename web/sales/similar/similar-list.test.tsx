import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pokemonSale } from '../../testing/market.ts';
import { comparedOf } from './similar-labels.ts';
import { SimilarList } from './similar-list.tsx';

it.each<[('exact' | 'similar' | 'other')[], string[]]>([
  [['exact'], []],
  [['similar'], []],
  [['other'], ['Other sales of Garchomp']],
  [
    ['exact', 'similar'],
    ['Exact matches', 'Similar sales'],
  ],
])('heads sales that match as %j with %j', (matches, headings) => {
  const found = matches.map((match) => ({ sale: pokemonSale(), match, distance: 0, differences: [] }));
  render(<SimilarList found={found} like={comparedOf(pokemonSale())} />);
  expect(screen.queryAllByRole('heading').map(({ textContent }) => textContent)).toEqual(headings);
  expect(screen.getAllByRole('list')).toHaveLength(matches.length);
});
