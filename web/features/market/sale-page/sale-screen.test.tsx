import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route } from 'wouter';
import { NO_FIGURES } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { noResponse, refusal } from '../../../testing/fake-server.ts';
import { itemSale } from '../../../testing/market.ts';
import { arrivesAt, renderAt } from '../../../testing/render.tsx';
import SaleScreen from './sale-screen.tsx';

/** Has the sale read again, as a return to the page may. */
function Reload() {
  const { market } = trpc.useUtils();
  return (
    <button type="button" onClick={() => void market.sale.invalidate()}>
      Reload
    </button>
  );
}

const similarToSale = () => ({
  data: [],
  answer: { exact: NO_FIGURES, similar: null },
  prices: { exact: [], similar: [] },
  position: { price: null, compared: 0, below: 0, equal: 0 },
});

/** Shows a sale, and reads it again; `answer` is what the server says then. */
async function openAndReload(answer: () => AnySale) {
  const shown = itemSale({ sale_id: 12 });
  const answers = [() => shown];
  const market = { sale: () => (answers.shift() ?? answer)(), similarToSale };
  const page = (
    <>
      <Route path="/sale/:id" component={SaleScreen} />
      <Reload />
    </>
  );
  const { user } = renderAt(page, { market }, { at: '/sale/12' });
  await screen.findByRole('heading', { name: 'Master Ball' });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  return { user, answers, shown };
}

it('says that a sale is gone, and searches for another', async () => {
  const { user } = await openAndReload(() => {
    throw refusal(404, 'Sale not found');
  });
  await screen.findByText('There is no sale 12 in the market history');
  expect(screen.queryByRole('heading', { name: 'Master Ball' })).toBeNull();
  await user.type(screen.getByLabelText('Search items and pokemon'), 'garchomp{Enter}');
  await arrivesAt('/');
});

it('goes to the address of the sale from one with the punctuation of a text at its end', async () => {
  const market = { sale: () => itemSale({ sale_id: 12 }), similarToSale };
  renderAt(<Route path="/sale/:id" component={SaleScreen} />, { market }, { at: '/sale/12).?without=price' });
  await screen.findByRole('heading', { name: 'Master Ball' });
  await arrivesAt('/sale/12?without=price');
});

it('keeps the sale when it cannot be read again, says so, and tries again', async () => {
  const { user, answers, shown } = await openAndReload(() => {
    throw noResponse();
  });
  await screen.findByText(MESSAGES.fetchFailed);
  screen.getByRole('heading', { name: 'Master Ball' });
  answers.push(() => shown);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(MESSAGES.fetchFailed)).toBeNull());
});

it('requests the similar sales together with the sale, ignoring the traits of the address', async () => {
  const never = () => new Promise<never>(() => undefined);
  const page = <Route path="/sale/:id" component={SaleScreen} />;
  const market = { sale: never, similarToSale: never };
  const { inputsOf } = renderAt(page, { market }, { at: '/sale/12?without=nature' });
  await waitFor(() =>
    expect(inputsOf('market.similarToSale')).toEqual([{ sale_id: 12, without: ['nature'] }]),
  );
});
