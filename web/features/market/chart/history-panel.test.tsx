import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { todayUtc } from '../../../../src/contract/shared/dates.ts';
import { type Answers, TestNetwork } from '../../../testing/fake-server.ts';
import { fakeMarket } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import HistoryPanel from './history-panel.tsx';
import { usePriceHistory } from './use-price-history.ts';

const MARKET = fakeMarket([]);

/** A market whose chart shows one sale for as many PD as it has days. */
const withChart = (network: TestNetwork): Answers => ({
  market: {
    ...MARKET.market,
    chart: network.over(({ days }) => {
      const price = Number(days);
      return {
        data: [{ date: todayUtc(), price, low: price, high: price, volume: 1, sale_id: 7 }],
        total_records: 1,
        names: 1,
      };
    }),
  },
});

function Panel() {
  const { params, go } = useMarketSearchParams();
  const history = usePriceHistory(params, true);
  return <HistoryPanel {...{ params, go, history }} heading={null} toggle={null} />;
}

it('says of which days and of what it is while other prices load, and shows none when they fail', async () => {
  const network = new TestNetwork();
  const { user } = renderAt(<Panel />, withChart(network), { at: '/?name=ball&days=90' });
  await screen.findByText('1 sale in 90 days, 90 PD');
  await user.click(screen.getByRole('radio', { name: '1 y' }));
  await screen.findByText('1 sale in one year, 365 PD');
  network.isDown = true;
  await act(() => user.click(screen.getByRole('radio', { name: '30 d' })));
  screen.getByText('1 sale in one year, 365 PD');
  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText(/^1 sale in/)).toBeNull();
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => screen.getByText('1 sale in 30 days, 30 PD'));
});
