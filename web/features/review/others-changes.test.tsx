import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ReviewDetail } from '../../../src/contract/review/review.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { publishReviewUpdate } from '../../lib/live/review-updates.ts';
import { type Answers, refusal } from '../../testing/fake-server.ts';
import { fakeMarket } from '../../testing/market.ts';
import { renderAt } from '../../testing/render.tsx';
import {
  AT,
  BROCK,
  counts,
  decisionIn,
  detailOf,
  MISTY,
  pageOf,
  reportedSale,
  reviewSale,
  tablet,
  twoFactor,
} from '../../testing/review.tsx';
import ReviewScreen from './review-screen.tsx';

const NOTICE = 'Changed by misty_w while you were looking. Price: 26,000 PD → 98,765,432 PD';

/** Found by its whole text, of which the name is in an element inside it. */
const notice = (text: string) =>
  screen.findByText((_, element) => element?.localName === 'p' && element.textContent === text);

/** A sale that others can edit, and a server that refuses decisions on an earlier version of it. */
function editedElsewhere(at: string, first = reviewSale({ price: 26_000 })) {
  let current: ReviewDetail = detailOf(first, 'ash_k');
  const refuseStale = ({ version }: { version?: number | undefined }) => {
    if (version !== current.sale.version)
      throw refusal(409, `${MESSAGES.saleChanged} Please reload and try again.`, { reason: 'STALE_VERSION' });
  };
  const reviews = { counts, list: () => pageOf(first), detail: () => current };
  const items = {
    setStatus: (input) => {
      refuseStale(input);
      const { price, version } = current.sale;
      return { ...first, price, status: decisionIn(input), version: version + 1 };
    },
  } satisfies Answers['items'];
  const reports = {
    decide: (input: { version?: number | undefined }) => {
      refuseStale(input);
      return { sale: current.sale, decided: 1 };
    },
  };
  const rendered = renderAt(<ReviewScreen />, { reviews, items, reports, twoFactor }, { at, as: BROCK });
  return {
    ...rendered,
    edit(price: number, by: string = MISTY.username) {
      const { sale, history } = current;
      const version = sale.version + 1;
      const edited = { event_id: version, type: 'edited' as const, at: AT, by, notes: null, changes: [] };
      current = { ...current, sale: { ...sale, price, version }, history: [...history, edited] };
      const event = { sale_id: 12, event: 'edited', status: sale.status, version, by, at: AT } as const;
      act(() => publishReviewUpdate({ type: 'sale', ...event }));
    },
  };
}

it.each([
  ['the workbench', true, '/review-submissions?view=workbench'],
  ['the dialog of a phone', false, '/review-submissions?view=workbench&sale=12'],
  ['the dialog of the cards', true, '/review-submissions?view=cards&sale=12'],
])('sends no decision on values that have changed unseen, in %s', async (_, isWide, at) => {
  tablet(isWide);
  const { user, edit, inputsOf } = editedElsewhere(at);
  await screen.findByRole('button', { name: /^Approve/ });
  edit(98_765_432);
  await notice(NOTICE);
  await user.keyboard('a');
  const alert = (await screen.findAllByRole('alert')).find(({ textContent }) => textContent !== '');
  expect(alert?.textContent).toMatch(new RegExp(`^${MESSAGES.saleChanged}`));
  await notice(NOTICE);
  expect(inputsOf('items.setStatus')).toMatchObject([{ version: 1 }]);
  edit(5);
  await notice('Changed by misty_w while you were looking. Price: 26,000 PD → 5 PD');
  await user.click(screen.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(inputsOf('items.setStatus')).toMatchObject([{ version: 1 }, { version: 2 }]));
  await screen.findByRole('button', { name: /^Approve/ });
  await user.keyboard('a');
  await waitFor(() => expect(inputsOf('items.setStatus')[2]).toMatchObject({ version: 3 }));
  await screen.findAllByText(/^Approved by you/);
  expect(screen.queryByText(/while you were looking/)).toBeNull();
});

it('closes the comment on reports of a sale that has changed unseen, and takes the second decision', async () => {
  tablet(true);
  const { user, edit, inputsOf } = editedElsewhere(
    '/review-submissions?tab=reported&view=workbench',
    reportedSale(),
  );
  await screen.findByText('“It was 2m.”');
  await user.keyboard('d');
  edit(5);
  await notice('Changed by misty_w while you were looking. Price: 1,000 PD → 5 PD');
  for (const version of [1, 2]) {
    if (version > 1) await user.keyboard('d');
    await user.click(await screen.findByRole('button', { name: /^Dismiss 1 report/ }));
    await waitFor(() => expect(inputsOf('reports.decide').at(-1)).toMatchObject({ version }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Comment/ })).toBeNull());
  }
});

it('sends no decision on a focused card that has changed unseen', async () => {
  const { user, edit, inputsOf } = editedElsewhere('/review-submissions?view=cards');
  const card = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => card.focus());
  edit(98_765_432);
  await screen.findAllByText(/98,765,432/);
  await user.keyboard('a');
  await screen.findByText(new RegExp(`^Master Ball, sale #12: ${MESSAGES.saleChanged}`));
  await user.keyboard('a');
  await waitFor(() => expect(inputsOf('items.setStatus')).toMatchObject([{ version: 1 }, { version: 2 }]));
});

it('takes what was edited here as seen, and names no one who is not known', async () => {
  tablet(true);
  const first = reviewSale({ price: 26_000 });
  let current = first;
  const reviews = { counts, list: () => pageOf(first), detail: () => detailOf(current) };
  const items = {
    ...fakeMarket([]).items,
    edit: () => {
      current = reviewSale({ price: 15_000, version: 2 });
      return current;
    },
  };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  const field = await screen.findByLabelText(/^Price/);
  await user.clear(field);
  await user.type(field, '15000');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await screen.findByRole('button', { name: /^Approve/ });
  await screen.findAllByText(/15,000/);
  expect(screen.queryByText(/while you were looking/)).toBeNull();
  current = reviewSale({ price: 5, version: 3 });
  act(() => publishReviewUpdate({ type: 'many' }));
  await notice('Changed while you were looking. Price: 15,000 PD → 5 PD');
});
