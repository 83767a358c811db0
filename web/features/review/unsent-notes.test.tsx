import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { REJECTION_REASONS, UNDO_MS } from '../../../src/contract/review/review-values.ts';
import { publishReviewUpdate } from '../../lib/live/review-updates.ts';
import { SESSION_ENDED, sessionStore } from '../../lib/server/session-store.ts';
import type { Answers } from '../../testing/fake-server.ts';
import { address, renderAt } from '../../testing/render.tsx';
import {
  BROCK,
  counts,
  decisionIn,
  detailOf,
  heldDecisions,
  pageOf,
  REPORTS,
  reportedSale,
  reviewSale,
  tablet,
  twoFactor,
} from '../../testing/review.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import ReviewScreen from './review-screen.tsx';

/** As shortcuts, these letters would decide sales. */
const TYPED = ' jajra';

it.each(['', 'The thread shows'])(
  'takes no keys for shortcuts when someone else decides while "%s" is typed',
  async (typed) => {
    tablet(true);
    const { open, elsewhere } = heldDecisions();
    const { user, inputsOf } = open('/review-submissions?view=workbench');
    render(<LiveRegion />);
    const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
    const field = await pane.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
    await user.click(field);
    if (typed) await user.keyboard(typed);
    elsewhere(12);
    await pane.findByText(/^Approved by misty_w/);
    await screen.findByText(/^Approved by misty_w .*\.$/, { selector: '[role=status] p' });
    // The window goes to the background, and the focus stays where it is.
    act(() => void field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await user.keyboard(TYPED);
    expect(inputsOf('items.setStatus')).toEqual([]);
    expect(address()).toBe('/review-submissions?view=workbench');
    expect(pane.getByRole('textbox', { name: 'Your unsent notes' })).toBe(field);
    expect(field.value).toBe(`${typed}${TYPED}`);
    await user.clear(field);
    await user.tab({ shift: true });
    expect(pane.queryByRole('textbox')).toBeNull();
  },
);

it('keeps typed notes while another tab or screen is open', async () => {
  tablet(true);
  const { open } = heldDecisions();
  const { user } = open('/review-submissions?view=workbench');
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
  await user.type(await field(), 'no proof');
  await user.type(await field(), 'N', { initialSelectionStart: 0, initialSelectionEnd: 1 });
  await user.keyboard('o');
  for (const [tab, title] of [
    [/^All/, 'All submissions'],
    [/^Pending/, 'Pending submissions'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name: tab }));
    await screen.findByRole('heading', { name: title });
    expect((await field()).value).toBe('Noo proof');
  }
  act(() => navigate('/elsewhere'));
  expect(screen.queryByRole('tab')).toBeNull();
  act(() => history.back());
  expect((await field()).value).toBe('Noo proof');
});

it('draws neither the queue nor the evidence again for a key in the notes', async () => {
  tablet(true);
  let reads = 0;
  const counted = (sale_id: number) =>
    Object.defineProperty(reviewSale({ sale_id }), 'item_name', {
      enumerable: true,
      get() {
        reads += 1;
        return `Ball ${sale_id}`;
      },
    });
  const [first, second] = [counted(12), counted(13)];
  const reviews = {
    counts,
    list: () => pageOf(first, second),
    detail: ({ id }: { id: number }) => detailOf(id === 12 ? first : second),
  };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  await pane.findByRole('heading', { name: 'History' });
  const field = await pane.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
  await user.click(field);
  reads = 0;
  await user.keyboard('no');
  expect(field.value).toBe('no');
  expect(reads).toBe(0);
  await user.click(screen.getByRole('checkbox', { name: /Ball 13/ }));
  expect(reads).toBeGreaterThan(0);
});

it('keeps typed notes through a reload and an expired session, and forgets sent ones', async () => {
  tablet(true);
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
  const reopened = () => {
    cleanup();
    const { open, answer } = heldDecisions();
    return { ...open('/review-submissions?view=workbench&sale=12'), answer };
  };
  const first = reopened();
  await first.user.type(await field(), 'no proof');
  act(() => void sessionStore.end('token', SESSION_ENDED));
  const { user, inputsOf, answer } = reopened();
  expect((await field()).value).toBe('no proof');
  await user.click(screen.getByRole('button', { name: /^Approve/ }));
  await answer(12);
  expect(inputsOf('items.setStatus')).toMatchObject([{ review_notes: 'no proof' }]);
  reopened();
  expect((await field()).value).toBe('');
});

