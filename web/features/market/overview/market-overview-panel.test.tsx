import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { noResponse } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import MarketOverviewPanel from './market-overview-panel.tsx';

const NO_SALES = { today: 0, recent: 0 };

it('offers to load figures again that did not load', async () => {
  let isAway = true;
  const { user } = renderAt(<MarketOverviewPanel />, {
    market: {
      overview: () => {
        if (isAway) throw noResponse();
        return {
          today: '2026-11-23',
          since: '2026-11-17',
          sales: { item: NO_SALES, pokemon: NO_SALES },
          most_traded: [],
          notable: [],
        };
      },
    },
  });
  await screen.findByText('The latest figures did not load.');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No sales in the last 7 days.');
  expect(screen.queryByText('The latest figures did not load.')).toBeNull();
});

it('leads to the sales that each number counts', async () => {
  const sales = { item: { today: 1, recent: 4 }, pokemon: { today: 0, recent: 2 } };
  const overview = { today: '2026-11-23', since: '2026-11-17', sales, most_traded: [], notable: [] };
  renderAt(<MarketOverviewPanel />, { market: { overview: () => overview } });
  await screen.findByText('6 sales');
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 item', '/?date_from=2026-11-23'],
    ['4 items', '/?date_from=2026-11-17'],
    ['2 pokemon', '/?tab=pokemon&date_from=2026-11-17'],
  ]);
});
