import { cleanup, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ANY } from '../../../src/contract/market/price-check-search-params.ts';
import { noResponse } from '../../testing/fake-server.ts';
import { pokemonSale } from '../../testing/market.ts';
import { renderAt } from '../../testing/render.tsx';
import { SimilarSales } from './similar-sales.tsx';
import { useSimilarTo } from './use-similar.ts';

const FIGURES = {
  sales: 1,
  newest_only: false,
  low: 1000,
  high: 1000,
  half_from: 1000,
  half_to: 1000,
  last_price: 1000,
  last_sold: '2026-03-12',
  with_proof: 1,
};

const ANSWER = {
  data: [
    {
      sale: pokemonSale({ nature: 'Jolly' }),
      match: 'similar' as const,
      distance: 1.5,
      differences: ['nature' as const],
    },
  ],
  answer: { exact: { ...FIGURES, sales: 0 }, similar: FIGURES },
  prices: { exact: [], similar: [1000] },
  position: { price: null, compared: 1, below: 0, equal: 0 },
};

function Checked({ from = 'Adamant' }) {
  const [nature, setNature] = useState(from);
  const answer = useSimilarTo({ kind: 'pokemon', name: 'Garchomp', check: { ...ANY, nature } });
  return (
    <>
      <button type="button" onClick={() => setNature('Jolly')}>
        Jolly
      </button>
      <SimilarSales answer={answer} without={[]} onWithout={() => undefined} />
    </>
  );
}

it('names the differences from what was compared, and none when the next comparison fails', async () => {
  let answering = Promise.resolve();
  const similar = async () => {
    await answering;
    return ANSWER;
  };
  const { user } = renderAt(<Checked />, { market: { similar } });
  await screen.findByText('Jolly, not Adamant');
  const held = Promise.withResolvers<void>();
  answering = held.promise;
  await user.click(screen.getByRole('button', { name: 'Jolly' }));
  screen.getByText('Jolly, not Adamant');
  held.reject(noResponse());
  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByRole('list', { name: 'Differences' })).toBeNull();
});

it('says that there are no sales of a name, without a choice of what to compare', async () => {
  renderAt(<Checked />, { market: { similar: () => ({ ...ANSWER, data: [] }) } });
  await screen.findByText('No sales of this name yet.');
  expect(screen.queryByRole('group', { name: 'What is compared' })).toBeNull();
});

it('says how many of the compared sales are listed, and links to all of the name', async () => {
  let sales = 101;
  const similar = () => ({
    ...ANSWER,
    data: ANSWER.data.flatMap((one) => [{ ...one, match: 'exact' as const }, one]),
    answer: { exact: { ...FIGURES, sales }, similar: { ...FIGURES, sales, newest_only: true } },
  });
  renderAt(<Checked />, { market: { similar } });
  await screen.findByText(/^Most similar: 1 of 101 exact matches and 1 of the newest 101 similar sales\./);
  const all = screen.getByRole('link', { name: 'All sales of Garchomp' });
  expect(all.getAttribute('href')).toBe('/?tab=pokemon&name=Garchomp&exact=true');
  cleanup();
  sales = 1;
  renderAt(<Checked />, { market: { similar } });
  await screen.findByRole('list', { name: /^Similar sales/ });
  expect(screen.queryByText(/^Most similar/)).toBeNull();
});

it('says that sales are listed newest first when nothing is compared with them', async () => {
  const data = ANSWER.data.map((one) => ({ ...one, match: 'exact' as const, differences: [] }));
  const answer = { exact: { ...FIGURES, sales: 261 }, similar: null };
  renderAt(<Checked from="" />, { market: { similar: () => ({ ...ANSWER, data, answer }) } });
  await screen.findByText(/^Newest 1 of 261 sales\./);
  screen.getByRole('list', { name: 'Similar sales, the newest first' });
});
