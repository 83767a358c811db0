import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Route } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { ReviewDetail, ReviewSale, ReviewUpdate } from '../../../src/contract/review/review.ts';
import { REJECTION_REASONS } from '../../../src/contract/review/review-values.ts';
import type { ItemSale } from '../../../src/contract/sale/sale.ts';
import type { Decision } from '../../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import type { Page } from '../../../src/contract/shared/primitives.ts';
import { publishReviewUpdate } from '../../lib/live/review-updates.ts';
import { PATHS } from '../../lib/paths.ts';
import { type SessionUser, sessionStore } from '../../lib/server/session-store.ts';
import { type Answers, noResponse, refusal } from '../../testing/fake-server.ts';
import { itemSale } from '../../testing/market.ts';
import { address, renderAt } from '../../testing/render.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { RESULTS } from '../../ui/page/results-skip-link.tsx';
import ReviewScreen from './review-screen.tsx';

const AT = '2026-03-12T12:00:00.000Z';
const twoFactor = {
  status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 10, required: null }),
};
const BROCK = { user_id: 2, username: 'brock_s', role: 'checker' } as const;
const MISTY = { user_id: 3, username: 'misty_w', role: 'admin' } as const;

function sale(change: Partial<ItemSale> = {}, review: Partial<ReviewSale> = {}): ReviewSale {
  const pending = itemSale({ sale_id: 12, status: 'pending', ...change });
  if (pending.kind !== 'item') throw new Error('A pokemon was made');
  const { flags = [], decided = null, deleted_at = null, reports = null } = review;
  return { ...pending, flags, checked_at: null, decided, deleted_at, reports };
}

const pageOf = (...data: ReviewSale[]): Page<ReviewSale> => ({
  data,
  pagination: { page: 1, limit: 50, total: data.length, totalPages: 1 },
});

const counts = () => ({ pending: 1, reported: 1, all: 2 });
const REPORTS = { total: 1, reasons: [{ reason: 'wrong_price', reports: 1 } as const], last_at: AT };
const reported = () => sale({ status: 'approved' }, { reports: REPORTS });

const detailOf = (of: ReviewSale, by: string | null = null): ReviewDetail => ({
  sale: of,
  proof: null,
  similar: [],
  record: null,
  history: [],
  reports: {
    data: by
      ? [
          {
            report_id: 1,
            reason: 'wrong_price',
            comment: 'It was 2m.',
            duplicate_of: null,
            reported_at: AT,
            outcome: null,
            decided_at: null,
            decision_comment: null,
            by,
            by_submitter: false,
            record: { upheld: 0, decided: 0 },
            changed_since: false,
            decided_by: null,
          },
        ]
      : [],
    total: by ? 1 : 0,
    open: by ? 1 : 0,
    last_open: by ? 1 : null,
  },
});

const UPDATES: ReviewUpdate[] = [
  { type: 'many' },
  { type: 'checked', sale_ids: [12] },
  {
    type: 'sale',
    sale_id: 12,
    event: 'edited',
    status: 'pending',
    version: 2,
    by: null,
    at: '2026-03-12T12:00:00.000Z',
  },
];

it.each(UPDATES)('shows what changed while the first page was loading: $type', async (update) => {
  const first = Promise.withResolvers<Page<ReviewSale>>();
  const answers = [first.promise, pageOf(sale({ price: 2000, version: 2 }))];
  const reviews = {
    counts,
    list: () => answers.shift() ?? Promise.reject(new Error('The list was requested too often')),
  };
  const { inputsOf } = renderAt(<ReviewScreen />, { reviews }, { at: '/review-submissions?view=cards' });
  await screen.findByRole('tab', { name: 'Pending 1' });
  expect(inputsOf('reviews.list')).toHaveLength(1);
  // Long enough for a refresh, were it not for the page.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => publishReviewUpdate(update));
  act(() => vi.advanceTimersByTime(60_000));
  vi.useRealTimers();
  first.resolve(pageOf(sale({ price: 1000, version: 1 })));
  await screen.findByText('2,000');
  expect(inputsOf('reviews.list')).toHaveLength(2);
});

