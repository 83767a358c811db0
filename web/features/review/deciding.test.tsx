import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import type { BulkResult, ReviewSale } from '../../../src/contract/review/review.ts';
import { REJECTION_REASONS } from '../../../src/contract/review/review-values.ts';
import type { Decision } from '../../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { publishReviewUpdate } from '../../lib/live/review-updates.ts';
import { PATHS } from '../../lib/paths.ts';
import { type Answers, losing, noResponse, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { fakeMarket, pokemonSale } from '../../testing/market.ts';
import { address, renderAt } from '../../testing/render.tsx';
import {
  AT,
  BROCK,
  counts,
  detailOf,
  heldDecisions,
  MISTY,
  pageOf,
  reportedSale,
  reviewSale,
  tablet,
  twoFactor,
} from '../../testing/review.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { RESULTS } from '../../ui/page/results-skip-link.tsx';
import ReviewScreen from './review-screen.tsx';

it('continues with a sale that still waits when the answer arrives', async () => {
  const { open, opener, focus, elsewhere, answer } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  const third = await opener(14);
  await focus(12);
  await user.keyboard('a');
  elsewhere(13);
  await screen.findByRole('button', { name: 'View Ball 13, sale #13' });
  await answer(12);
  await waitFor(() => expect(document.activeElement).toBe(third));
});

it('names the sale of a decision that fails after the reviewer moved on', async () => {
  const { open, fail } = heldDecisions();
  const { user } = open('/review-submissions?view=cards&sale=12');
  const dialog = () => screen.findByRole('dialog', { name: /12$/ });
  await user.click(await within(await dialog()).findByRole('button', { name: /^Approve/ }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Next sale' }));
  await screen.findByRole('dialog', { name: /13$/ });
  await fail(12);
  await screen.findByText('Ball 12, sale #12: Not today');
  expect(within(screen.getByRole('dialog')).queryByText(/Not today/)).toBeNull();
});

it('lists the sales whose decisions failed for the same reason in one message', async () => {
  const { open, focus, fail } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  await focus(12);
  await user.keyboard('aja');
  await fail(12);
  await screen.findByText('Ball 12, sale #12: Not today');
  await fail(13);
  await screen.findByText('Ball 12, sale #12; Ball 13, sale #13: Not today');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/Not today/)).toBeNull();
  await user.keyboard('ja');
  await fail(14);
  await screen.findByText('Ball 14, sale #14: Not today');
});

it('shows a failure with its sale until the reviewer moves on', async () => {
  const { open, fail } = heldDecisions();
  const { user } = open('/review-submissions?view=cards&sale=12');
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  await fail(12);
  await within(screen.getByRole('dialog')).findByText('Not today');
  await user.click(screen.getByRole('button', { name: 'Next sale' }));
  await screen.findByRole('dialog', { name: /13$/ });
  await user.click(screen.getByRole('button', { name: 'Previous sale' }));
  await screen.findByRole('dialog', { name: /12$/ });
  expect(screen.queryByText(/Not today/)).toBeNull();
});

it.each(['cards', 'workbench'])(
  'goes on to the next sale in a dialog, and closes after the last one: %s',
  async (view) => {
    tablet(false);
    const { open, answer } = heldDecisions();
    const { user } = open(`/review-submissions?view=${view}&sale=12`);
    for (const id of [12, 13, 14]) {
      const dialog = within(await screen.findByRole('dialog', { name: new RegExp(`${id}$`) }));
      await user.click(await dialog.findByRole('button', { name: /^Approve/ }));
      await answer(id);
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('names the last decision in the dialog of the next sale, with a button that undoes it', async () => {
  const { open, answer } = heldDecisions();
  const { user } = open('/review-submissions?view=cards&sale=12');
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  await answer(12);
  const dialog = within(await screen.findByRole('dialog', { name: /13$/ }));
  dialog.getByRole('button', { name: /^Undo Approved Ball 12/ });
  dialog.getByText('Approved Ball 12, sale #12', { ignore: '.sr-only' });
  dialog.getByText('2 / 3');
});

it.each([
  ['the same page, whose sales are the next ones', 4, 3],
  ['the last page, if there are fewer by then', 2, 2],
])('loads %s, once a page is decided', async (_, totalPages, next) => {
  let isDecided = false;
  const pages = (page: number) => {
    const id = page + (isDecided ? 20 : 10);
    return {
      data: [reviewSale({ sale_id: id, item_name: `Ball ${id}` })],
      pagination: { page, limit: 10, total: 35, totalPages: isDecided ? totalPages : 4 },
    };
  };
  const setStatus = () => {
    isDecided = true;
    return reviewSale({ sale_id: 13, status: 'approved', version: 2 });
  };
  const reviews = {
    counts,
    list: ({ page }) => pages(Number(page)),
    detail: () => detailOf(reviewSale()),
  } satisfies Answers['reviews'];
  const { user } = renderAt(
    <Route path={PATHS.review} component={ReviewScreen} />,
    { reviews, items: { setStatus }, twoFactor },
    { at: '/review-submissions?view=cards&page=3&limit=10', as: BROCK },
  );
  const row = await screen.findByRole('button', { name: 'Review Ball 13, sale #13' });
  act(() => row.focus());
  await user.keyboard('a');
  await user.click(await screen.findByRole('button', { name: 'Load the next page' }));
  await screen.findByRole('button', { name: `Review Ball 2${next}, sale #2${next}` });
  expect(address()).toBe(`/review-submissions?view=cards&page=${next}&limit=10`);
});

it('goes into the sale with Enter on its row, from where the keys go on through the queue', async () => {
  tablet(true);
  const { open } = heldDecisions();
  const { user } = open('/review-submissions?view=workbench&sale=12');
  const row = await screen.findByRole('button', { name: /^Ball 12/ });
  act(() => row.focus());
  await user.keyboard('j');
  const heading = await screen.findByRole('heading', { name: 'Ball 13' });
  expect(document.activeElement).toBe(document.querySelector('[data-sale="13"] [data-open]'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  await user.keyboard('k');
  expect(document.activeElement).toBe(row);
  await screen.findByRole('heading', { name: 'Ball 12' });
  await user.click(row);
  expect(document.activeElement).toBe(row);
});

it('offers the next page next to the open sale, once the page is decided', async () => {
  tablet(true);
  const { open, answer } = heldDecisions();
  const { user } = open('/review-submissions?view=workbench&sale=12');
  render(<LiveRegion />);
  for (const id of [12, 13, 14]) {
    const pane = within(await screen.findByRole('article', { name: `Sale ${id}` }));
    await pane.findByRole('button', { name: /^Approve/ });
    await user.keyboard('a');
    await answer(id);
  }
  const last = within(await screen.findByRole('article', { name: 'Sale 14' }));
  await last.findByText('Everything on this page is decided.');
  screen.getByText('Approved Ball 12, sale #12. Next: Ball 13, sale #13. Undo: u.');
  expect(screen.getAllByRole('button', { name: 'Load the next page' })).toHaveLength(1);
  expect(last.getByRole('button', { name: 'Load the next page' }).textContent).toBe('Load the next pagej');
  await user.keyboard('k');
  const other = within(await screen.findByRole('article', { name: 'Sale 13' }));
  expect(other.getByRole('button', { name: 'Load the next page' }).textContent).toBe('Load the next page');
});

it('decides one sale only with a double click whose second click comes after the answer', async () => {
  const { open, answer } = heldDecisions();
  const { inputsOf } = open('/review-submissions?view=cards&sale=12');
  fireEvent.click(await screen.findByRole('button', { name: /^Approve/ }), { detail: 1 });
  await answer(12);
  const dialog = within(await screen.findByRole('dialog', { name: /13$/ }));
  const button = dialog.getByRole('button', { name: /^Approve/ });
  fireEvent.click(button, { detail: 2 });
  expect(inputsOf('items.setStatus')).toMatchObject([{ id: 12 }]);
});

it('opens no other sale when the reviewer has closed the one that is being decided', async () => {
  tablet(false);
  const { open, answer } = heldDecisions();
  const { user } = open('/review-submissions?view=workbench');
  await user.click(await screen.findByRole('button', { name: /Ball 12/ }));
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await answer(12);
  await screen.findByText(/^Approved by you/);
  expect(address()).toBe('/review-submissions?view=workbench');
});

it('can undo a decision whose answer arrives after a change of the tab', async () => {
  const { open, focus, answer } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  await focus(12);
  await user.keyboard('a');
  await user.click(screen.getByRole('tab', { name: /^All/ }));
  await screen.findByRole('heading', { name: 'All submissions' });
  await answer(12);
  await screen.findByRole('button', { name: /^Undo Approved Ball 12, sale #12/ });
  expect(address()).toBe('/review-submissions?tab=all&view=cards');
});

it('sends a decision while another one is being sent, and each of them once', async () => {
  const { open, focus } = heldDecisions();
  const { user, inputsOf } = open('/review-submissions?view=cards');
  await focus(12);
  await user.keyboard('aaja');
  expect(inputsOf('items.setStatus')).toEqual([
    { id: 12, version: 1, status: 'approved', review_notes: null },
    { id: 13, version: 1, status: 'approved', review_notes: null },
  ]);
});

it('knows its keys on a keyboard of another script', async () => {
  const { open, focus } = heldDecisions();
  const { inputsOf } = open('/review-submissions?view=cards');
  await focus(12);
  // The key of `a` on a Cyrillic keyboard.
  fireEvent.keyDown(document.activeElement ?? document, { key: 'ф', code: 'KeyA' });
  await waitFor(() => expect(inputsOf('items.setStatus')).toMatchObject([{ id: 12, status: 'approved' }]));
});

it.each(['cards', 'workbench'])('decides the selected sales with the keys, in the view %s', async (view) => {
  tablet(true);
  const { open, focus } = heldDecisions();
  const { user, inputsOf } = open(`/review-submissions?view=${view}`);
  if (view === 'cards') await focus(12);
  else await screen.findByRole('button', { name: 'Approve' });
  await user.keyboard('xjxa');
  const approval = await screen.findByRole('dialog', { name: 'Approve 2 sales?' });
  expect(
    within(approval)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Ball 12'), expect.stringContaining('Ball 13')]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('r');
  const rejection = within(await screen.findByRole('dialog', { name: 'Reject 2 sales?' }));
  await user.type(rejection.getByRole('textbox', { name: 'Review notes' }), 'No proof{Escape}');
  await screen.findByText('The decision and its notes are not sent.');
  expect(inputsOf('items.setStatus')).toEqual([]);
});

it.each<[string, string, string, { status: Decision; review_notes: string | null | undefined }]>([
  ['a', 'Approve 2 sales?', '{Enter}', { status: 'approved', review_notes: null }],
  ['r', 'Reject 2 sales?', '2{Enter}', { status: 'rejected', review_notes: REJECTION_REASONS[1] }],
])('confirms a decision on the selected sales by keys alone: %s', async (key, name, keys, sent) => {
  const sales = [12, 13].map((sale_id) => reviewSale({ sale_id, item_name: `Ball ${sale_id}` }));
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: () => detailOf(reviewSale()),
    decideMany: () => ({
      results: [12, 13].map((id) => ({ ok: true, id, status: sent.status, version: 2 })),
    }),
  } satisfies Answers['reviews'];
  const at = '/review-submissions?view=cards';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  render(<LiveRegion />);
  const row = await screen.findByRole('button', { name: 'Review Ball 12, sale #12' });
  act(() => row.focus());
  await user.keyboard(`xjx${key}`);
  await screen.findByRole('dialog', { name });
  if (key === 'r') {
    await user.keyboard('{Enter}');
    await screen.findByText('Choose or write a reason.');
  }
  await user.keyboard(keys);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('reviews.decideMany')).toMatchObject([sent]);
  expect(screen.queryByText(`Reason: ${sent.review_notes}`) !== null).toBe(key === 'r');
});

it('opens the proof of the focused and of the open sale with p, and says when there is none', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const proof = 'https://forum.example/1';
  const sales = [
    reviewSale({ sale_id: 12, item_name: 'Ball 12', proof_url: proof }),
    reviewSale({ sale_id: 13, item_name: 'Ball 13', proof_url: null }),
  ];
  const detail = ({ id }: { id: number }) =>
    detailOf(sales.find(({ sale_id }) => sale_id === id) ?? reviewSale());
  const reviews = { counts, list: () => pageOf(...sales), detail };
  const { user } = renderAt(
    <Route path={PATHS.review} component={ReviewScreen} />,
    { reviews, twoFactor },
    { at: '/review-submissions?view=cards', as: BROCK },
  );
  const row = await screen.findByRole('button', { name: 'Review Ball 12, sale #12' });
  act(() => row.focus());
  await user.keyboard('p');
  expect(opened.mock.calls).toEqual([[proof, '_blank', 'noopener']]);
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: /12$/ });
  await user.keyboard('p');
  expect(opened).toHaveBeenCalledTimes(2);
  await user.keyboard('jp');
  await screen.findByText('No proof was given for Ball 13, sale #13.');
  expect(opened).toHaveBeenCalledTimes(2);
});

it('keeps the dialog of several sales open until their decision is answered', async () => {
  const answer = Promise.withResolvers<void>();
  const message = 'This submission was already reviewed.';
  const decideMany = async () => {
    await answer.promise;
    return { results: [{ id: 12, ok: false as const, reason: 'ALREADY_REVIEWED', message, decided: null }] };
  };
  const reviews = {
    counts,
    list: () => pageOf(reviewSale()),
    detail: () => detailOf(reviewSale()),
    decideMany,
  };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('checkbox', { name: /^Select Master Ball/ }));
  await user.click(screen.getByRole('button', { name: 'Approve 1' }));
  await user.click(await screen.findByRole('button', { name: 'Approve 1 sale' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => answer.resolve());
  await within(screen.getByRole('dialog')).findByText(message);
  await user.click(within(screen.getByRole('dialog')).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('counts a returned sale as one more submission, and says when it could not be loaded', async () => {
  const detail = () => Promise.reject(noResponse());
  const reviews = { counts, list: () => pageOf(reviewSale()), detail };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() =>
    publishReviewUpdate({
      type: 'sale',
      sale_id: 13,
      event: 'returned',
      status: 'pending',
      version: 3,
      by: null,
      at: AT,
    }),
  );
  await user.click(await screen.findByRole('button', { name: '1 more submission' }));
  await screen.findByText(MESSAGES.reviewLoadFailed);
  screen.getByRole('button', { name: '1 more submission' });
  expect(document.activeElement?.id).toBe(RESULTS.id);
});

it('offers more submissions without a number when it does not know them all, and loads them', async () => {
  let total = 1;
  const list = () => {
    const { data, pagination } = pageOf(
      ...[12, 13].slice(0, total).map((sale_id) => reviewSale({ sale_id })),
    );
    return { data, pagination: { ...pagination, total, totalPages: Math.ceil(total / 2) } };
  };
  const reviews = { counts, list, detail: () => detailOf(reviewSale()) };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByRole('button', { name: /^Review Master Ball, sale #12/ });
  total = 102;
  act(() => publishReviewUpdate({ type: 'many' }));
  await user.click(await screen.findByRole('button', { name: 'More submissions' }));
  await screen.findByRole('button', { name: /^Review Master Ball, sale #13/ });
  expect(screen.queryByRole('button', { name: 'More submissions' })).toBeNull();
  expect(document.activeElement?.id).toBe(RESULTS.id);
});

it('can undo a decision again after a failure', async () => {
  const reviews = {
    counts,
    list: () => pageOf(reviewSale()),
    detail: () => detailOf(reviewSale()),
    undo: () => Promise.reject(noResponse()),
  };
  const items = { setStatus: () => reviewSale({ status: 'approved', version: 2 }) };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  const open = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => open.focus());
  await user.keyboard('a');
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await screen.findByText('Failed to undo the decision');
  const again = await screen.findByRole('button', { name: /^Undo/ });
  await waitFor(() => expect(document.activeElement).toBe(again));
});

it.each([
  ['at once', 1],
  ['at the second attempt', 2],
])('takes an undo whose response was lost as made %s, and restores its notes', async (_, times) => {
  tablet(true);
  const reviews = {
    counts,
    list: () => pageOf(reviewSale()),
    detail: () => detailOf(reviewSale()),
    undo: losing(times, () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 3 }] })),
  } satisfies Answers['reviews'];
  const items = { setStatus: () => ({ ...reviewSale(), ...approvedBy(BROCK) }) };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
  const undo = async () => user.click(await screen.findByRole('button', { name: /^Undo Approved/ }));
  await user.type(await field(), 'a good price');
  await user.click(screen.getByRole('button', { name: /^Approve/ }));
  await undo();
  if (times > 1) {
    await screen.findByText('Failed to undo the decision');
    await undo();
  }
  expect((await field()).value).toBe('a good price');
  if (times === 1) expect(screen.queryByText(/^Failed to/)).toBeNull();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

it('can undo a decision after a change of the tab, and shows the sale again', async () => {
  const lists = [pageOf(reviewSale()), pageOf(), pageOf(), pageOf(reviewSale({ version: 3 }))];
  const reviews = {
    counts,
    list: () => lists.shift() ?? pageOf(),
    detail: () => detailOf(reviewSale()),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 3 }] }),
  } satisfies Answers['reviews'];
  const items = { setStatus: () => reviewSale({ status: 'approved', version: 2 }) };
  const at = '/review-submissions?view=cards';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  const open = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => open.focus());
  await user.keyboard('a');
  await screen.findByRole('button', { name: /^Undo/ });
  await user.click(screen.getByRole('tab', { name: /^All/ }));
  await screen.findByRole('heading', { name: 'No submissions yet' });
  await user.click(screen.getByRole('tab', { name: /^Pending/ }));
  await screen.findByRole('heading', { name: 'Nothing to review' });
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  await screen.findByRole('button', { name: /^Review Master Ball/ });
  expect(inputsOf('reviews.undo')).toEqual([{ sales: [{ id: 12, version: 2 }] }]);
});

it('takes a decision whose response was lost as made, and can undo it', async () => {
  const reviews = {
    counts,
    list: () => pageOf(reviewSale()),
    detail: () => detailOf(reviewSale()),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 3 }] }),
  } satisfies Answers['reviews'];
  const items = { setStatus: losing(1, () => ({ ...reviewSale(), ...approvedBy(BROCK) })) };
  const at = '/review-submissions?view=cards';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  const open = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => open.focus());
  await user.keyboard('a');
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales: [{ id: 12, version: 2 }] }]));
  const [first, repeat] = inputsOf('items.setStatus');
  expect(repeat).toEqual(first);
  expect(screen.queryByText(/^Failed to/)).toBeNull();
});

