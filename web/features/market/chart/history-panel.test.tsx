import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { daysBefore, todayUtc } from '../../../../src/contract/shared/dates.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { type Answers, noResponse } from '../../../testing/fake-server.ts';
import { fakeMarket } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { useMarketSearchParams } from '../use-market-search-params.ts';
import HistoryPanel from './history-panel.tsx';
import { usePriceHistory } from './price-history.tsx';

const MARKET = fakeMarket([]);

/** A market whose chart shows one sale for as many PD as it has days, once `waited` allows it. */
const withChart = (waited: () => Promise<unknown>): Answers => ({
  market: {
    ...MARKET.market,
    chart: async ({ days }) => {
      await waited();
      const price = Number(days);
      return {
        data: [{ date: todayUtc(), price, low: price, high: price, volume: 1, sale_id: 7 }],
        total_records: 1,
        names: 1,
      };
    },
  },
});

function Panel() {
  const { params, go } = useMarketSearchParams();
  const history = usePriceHistory(params, true);
  return <HistoryPanel {...{ params, go, history }} heading={null} toggle={null} />;
}

it('keeps the focus at the chart when the zoom is reset', async () => {
  const zoom = `${daysBefore(todayUtc(), 9)}..${todayUtc()}`;
  const { user } = renderAt(
    <Panel />,
    withChart(() => Promise.resolve()),
    { at: `/?name=ball&days=90&zoom=${zoom}` },
  );
  // The days that are shown have one sentence, above the chart.
  await screen.findByText(/^1 sale from .*, 90 PD$/);
  expect(screen.queryByText('1 sale in 90 days, 90 PD')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Reset zoom' }));
  screen.getByText('1 sale in 90 days, 90 PD');
  expect(document.activeElement).toBe(screen.getByText(/to zoom\.$/).closest('[tabindex]'));
});

it('says of which days and of what it is while other prices load, and shows none when they fail', async () => {
  let answering = Promise.resolve();
  const { user } = renderAt(
    <Panel />,
    withChart(() => answering),
    { at: '/?name=ball&days=90' },
  );
  await screen.findByText('1 sale in 90 days, 90 PD');
  await user.click(screen.getByRole('radio', { name: '1 y' }));
  await screen.findByText('1 sale in 12 months, 365 PD');
  const held = Promise.withResolvers<void>();
  answering = held.promise;
  await user.click(screen.getByRole('radio', { name: '30 d' }));
  screen.getByText('1 sale in 12 months, 365 PD');
  held.reject(noResponse());
  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText(/^1 sale in/)).toBeNull();
  answering = Promise.resolve();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('1 sale in 30 days, 30 PD');
});

it.each([
  ['the default window', '', 10, '90 d', '1 sale in 90 days, 1,000 PD'],
  ['a longer one that has sales', '', 100, '1 y', '1 sale in 12 months, 1,000 PD'],
  ['the longest one', '', 1000, 'All', /^1 sale since /],
  ['the longest one without sales', '', 100_000, 'All', MESSAGES.noHistory('ball')],
  ['the window of the URL', '&days=90', 100, '90 d', MESSAGES.noHistory('ball')],
])('opens on %s', async (_window, days, age, button, text) => {
  const date = daysBefore(todayUtc(), age);
  const sale = { date, price: 1000, low: 1000, high: 1000, volume: 1, sale_id: 7 };
  const chart: NonNullable<NonNullable<Answers['market']>['chart']> = (input) => {
    const data = Number(input.days ?? 90) < age ? [] : [sale];
    return { data, total_records: data.length, names: data.length };
  };
  renderAt(<Panel />, { market: { ...MARKET.market, chart } }, { at: `/?name=ball${days}` });
  await screen.findByText(text);
  expect(screen.getByRole('radio', { name: button })).toHaveProperty('checked', true);
});

/** A chart whose data change, and a link to another name. */
function Market() {
  const utils = trpc.useUtils();
  const { go } = useMarketSearchParams();
  return (
    <>
      <Panel />
      <button type="button" onClick={() => void utils.market.chart.invalidate()}>
        Reload
      </button>
      <button type="button" onClick={() => go({ filters: { name: 'rock' } })}>
        Rock
      </button>
    </>
  );
}

it.each([
  ['the next one', 100, '1 y'],
  ['the longest one', 1000, 'All'],
])(
  'keeps the window that it opened with, %s, when a new sale arrives, until another name is opened',
  async (_case, age, button) => {
    const sales = [{ name: 'ball', age }];
    const chart: NonNullable<NonNullable<Answers['market']>['chart']> = (input) => {
      const shown = sales.filter(({ name, age }) => name === input.name && age <= Number(input.days ?? 90));
      const data = shown.map(({ age }, sale_id) => {
        const date = daysBefore(todayUtc(), age);
        return { date, price: 1000, low: 1000, high: 1000, volume: 1, sale_id };
      });
      return { data, total_records: data.length, names: data.length };
    };
    const { user } = renderAt(<Market />, { market: { ...MARKET.market, chart } }, { at: '/?name=ball' });
    const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
    await screen.findByText(/^1 sale /);
    expect(isChosen(button)).toBe(true);
    sales.push({ name: 'ball', age: 0 }, { name: 'rock', age: 0 });
    await user.click(screen.getByText('Reload'));
    await screen.findByText(/^2 sales /);
    expect(isChosen(button)).toBe(true);
    await user.click(screen.getByText('Rock'));
    await screen.findByText('1 sale in 90 days, 1,000 PD');
    expect(isChosen('90 d')).toBe(true);
  },
);