it('ignores the filter for admins in the address of a checker', async () => {
  const reviews = { counts, list: () => pageOf(sale()) };
  const at = '/review-submissions?tab=all&deleted=true&kind=item';
  const { inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText(/were ignored/);
  expect(inputsOf('reviews.list')).toEqual([expect.objectContaining({ scope: 'all', kind: 'item' })]);
  expect(inputsOf('reviews.list')[0]).not.toHaveProperty('deleted');
});

it.each(['cards', 'workbench'])(
  'says that there is no such sale, without a retry, in the view %s',
  async (view) => {
    tablet(true);
    const detail = () => {
      throw refusal(404, 'Sale not found');
    };
    const reviews = { counts, list: () => pageOf(sale()), detail };
    const at = `/review-submissions?tab=all&view=${view}&sale=999999999`;
    renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
    await screen.findByText('Sale not found');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);

it('says that the open sale could not be loaded, and loads it again', async () => {
  let fails = true;
  const other = sale({ sale_id: 999_999_999, item_name: 'Old Amber' });
  const detail = () => (fails ? Promise.reject(noResponse()) : detailOf(other));
  const reviews = { counts, list: () => pageOf(sale()), detail };
  const at = '/review-submissions?tab=all&view=cards&sale=999999999';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  const dialog = within(await screen.findByRole('dialog', { name: 'Sale #999999999' }));
  await dialog.findByText('Failed to load the sale');
  fails = false;
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'Old Amber' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows a sale that was returned to review as done in Reports', async () => {
  const reviews = { counts, list: () => pageOf(reported()), detail: () => detailOf(reported()) };
  const at = '/review-submissions?tab=reported&view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  const open = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => open.focus());
  act(() =>
    publishReviewUpdate({
      type: 'sale',
      sale_id: 12,
      event: 'returned',
      status: 'pending',
      version: 2,
      by: 'misty_w',
      at: AT,
    }),
  );
  await screen.findByText('Returned to review');
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  await user.keyboard('x');
  expect(screen.queryByRole('button', { name: 'Approve 1' })).toBeNull();
});

it('returns to the button of a report decision that is cancelled', async () => {
  const reviews = { counts, list: () => pageOf(reported()), detail: () => detailOf(reported()) };
  const at = '/review-submissions?tab=reported&view=cards&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: /^Dismiss/ }));
  screen.getByRole('textbox', { name: 'Comment for the reporters' });
  await user.tab();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Dismiss/ }));
});

it('leaves the reports of a sale to others than the checker who reported it', async () => {
  const reviews = { counts, list: () => pageOf(reported()), detail: () => detailOf(reported(), 'brock_s') };
  const at = '/review-submissions?tab=reported&view=cards&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText('You reported this sale, so another reviewer decides.');
  await user.keyboard('d');
  await user.keyboard('r');
  screen.getByText('You reported this sale, so another reviewer decides.');
  expect(screen.queryByLabelText(/^Comment for the reporters/)).toBeNull();
});

/** Three sales, whose decisions are answered when the test says so. */
function heldDecisions() {
  const answers = new Map([12, 13, 14].map((id) => [id, Promise.withResolvers<void>()]));
  const sales = [...answers.keys()].map((sale_id) => sale({ sale_id, item_name: `Ball ${sale_id}` }));
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: ({ id }: { id: number }) => detailOf(sale({ sale_id: id, item_name: `Ball ${id}` })),
  };
  const items = {
    setStatus: ({ id }: { id: number }) =>
      answers.get(id)?.promise.then(() => ({ ...sale({ sale_id: id }), status: 'approved', version: 2 })),
  };
  const opener = (id: number) => screen.findByRole('button', { name: `Review Ball ${id}, sale ${id}` });
  return {
    opener,
    open: (at: string, role: SessionUser['role'] = 'checker') =>
      renderAt(
        <Route path={PATHS.review} component={ReviewScreen} />,
        { reviews, items, twoFactor } as Answers,
        { at, as: { ...BROCK, role } },
      ),
    async focus(id: number) {
      const row = await opener(id);
      act(() => row.focus());
      return row;
    },
    /** Someone else decides a sale, or returns it to review. */
    elsewhere: (sale_id: number, event: 'approved' | 'returned' = 'approved') =>
      act(() =>
        publishReviewUpdate({
          type: 'sale',
          sale_id,
          event,
          status: event === 'approved' ? 'approved' : 'pending',
          version: event === 'approved' ? 2 : 3,
          by: 'misty_w',
          at: AT,
        }),
      ),
    answer: (id: number) => act(async () => answers.get(id)?.resolve()),
    fail: (id: number) => act(async () => answers.get(id)?.reject(refusal(500, 'Not today'))),
  };
}