const APPROVAL_NO_RESPONSE = /^Failed to approve submission\. No response arrived/;

const approved = (id: number): BulkResult => ({ ok: true, id, status: 'approved', version: 2 });

/** Two sales; the first responses to the approval of both are lost. */
async function approveBoth(
  times: number,
  results: BulkResult[] = [approved(12), approved(13)],
  undone: BulkResult[] = [{ ok: true, id: 12, status: 'pending', version: 3 }],
  network = new TestNetwork(),
) {
  const reviews = {
    counts,
    list: () => pageOf(...[12, 13].map((sale_id) => reviewSale({ sale_id, item_name: `Ball ${sale_id}` }))),
    detail: network.over(({ id }: { id: number }) =>
      detailOf({ ...reviewSale({ sale_id: id }), ...approvedBy(BROCK) } as ReviewSale),
    ),
    decideMany: losing(times, () => ({ results })),
    undo: () => ({ results: undone }),
  };
  const at = '/review-submissions?view=cards';
  const rendered = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  const { user } = rendered;
  for (const box of await screen.findAllByRole('checkbox', { name: /^Select Ball/ })) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Approve 2' }));
  await user.click(await screen.findByRole('button', { name: 'Approve 2 sales' }));
  return rendered;
}

const approvedBy = ({ username: by }: { username: string }) =>
  ({ status: 'approved', version: 2, decided: { by, at: AT } }) satisfies Partial<ReviewSale>;