it('restores the notes that an earlier version kept, without decisions', async () => {
  tablet(true);
  const open = () => heldDecisions().open('/review-submissions?view=workbench&sale=12');
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
  await open().user.type(await field(), 'no proof');
  cleanup();
  const [place = ''] = Object.keys(sessionStorage);
  sessionStorage.setItem(place, JSON.stringify({ notes: [[12, 'as before']], comments: [] }));
  open();
  expect((await field()).value).toBe('as before');
});

it('keeps a comment on reports with its sale, until it is sent', async () => {
  tablet(true);
  const sales = [
    reportedSale(),
    reviewSale({ sale_id: 13, item_name: 'Old Amber', status: 'approved' }, { reports: REPORTS }),
  ];
  const decided: unknown[] = [];
  const reports = {
    decide: (input: unknown) => {
      decided.push(input);
      return { sale: reportedSale(), decided: 1 };
    },
  };
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: ({ id }: { id: number }) => detailOf(sales[id - 12] ?? reportedSale(), 'misty_w'),
  };
  const at = '/review-submissions?tab=reported&view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, reports, twoFactor }, { at, as: BROCK });
  const comment = () =>
    screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment for the reporters' });
  await within(await screen.findByRole('article', { name: 'Sale 12' })).findByText('“It was 2m.”');
  await user.keyboard('d');
  await user.type(await comment(), 'It was{Escape}');
  await user.keyboard('j{Enter}');
  await within(await screen.findByRole('article', { name: 'Sale 13' })).findByText('“It was 2m.”');
  await user.keyboard('d');
  expect((await comment()).value).toBe('');
  await user.keyboard('{Escape}k{Enter}');
  await within(await screen.findByRole('article', { name: 'Sale 12' })).findByText('“It was 2m.”');
  await user.keyboard('d');
  expect((await comment()).value).toBe('It was');
  await user.type(await comment(), ' 2m{Enter}');
  await waitFor(() => expect(decided).toMatchObject([{ comment: 'It was 2m' }]));
  expect(sessionStorage.length).toBe(0);
});

it('keeps the comment on reports when someone else decides them', async () => {
  tablet(true);
  const [first, other] = [reportedSale(), reviewSale({ sale_id: 13, item_name: 'Old Amber' })];
  let current = detailOf(first, 'misty_w');
  const reviews = {
    counts,
    list: () => pageOf(first, other),
    detail: ({ id }: { id: number }) => (id === 12 ? current : detailOf(other)),
  };
  const at = '/review-submissions?tab=all&view=workbench&sale=12';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  await pane.findByText('“It was 2m.”');
  await user.keyboard('d');
  const field = await pane.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment for the reporters' });
  await user.keyboard('The thread');
  current = detailOf(reviewSale({ status: 'approved' }));
  act(() => publishReviewUpdate({ type: 'reports', sale_id: 12 }));
  await pane.findByText('The reports are no longer open. This comment was not sent.');
  await user.keyboard(`${TYPED}{Enter}`);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe(`The thread${TYPED}`);
  expect(address()).toBe(at);
  expect(inputsOf('items.setStatus')).toEqual([]);
  expect(inputsOf('reports.decide')).toEqual([]);
  await user.click(pane.getByRole('button', { name: 'Close' }));
  expect(pane.queryByRole('textbox', { name: /^Comment/ })).toBeNull();
});

it('keeps the reason of an admin when someone else returns the sale to review', async () => {
  tablet(true);
  const { open, elsewhere } = heldDecisions();
  const { user, inputsOf } = open('/review-submissions?view=workbench', 'admin');
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  elsewhere(12);
  await user.click(await pane.findByRole('button', { name: 'Return to review' }));
  const field = within(await screen.findByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox', {
    name: 'Reason',
  });
  await user.type(field, 'The thread');
  elsewhere(12, 'returned');
  await pane.findByRole('button', { name: 'Approve', hidden: true });
  await user.keyboard(TYPED);
  expect(field.value).toBe(`The thread${TYPED}`);
  expect(inputsOf('items.setStatus')).toEqual([]);
});

it('can undo a decision after a reload, until its time is over', async () => {
  tablet(true);
  const at = '/review-submissions?view=workbench&sale=12';
  const first = heldDecisions();
  const { user } = first.open(at);
  await screen.findByRole('button', { name: /^Approve/ });
  await user.keyboard('a');
  await first.answer(12);
  await screen.findByRole('button', { name: /^Undo Approved Ball 12/ });
  cleanup();
  heldDecisions().open(at);
  await screen.findByRole('button', { name: /^Undo Approved Ball 12/ });
  cleanup();
  const later = vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + UNDO_MS);
  heldDecisions().open(at);
  await screen.findByRole('button', { name: /^Approve/ });
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  later.mockRestore();
});