it('continues with a sale that still waits when the answer arrives', async () => {
  const { open, opener, focus, elsewhere, answer } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  const third = await opener(14);
  await focus(12);
  await user.keyboard('a');
  elsewhere(13);
  await screen.findByRole('button', { name: 'View Ball 13, sale 13' });
  await answer(12);
  await waitFor(() => expect(document.activeElement).toBe(third));
});

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
  act(() => void sessionStore.end('token'));
  const { user, inputsOf, answer } = reopened();
  expect((await field()).value).toBe('no proof');
  await user.click(screen.getByRole('button', { name: /^Approve/ }));
  await answer(12);
  expect(inputsOf('items.setStatus')).toMatchObject([{ review_notes: 'no proof' }]);
  reopened();
  expect((await field()).value).toBe('');
});

it('keeps a comment on reports with its sale, until it is sent', async () => {
  tablet(true);
  const sales = [
    reported(),
    sale({ sale_id: 13, item_name: 'Old Amber', status: 'approved' }, { reports: REPORTS }),
  ];
  const decided: unknown[] = [];
  const reports = {
    decide: (input: unknown) => {
      decided.push(input);
      return { sale: sales[0], decided: 1 };
    },
  };
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: ({ id }: { id: number }) => detailOf(sales[id - 12] ?? reported(), 'misty_w'),
  };
  const at = '/review-submissions?tab=reported&view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, reports, twoFactor } as unknown as Answers, {
    at,
    as: BROCK,
  });
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
  const [first, other] = [reported(), sale({ sale_id: 13, item_name: 'Old Amber' })];
  let current = detailOf(first, 'misty_w');
  const reviews = {
    counts,
    list: () => pageOf(first, other),
    detail: ({ id }: { id: number }) => (id === 12 ? current : detailOf(other)),
  };
  const at = '/review-submissions?tab=all&view=workbench&sale=12';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor } as Answers, { at, as: BROCK });
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  await pane.findByText('“It was 2m.”');
  await user.keyboard('d');
  const field = await pane.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment for the reporters' });
  await user.keyboard('The thread');
  current = detailOf(sale({ status: 'approved' }));
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

it('names the sale of a decision that fails after the reviewer moved on', async () => {
  const { open, fail } = heldDecisions();
  const { user } = open('/review-submissions?view=cards&sale=12');
  const dialog = () => screen.findByRole('dialog', { name: /12$/ });
  await user.click(await within(await dialog()).findByRole('button', { name: /^Approve/ }));
  await user.click(within(await dialog()).getByRole('button', { name: 'Next sale' }));
  await screen.findByRole('dialog', { name: /13$/ });
  await fail(12);
  await screen.findByText('Ball 12, sale 12: Not today');
  expect(within(screen.getByRole('dialog')).queryByText(/Not today/)).toBeNull();
});

it('lists the sales whose decisions failed for the same reason in one message', async () => {
  const { open, focus, fail } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  await focus(12);
  await user.keyboard('aja');
  await fail(12);
  await screen.findByText('Ball 12, sale 12: Not today');
  await fail(13);
  await screen.findByText('Ball 12, sale 12; Ball 13, sale 13: Not today');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/Not today/)).toBeNull();
  await user.keyboard('ja');
  await fail(14);
  await screen.findByText('Ball 14, sale 14: Not today');
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

it('says at each press that there is no further sale', async () => {
  const { open, focus } = heldDecisions();
  const { user } = open('/review-submissions?view=cards');
  render(<LiveRegion />);
  await focus(14);
  await user.keyboard('jj');
  const told = within(screen.getByRole('status')).getAllByText('This is the last sale of the page.');
  expect(told).toHaveLength(2);
});