const bothAreApproved = () => {
  for (const sale_id of [12, 13])
    publishReviewUpdate({
      type: 'sale',
      sale_id,
      event: 'approved',
      status: 'approved',
      version: 2,
      by: BROCK.username,
      at: AT,
    });
};

it('takes a decision on several sales whose response was lost as made, and can undo it', async () => {
  const { user, inputsOf } = await approveBoth(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: /^Undo Approved 2 sales/ }));
  const sales = [
    { id: 12, version: 2 },
    { id: 13, version: 2 },
  ];
  await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales }]));
});

it.each([
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ['its rows arrive', bothAreApproved],
])('looks up a decision on several sales whose responses were lost when %s', async (_, happens) => {
  const network = new TestNetwork({ isDown: true });
  const { user } = await approveBoth(2, undefined, undefined, network);
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales?' }));
  await dialog.findByText(APPROVAL_NO_RESPONSE);
  network.isDown = false;
  act(() => void happens());
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: /^Undo Approved 2 sales/ });
});

it('repeats a decision on several sales unchanged, also when their rows show it by then', async () => {
  const { user, inputsOf } = await approveBoth(2);
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales?' }));
  await dialog.findByText(APPROVAL_NO_RESPONSE);
  act(bothAreApproved);
  await user.click(dialog.getByRole('button', { name: 'Approve 2 sales' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sales = [12, 13].map((id) => ({ id, version: 1 }));
  expect(inputsOf('reviews.decideMany')).toEqual(
    Array(3).fill({ sales, status: 'approved', review_notes: null }),
  );
  expect(screen.getAllByRole('button', { name: /^Undo Approved 2 sales/ })).toHaveLength(1);
});

it('names those of several sales whose decision could not be undone', async () => {
  const message = 'This decision cannot be undone because the sale has changed since.';
  const { user } = await approveBoth(0, undefined, [
    { ok: true, id: 12, status: 'pending', version: 3 },
    { ok: false, id: 13, reason: 'CHANGED', message, decided: null },
  ]);
  await user.click(await screen.findByRole('button', { name: /^Undo Approved 2 sales/ }));
  await screen.findByText(`Not undone: Ball 13, sale #13. ${message}`);
});

const REFUSED: BulkResult = {
  ok: false,
  id: 13,
  reason: 'ALREADY_REVIEWED',
  message: MESSAGES.alreadyReviewed,
  decided: { by: MISTY.username, at: AT },
};

it('names those of several sales that lack the decision whose response was lost, and who was first', async () => {
  const { user, inputsOf } = await approveBoth(1, [approved(12), REFUSED]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales' }));
  await dialog.findByText('1 sale approved.');
  dialog.getByText(new RegExp(MISTY.username));
  dialog.getByText('#13');
  await user.click(dialog.getByText('Close'));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales: [{ id: 12, version: 2 }] }]));
});