it('leaves the notes with Escape for the row of the sale, where a approves it with them', async () => {
  tablet(true);
  const { open } = heldDecisions();
  const { user, inputsOf } = open('/review-submissions?view=workbench&sale=13');
  await user.type(await screen.findByRole('textbox', { name: 'Review notes' }), 'checked{Escape}');
  expect(document.activeElement).toBe(document.querySelector('[data-sale="13"] [data-open]'));
  await user.keyboard('a');
  expect(inputsOf('items.setStatus')).toMatchObject([
    { id: 13, status: 'approved', review_notes: 'checked' },
  ]);
});

it('asks for a reason when Enter would reject without one, which only the button does', async () => {
  tablet(true);
  const { open } = heldDecisions();
  const { user, inputsOf } = open('/review-submissions?view=workbench&sale=12');
  await screen.findByRole('button', { name: /^Approve/ });
  const message = 'Choose or write a reason.';
  await user.keyboard('r');
  await screen.findByRole('group', { name: 'Reasons for rejecting' });
  await user.keyboard('{Enter}');
  await screen.findByText(message);
  await user.keyboard('1');
  expect(screen.queryByText(message)).toBeNull();
  const notes = screen.getByRole('textbox', { name: 'Review notes' });
  await user.clear(notes);
  await user.type(notes, '{Enter}');
  await screen.findByText(message);
  expect(inputsOf('items.setStatus')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Reject without a reason' }));
  expect(inputsOf('items.setStatus')).toMatchObject([{ id: 12, status: 'rejected', review_notes: null }]);
});

it('keeps the reason and the focus when a rejection fails, so that Enter sends it again', async () => {
  tablet(true);
  const { open, fail } = heldDecisions();
  const { user, inputsOf } = open('/review-submissions?view=workbench&sale=12');
  await screen.findByRole('button', { name: /^Approve/ });
  await user.keyboard('r');
  const reasons = await screen.findByRole('group', { name: 'Reasons for rejecting' });
  await user.keyboard('2{Enter}');
  await fail(12);
  await screen.findByText('Not today');
  expect(document.activeElement).toBe(reasons);
  await user.keyboard('{Enter}');
  const rejection = { id: 12, status: 'rejected', review_notes: REJECTION_REASONS[1] };
  expect(inputsOf('items.setStatus')).toMatchObject([rejection, rejection]);
});

it('keeps an abandoned reason for a rejection out of the approval, and gives back a reason after Undo', async () => {
  const reviews = {
    counts,
    list: () => pageOf(reviewSale()),
    detail: () => detailOf(reviewSale()),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 4 }] }),
  } satisfies Answers['reviews'];
  const items = {
    setStatus: (input) => reviewSale({ status: decisionIn(input), version: 2 }),
  } satisfies Answers['items'];
  const { user, inputsOf } = renderAt(
    <ReviewScreen />,
    { reviews, items, twoFactor },
    {
      at: '/review-submissions?view=cards&sale=12',
      as: BROCK,
    },
  );
  const reasons = () => screen.findByRole('group', { name: 'Reasons for rejecting' });
  await user.click(await screen.findByRole('button', { name: /^Reject/ }));
  await reasons();
  await user.keyboard('2{Escape}');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' }).value).toBe('');
  await user.click(screen.getByRole('button', { name: /^Reject/ }));
  await reasons();
  // Escape means the form wherever the focus is in it, not the dialog of the sale.
  act(() => screen.getByRole('button', { name: 'Cancel' }).focus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Reasons for rejecting' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Reject/ }));
  await reasons();
  await user.keyboard('2{Enter}');
  const [, reason] = REJECTION_REASONS;
  await waitFor(() =>
    expect(inputsOf('items.setStatus')).toMatchObject([{ status: 'rejected', review_notes: reason }]),
  );
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await user.click(await screen.findByRole('button', { name: /Master Ball/ }));
  const notes = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Review notes' });
  expect(notes.value).toBe(reason);
  await user.click(screen.getByRole('button', { name: /^Approve/ }));
  await waitFor(() =>
    expect(inputsOf('items.setStatus')[1]).toMatchObject({ status: 'approved', review_notes: null }),
  );
});