it('leaves the focus in a field that the reviewer has gone into meanwhile', async () => {
  const { open, focus, answer } = heldDecisions();
  const { user } = open('/review-submissions?tab=all&view=cards');
  await focus(12);
  await user.keyboard('a');
  const field = screen.getByLabelText('Name contains');
  await user.click(field);
  await answer(12);
  await screen.findByRole('button', { name: 'View Ball 12, sale 12' });
  expect(document.activeElement).toBe(field);
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
  await screen.findByRole('button', { name: /^Undo Approved Ball 12, sale 12/ });
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

it('shows each key at the button that it presses', async () => {
  tablet(true);
  const { open } = heldDecisions();
  const { user } = open('/review-submissions?view=workbench');
  const withKey = (key: string) =>
    screen
      .getAllByRole('button')
      .filter((button) => button.querySelector('kbd')?.textContent === key)
      .map((button) => button.textContent?.slice(0, -1));
  await screen.findByRole('button', { name: 'Approve' });
  expect([withKey('a'), withKey('r')]).toEqual([['Approve'], ['Reject']]);
  await user.keyboard('x');
  expect([withKey('a'), withKey('r')]).toEqual([['Approve 1'], ['Reject 1']]);
});

it('keeps the dialog of several sales open until their decision is answered', async () => {
  const answer = Promise.withResolvers<void>();
  const message = 'This submission was already reviewed.';
  const decideMany = async () => {
    await answer.promise;
    return { results: [{ id: 12, ok: false as const, reason: 'ALREADY_REVIEWED', message, decided: null }] };
  };
  const reviews = { counts, list: () => pageOf(sale()), detail: () => detailOf(sale()), decideMany };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor } as Answers, { at, as: BROCK });
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
  const reviews = { counts, list: () => pageOf(sale()), detail };
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

it('can undo a decision again after a failure', async () => {
  const reviews = {
    counts,
    list: () => pageOf(sale()),
    detail: () => detailOf(sale()),
    undo: () => Promise.reject(noResponse()),
  };
  const items = { setStatus: () => ({ ...sale(), status: 'approved', version: 2 }) };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor } as Answers, { at, as: BROCK });
  const open = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => open.focus());
  await user.keyboard('a');
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await screen.findByText(/Failed to undo the decision|Failed to fetch|connection/i);
  await screen.findByRole('button', { name: /^Undo/ });
});

it('can undo a decision after a change of the tab, and shows the sale again', async () => {
  const lists = [pageOf(sale()), pageOf(), pageOf(), pageOf(sale({ version: 3 }))];
  const reviews = {
    counts,
    list: () => lists.shift() ?? pageOf(),
    detail: () => detailOf(sale()),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 3 }] }),
  };
  const items = { setStatus: () => ({ ...sale(), status: 'approved', version: 2 }) };
  const at = '/review-submissions?view=cards';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, items, twoFactor } as Answers, {
    at,
    as: BROCK,
  });
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

it('keeps an abandoned reason for a rejection out of the approval, and gives back a reason after Undo', async () => {
  const reviews = {
    counts,
    list: () => pageOf(sale()),
    detail: () => detailOf(sale()),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 4 }] }),
  };
  const items = {
    setStatus: ({ status }: { status: Decision }) => ({ ...sale(), status, version: 2 }),
  };
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, items, twoFactor } as Answers, {
    at: '/review-submissions?view=cards&sale=12',
    as: BROCK,
  });
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

it('assumes that a decision whose response was lost was made, and can undo it', async () => {
  const decided = { by: BROCK.username, at: AT };
  const reviews = {
    counts,
    list: () => pageOf(sale()),
    detail: () => detailOf(sale({ status: 'approved', version: 2 }, { decided })),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 3 }] }),
  };
  const items = { setStatus: () => Promise.reject(noResponse()) };
  const at = '/review-submissions?view=cards';
  const { user, inputsOf } = renderAt(<ReviewScreen />, { reviews, items, twoFactor } as Answers, {
    at,
    as: BROCK,
  });
  const open = await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => open.focus());
  await user.keyboard('a');
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales: [{ id: 12, version: 2 }] }]));
  expect(screen.queryByText(/^Failed to/)).toBeNull();
});