it.each([
  [['It is locked.', 'It is locked.'], 'None of the 2 sales was approved: It is locked.', []],
  [
    ['It is locked.', 'There is no such sale.'],
    '2 were not:',
    ['#12 Ball 12It is locked.', '#13 Ball 13This sale was withdrawn or deleted.'],
  ],
])(
  'says once why none of several sales was decided, if it is the same for all: %j',
  async (messages, says, list) => {
    const sales = [12, 13].map((sale_id) => reviewSale({ sale_id, item_name: `Ball ${sale_id}` }));
    const reviews = {
      counts,
      list: () => pageOf(...sales),
      detail: () => detailOf(reviewSale()),
      decideMany: () => ({
        results: sales.map(({ sale_id: id }, i) => ({
          ok: false,
          id,
          reason: messages[i] === 'It is locked.' ? 'LOCKED' : 'NOT_FOUND',
          message: messages[i] ?? '',
          decided: null,
        })),
      }),
    } satisfies Answers['reviews'];
    const at = '/review-submissions?view=cards';
    const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
    await screen.findByRole('button', { name: /^Review Ball 12/ });
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Approve 2' }));
    await user.click(await screen.findByRole('button', { name: 'Approve 2 sales' }));
    await screen.findByText(says);
    const items = within(screen.getByRole('dialog')).queryAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(list);
  },
);

