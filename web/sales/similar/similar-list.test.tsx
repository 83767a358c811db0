import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { NO_FIGURES } from '../../../src/contract/market/market.ts';
import { MATCHES } from '../../../src/contract/market/similarity.ts';
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

it('says how many sales of each match are shown, and shows more of one match alone', async () => {
  const found = MATCHES.flatMap((match, at) =>
    Array.from({ length: 4 + at }, () => ({ sale: pokemonSale(), match, distance: 0, differences: [] })),
  );
  const answer = { exact: { ...NO_FIGURES, sales: 4 }, similar: { ...NO_FIGURES, sales: 51 } };
  render(<SimilarList found={found} answer={answer} like={comparedOf(pokemonSale())} first={3} />);
  const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
  const rows = () => screen.getAllByRole('list').map((list) => list.children.length);
  expect(rows()).toEqual([4, 3, 3]);
  expect(headings()).toEqual(['Exact matches', 'Similar sales, 3 of 51', 'Other sales of Garchomp, 3 of 6']);
  await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect(rows()).toEqual([4, 5, 3]);
  expect(headings()[1]).toBe('Similar sales, 5 of 51');
  screen.getByRole('button', { name: 'Show 3 more' });
});

it('names that a sale is not shiny once, among its differences', () => {
  const found = [
    { sale: pokemonSale(), match: 'similar' as const, distance: 1, differences: ['shiny' as const] },
  ];
  render(<SimilarList found={found} like={comparedOf(pokemonSale({ is_shiny: true }))} />);
  expect(screen.getAllByText('Not shiny')).toHaveLength(1);
  expect(screen.getByRole('list', { name: 'Differences' }).textContent).toBe('≠Not shiny');
});