/** Two sales; each is decided as given when the approval of both has lost its response. */
async function approveBothUnanswered(decisions: Readonly<Record<number, Partial<ReviewSale>>>) {
  const reviews = {
    counts,
    list: () => pageOf(...[12, 13].map((sale_id) => sale({ sale_id, item_name: `Ball ${sale_id}` }))),
    detail: ({ id }: { id: number }) =>
      detailOf({ ...sale({ sale_id: id }), ...decisions[id] } as ReviewSale),
    decideMany: () => Promise.reject(noResponse()),
    undo: () => ({ results: [{ id: 12, ok: true, status: 'pending', version: 3 }] }),
  };
  const at = '/review-submissions?view=cards';
  const rendered = renderAt(<ReviewScreen />, { reviews, twoFactor } as Answers, { at, as: BROCK });
  const { user } = rendered;
  for (const box of await screen.findAllByRole('checkbox', { name: /^Select Ball/ })) await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Approve 2' }));
  await user.click(await screen.findByRole('button', { name: 'Approve 2 sales' }));
  return rendered;
}

const approvedBy = ({ username: by }: { username: string }): Partial<ReviewSale> => ({
  status: 'approved',
  version: 2,
  decided: { by, at: AT },
});

it('assumes that a decision on several sales whose response was lost was made, and can undo it', async () => {
  const { user, inputsOf } = await approveBothUnanswered({ 12: approvedBy(BROCK), 13: approvedBy(BROCK) });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: /^Undo Approved 2 sales/ }));
  const sales = [
    { id: 12, version: 2 },
    { id: 13, version: 2 },
  ];
  await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales }]));
});

it('names those of several sales that lack the decision whose response was lost', async () => {
  const { user, inputsOf } = await approveBothUnanswered({ 12: approvedBy(BROCK), 13: approvedBy(MISTY) });
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales' }));
  await dialog.findByText('1 sale approved.');
  dialog.getByText(MESSAGES.approveFailed);
  dialog.getByText('#13');
  await user.click(dialog.getByText('Close'));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(inputsOf('reviews.undo')).toEqual([{ sales: [{ id: 12, version: 2 }] }]));
});

it('can send a decision on several sales again when none of them has it', async () => {
  await approveBothUnanswered({});
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 sales?' }));
  await dialog.findByText(MESSAGES.approveFailed);
  dialog.getByRole('button', { name: 'Approve 2 sales' });
});

it('reports a decision whose response was lost while it is not known to be made', async () => {
  const reviews = { counts, list: () => pageOf(sale()), detail: () => detailOf(sale()) };
  const items = { setStatus: () => Promise.reject(noResponse()) };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, items, twoFactor } as Answers, { at, as: BROCK });
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

it('shows that a pending sale is deleted', async () => {
  const deleted = sale({}, { deleted_at: AT });
  const reviews = { counts, list: () => pageOf(deleted), detail: () => detailOf(deleted) };
  const at = '/review-submissions?tab=all&view=workbench&deleted=true';
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: { ...BROCK, role: 'admin' } });
  const queue = within(await screen.findByRole('list', { name: 'Queue' }));
  await queue.findByText(/^Deleted/);
});