it.each(['the button', 'the key'])(
  'offers to undo a decision that some sales were refused, with %s',
  async (by) => {
    const { user, inputsOf } = await approveBoth(0, [approved(12), REFUSED]);
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales' }));
    const undo = await dialog.findByRole('button', { name: /^Undo/ });
    await (by === 'the key' ? user.keyboard('u') : user.click(undo));
    await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales: [{ id: 12, version: 2 }] }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);

it('decides several sales as they are by then, and says what has changed', async () => {
  const sales = [12, 13, 14].map((sale_id) => reviewSale({ sale_id, item_name: `Ball ${sale_id}` }));
  const edited = reviewSale({ sale_id: 13, item_name: 'Ball 13', price: 4_321, version: 2 });
  const message = `${MESSAGES.saleChanged} Please reload and try again.`;
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: () => detailOf(edited),
    decideMany: () => ({
      results: [
        { ok: false, id: 13, reason: 'STALE_VERSION', message, decided: null },
        { ok: true, id: 14, status: 'approved', version: 2 },
      ],
    }),
  } satisfies Answers['reviews'];
  const at = '/review-submissions?view=cards';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText('3 left on this page');
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Approve 3' }));
  await screen.findByRole('dialog', { name: 'Approve 3 sales?' });
  const change = { type: 'sale', by: MISTY.username, at: AT, version: 2 } as const;
  act(() => {
    publishReviewUpdate({ ...change, sale_id: 12, event: 'rejected', status: 'rejected' });
    publishReviewUpdate({ ...change, sale_id: 13, event: 'edited', status: 'pending' });
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales?' }));
  dialog.getByText('1 selected sale no longer waits for a decision.');
  await dialog.findByText(MESSAGES.saleChanged);
  dialog.getByText(/4,321/);
  expect(dialog.queryByText('Ball 12')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Approve 2 sales' }));
  await screen.findByText(`${MESSAGES.saleChanged} The list shows its current state.`);
  expect(inputsOf('reviews.decideMany')).toMatchObject([
    {
      sales: [
        { id: 13, version: 2 },
        { id: 14, version: 1 },
      ],
    },
  ]);
});

it('sends no decision on several sales when others have decided them all', async () => {
  const { open, elsewhere } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  await screen.findByText('3 left on this page');
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(screen.getByRole('button', { name: 'Approve 3' }));
  await screen.findByRole('dialog', { name: 'Approve 3 sales?' });
  for (const id of [12, 13, 14]) elsewhere(id);
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 0 sales?' }));
  expect(dialog.getByRole('button', { name: 'Approve 0 sales' }).getAttribute('aria-disabled')).toBe('true');
});

it('reports a decision whose response was lost while it is not known to be made', async () => {
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const items = { setStatus: () => Promise.reject(noResponse()) };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: /^Approve/ }));
  await screen.findByText(MESSAGES.approveFailed);
  act(() =>
    publishReviewUpdate({
      type: 'sale',
      sale_id: 12,
      event: 'approved',
      status: 'approved',
      version: 2,
      by: BROCK.username,
      at: AT,
    }),
  );
  await waitFor(() => expect(screen.queryByText(MESSAGES.approveFailed)).toBeNull());
});