it.each(['Delete', 'Return to review'])(
  'names the version of the sale that it changes: %s',
  async (action) => {
    const decided = sale({ status: 'approved', version: 2 });
    const reviews = {
      counts,
      list: () => pageOf(decided),
      detail: () => detailOf(decided),
      return: () => Promise.reject(noResponse()),
    };
    const admin = { deleteItem: () => Promise.reject(noResponse()) };
    const at = '/review-submissions?tab=all&view=cards&sale=12';
    const { user, calls } = renderAt(<ReviewScreen />, { reviews, admin, twoFactor }, { at, as: MISTY });
    await user.click(await screen.findByRole('button', { name: action }));
    const question = within(await screen.findByRole('dialog', { name: /sale #12, Master Ball/ }));
    await user.click(question.getByRole('button', { name: action }));
    await question.findByText(/^Failed to/);
    expect(calls.find(({ path }) => /\.(?:deleteItem|return)$/.test(path))?.input).toMatchObject({
      id: 12,
      version: 2,
    });
  },
);

it('discards what was typed into the filters when they are cleared', async () => {
  const reviews = { counts, list: () => pageOf(sale()) };
  const at = '/review-submissions?tab=all&view=cards&status=pending';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.type(await screen.findByLabelText('Price from'), '1.5');
  await user.type(screen.getByLabelText('Name contains'), 'ball');
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  for (const field of ['Price from', 'Name contains'])
    expect(screen.getByLabelText<HTMLInputElement>(field).value).toBe('');
  expect(address()).toBe('/review-submissions?tab=all&view=cards');
  expect(document.activeElement?.id).toBe(RESULTS.id);
});

it('moves the focus to the list when the selection is cleared', async () => {
  const reviews = { counts, list: () => pageOf(sale()) };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('checkbox', { name: /^Select Master Ball/ }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(document.activeElement?.id).toBe(RESULTS.id);
});

it('moves to the list and says the page when the last page is opened', async () => {
  const reviews = {
    counts,
    list: ({ page }: { page: number }) => ({
      data: [sale()],
      pagination: { page, limit: 50, total: 51, totalPages: 2 },
    }),
  };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor } as Answers, { at, as: BROCK });
  render(<LiveRegion />);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  within(screen.getByRole('status')).getByText('Page 2 of 2');
  expect(document.activeElement?.contains(screen.getByRole('heading', { name: 'Pending submissions' }))).toBe(
    true,
  );
});

/** A screen that can be turned. */
function tablet(isWide: boolean) {
  let wide = isWide;
  const changes = new Set<() => void>();
  const list = {
    get matches() {
      return wide;
    },
    addEventListener: (_: string, changed: () => void) => changes.add(changed),
    removeEventListener: (_: string, changed: () => void) => changes.delete(changed),
  };
  vi.spyOn(window, 'matchMedia').mockImplementation(() => list as unknown as MediaQueryList);
  return () =>
    act(() => {
      wide = !wide;
      for (const changed of changes) changed();
    });
}

it.each([true, false])('keeps an edit while a tablet is turned, wide at first: %s', async (isWide) => {
  const turn = tablet(isWide);
  const reviews = { counts, list: () => pageOf(sale()), detail: () => detailOf(sale()) };
  const at = '/review-submissions?view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor } as Answers, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByLabelText(/^Price/), '5');
  const typed = screen.getByLabelText<HTMLInputElement>(/^Price/).value;
  turn();
  expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe(typed);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  // The other layout shows once nothing would be lost.
  await waitFor(() => expect(screen.queryByRole('dialog') === null).toBe(!isWide));
});

it('keeps an edit in a dialog open while it is saved, and shows why it was refused', async () => {
  const saved = Promise.withResolvers<never>();
  const reviews = { counts, list: () => pageOf(sale()), detail: () => detailOf(sale()) };
  const at = '/review-submissions?view=cards&sale=12';
  const answers = { reviews, items: { edit: () => saved.promise }, twoFactor } as Answers;
  const { user } = renderAt(<ReviewScreen />, answers, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByLabelText(/^Price/), '5');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  saved.reject(refusal(400, 'The sale is locked.'));
  await screen.findByText('The sale is locked.');
});

it('leaves an edit with Escape, and asks first when it is not saved', async () => {
  tablet(true);
  const reviews = { counts, list: () => pageOf(sale()), detail: () => detailOf(sale()) };
  const at = '/review-submissions?view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor } as Answers, { at, as: BROCK });
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  const edit = async () => {
    await pane.findByRole('button', { name: /^Approve/ });
    await user.keyboard('e');
    await waitFor(() => expect(document.activeElement).toBe(pane.getByRole('combobox')));
  };
  const isViewed = () =>
    waitFor(() => expect(document.activeElement).toBe(pane.getByRole('heading', { name: 'Master Ball' })));
  await edit();
  await user.keyboard('{Escape}');
  await isViewed();

  await edit();
  await user.type(pane.getByLabelText(/^Price/), '5{Escape}');
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
  await question();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  pane.getByLabelText(/^Price/);

  await user.type(pane.getByLabelText(/^Price/), '{Escape}');
  await user.click(within(await question()).getByRole('button', { name: 'Leave' }));
  await isViewed();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sessionStorage.length).toBe(0);
});