it.each([
  ['was lost', () => Promise.reject(noResponse())],
  ['had not arrived', () => new Promise<never>(() => undefined)],
])('looks up a decision whose response %s after a reload', async (_, setStatus) => {
  const at = '/review-submissions?view=cards';
  const open = (change: Partial<ReviewSale>) => {
    const detail = () => detailOf({ ...reviewSale(), ...change } as ReviewSale);
    const reviews = { counts, list: () => pageOf(reviewSale()), detail };
    return renderAt(<ReviewScreen />, { reviews, items: { setStatus }, twoFactor }, { at, as: BROCK });
  };
  const { user, inputsOf } = open({});
  const opener = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => opener.focus());
  await user.keyboard('a');
  await waitFor(() => expect(inputsOf('items.setStatus')).not.toHaveLength(0));
  cleanup();
  open(approvedBy(BROCK));
  await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('button', { name: /^Undo Approved Master Ball/ });
});

it.each([
  ['is made after all', () => undefined],
  ['is made at the second attempt', (press: () => Promise<void>) => press()],
])('removes the sale from the message about a decision without a response that %s', async (how, then) => {
  let isDown = true;
  const sales = [12, 13].map((sale_id) => reviewSale({ sale_id, item_name: `Ball ${sale_id}` }));
  const isMade = (id: number) => id === 12 && !isDown && how.startsWith('is made after');
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: ({ id }: { id: number }) =>
      detailOf({ ...reviewSale({ sale_id: id }), ...(isMade(id) && approvedBy(BROCK)) }),
  };
  const items = {
    setStatus: ({ id }) => {
      if (isDown) throw noResponse();
      return { ...reviewSale({ sale_id: Number(id) }), ...approvedBy(BROCK) };
    },
  } satisfies Answers['items'];
  const { user } = renderAt(
    <ReviewScreen />,
    { reviews, items, twoFactor },
    {
      at: '/review-submissions?view=cards',
      as: BROCK,
    },
  );
  const focus = async (id: number) => {
    const open = await screen.findByRole('button', { name: `Review Ball ${id}, sale #${id}` });
    act(() => open.focus());
  };
  await focus(12);
  await user.keyboard('a');
  await screen.findByText(`Ball 12, sale #12: ${MESSAGES.approveFailed}`);
  await focus(13);
  await user.keyboard('a');
  await screen.findByText(`Ball 12, sale #12; Ball 13, sale #13: ${MESSAGES.approveFailed}`);
  isDown = false;
  await focus(12);
  await then(() => user.keyboard('a'));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText(`Ball 13, sale #13: ${MESSAGES.approveFailed}`);
});

it('returns a sale to review although the response was lost', async () => {
  tablet(true);
  const reviews = {
    counts,
    list: () => pageOf(reviewSale({ status: 'approved' })),
    detail: () => detailOf(reviewSale({ status: 'approved' })),
    return: losing(1, () => reviewSale({ version: 2 })),
  };
  const at = '/review-submissions?tab=all&view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: MISTY });
  await user.click(await screen.findByRole('button', { name: 'Return to review' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Return to review' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('button', { name: /^Approve/ });
});

it('saves an edit although the response was lost', async () => {
  tablet(true);
  let current = reviewSale();
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(current) };
  const items = {
    ...fakeMarket([]).items,
    edit: losing(1, () => {
      current = reviewSale({ version: 2, price: 15_000 });
      return current;
    }),
  };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  const field = await screen.findByLabelText(/^Price/);
  await user.clear(field);
  await user.type(field, '15000');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(screen.queryByLabelText(/^Price/)).toBeNull());
  expect(screen.queryByText(/^Failed to/)).toBeNull();
});

it('takes a decision on reports whose response was lost as made', async () => {
  tablet(true);
  let current = detailOf(reportedSale(), 'player');
  const reviews = {
    counts,
    list: () => pageOf(current.sale),
    detail: () => current,
  };
  const reports = {
    decide: losing(1, () => {
      current = detailOf(reviewSale({ status: 'approved' }));
      return { sale: current.sale, decided: 1 };
    }),
  };
  const at = '/review-submissions?tab=all&view=workbench&sale=12';
  const answers = { reviews, reports, twoFactor };
  const { user, inputsOf } = renderAt(<ReviewScreen />, answers, { at, as: BROCK });
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  await user.click(await pane.findByRole('button', { name: /^Dismiss/ }));
  await user.click(await pane.findByRole('button', { name: /^Dismiss 1 report/ }));
  const comment = () => pane.queryByRole('textbox', { name: /^Comment/ });
  await waitFor(() => expect(comment()).toBeNull());
  const decision = { id: 12, version: 1, last_report: 1 };
  expect(inputsOf('reports.decide')).toMatchObject([decision, decision]);
  expect(screen.queryAllByText(/^Failed/)).toEqual([]);
});

it.each(['cards', 'workbench'])('shows who decided first, and when, in the view %s', async (view) => {
  tablet(true);
  let isDecided = false;
  const current = () => (isDecided ? { ...reviewSale(), ...approvedBy(MISTY) } : reviewSale());
  const setStatus = () => {
    isDecided = true;
    const decided = { by: MISTY.username, at: AT };
    throw refusal(409, MESSAGES.alreadyReviewed, { reason: 'ALREADY_REVIEWED', decided });
  };
  const reviews = {
    counts,
    list: () => pageOf(reviewSale()),
    detail: () => detailOf(current() as ReviewSale),
  };
  const at = `/review-submissions?view=${view}&sale=12`;
  const answers = { reviews, items: { setStatus }, twoFactor } as Answers;
  const { user } = renderAt(<ReviewScreen />, answers, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  const alert = await screen.findByText(new RegExp(`^${MESSAGES.alreadyReviewed}`));
  expect(alert.textContent).toMatch(/Decided by misty_w on 1[23] Mar 2026 at \d\d:\d\d\.$/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull());
  if (view === 'cards') await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(document.querySelector('[data-sale="12"]')?.textContent).toContain('Approved by misty_w'),
  );
});

it('says what failed in the dialog of a sale, and keeps the reasons of a rejection', async () => {
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const setStatus = () => Promise.reject(noResponse());
  const at = '/review-submissions?view=cards&sale=12';
  const answers = { reviews, items: { setStatus }, twoFactor } as Answers;
  const { user } = renderAt(<ReviewScreen />, answers, { at, as: BROCK });
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: 'Approve' }));
  await dialog.findByText(MESSAGES.approveFailed);
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  await user.click(dialog.getByRole('button', { name: 'Reject without a reason' }));
  await dialog.findByText(MESSAGES.rejectFailed);
  dialog.getByRole('group', { name: 'Reasons for rejecting' });
});

it.each(['item', 'pokemon'] as const)('rejects a sale of kind %s with the notes', async (kind) => {
  const pokemon = { ...reviewSale(), ...pokemonSale({ sale_id: 12, status: 'pending' }) } as ReviewSale;
  const sale = kind === 'item' ? reviewSale() : pokemon;
  const reviews = { counts, list: () => pageOf(sale), detail: () => detailOf(sale) };
  const setStatus = () => ({ ...sale, status: 'rejected', version: 2 });
  const at = '/review-submissions?view=cards&sale=12';
  const answers = { reviews, items: { setStatus }, pokemon: { setStatus }, twoFactor } as Answers;
  const { user, inputsOf } = renderAt(<ReviewScreen />, answers, { at, as: BROCK });
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText(/^Review notes/), 'Another price.');
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf(kind === 'item' ? 'items.setStatus' : 'pokemon.setStatus')).toMatchObject([
    { id: 12, status: 'rejected', review_notes: 'Another price.' },
  ]);
});
