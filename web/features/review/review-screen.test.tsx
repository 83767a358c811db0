import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ReviewSale, ReviewUpdate } from '../../../src/contract/review/review.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import type { Page } from '../../../src/contract/shared/primitives.ts';
import { publishReviewUpdate } from '../../lib/live/review-updates.ts';
import { type Answers, noResponse, refusal, TestNetwork } from '../../testing/fake-server.ts';
import { address, renderAt } from '../../testing/render.tsx';
import {
  AT,
  BROCK,
  counts,
  detailOf,
  heldDecisions,
  MISTY,
  pageOf,
  REPORTS,
  reportedSale,
  reviewSale,
  tablet,
  twoFactor,
} from '../../testing/review.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { RESULTS } from '../../ui/page/results-skip-link.tsx';
import ReviewScreen from './review-screen.tsx';

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
  const answers = [first.promise, pageOf(reviewSale({ price: 2000, version: 2 }))];
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
  first.resolve(pageOf(reviewSale({ price: 1000, version: 1 })));
  await screen.findByText('2,000');
  expect(inputsOf('reviews.list')).toHaveLength(2);
});

it('fetches a sale with a new report only if it is on screen', async () => {
  const reviews = { counts, list: () => pageOf(reportedSale()), detail: () => detailOf(reportedSale()) };
  const at = '/review-submissions?tab=all&view=cards';
  const { inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByRole('button', { name: /^Review Master Ball/ });
  act(() => {
    for (const sale_id of [13, 12]) publishReviewUpdate({ type: 'reports', sale_id });
  });
  await waitFor(() => expect(inputsOf('reviews.detail')).not.toEqual([]));
  expect(inputsOf('reviews.detail')).toEqual([{ id: 12 }]);
});

it('shows who decided a sale that left the queue while updates were lost', async () => {
  const decided = reviewSale({ status: 'approved', version: 2 }, { decided: { by: 'misty_w', at: AT } });
  let waiting = [reviewSale()];
  const reviews = { counts, list: () => pageOf(...waiting), detail: () => detailOf(decided) };
  const at = '/review-submissions?view=cards';
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByRole('button', { name: /^Review Master Ball/ });
  waiting = [];
  act(() => publishReviewUpdate({ type: 'many' }));
  await screen.findByText(/^Approved by misty_w/);
});

it('names an unknown submitter in the queue, at the open sale and in a comparison', async () => {
  tablet(true);
  const sale = (sale_id: number) => reviewSale({ sale_id, submitted_by_username: null });
  const proof = { host: 'forums.example.org', thread: 'forums.example.org/1', total: 1, sales: [sale(13)] };
  const reviews = {
    counts,
    list: () => pageOf(sale(12)),
    detail: ({ id }: { id: number }) => ({ ...detailOf(sale(id)), proof }),
  };
  const at = '/review-submissions?view=workbench';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  pane.getByText('an unknown user');
  within(screen.getByRole('list', { name: 'Queue' })).getByText('an unknown user');
  await user.click(await pane.findByRole('link', { name: '#13' }));
  const comparison = within(await screen.findByRole('dialog'));
  expect(await comparison.findAllByText('An unknown user')).toHaveLength(2);
});

it('ignores the filter for admins in the address of a checker', async () => {
  const reviews = { counts, list: () => pageOf(reviewSale()) };
  const at = '/review-submissions?tab=all&deleted=true&kind=item';
  const { inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText(/were ignored/);
  expect(inputsOf('reviews.list')).toEqual([expect.objectContaining({ scope: 'all', kind: 'item' })]);
  expect(inputsOf('reviews.list')[0]).not.toHaveProperty('deleted');
});

it('shows a checker the queue at the address of the reviewers', async () => {
  const reviews = { counts, list: () => pageOf() };
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at: '/review-submissions?tab=reviewers', as: BROCK });
  await screen.findByText('Nothing to review');
  const tab = screen.getByRole('tab', { name: /^Pending/ });
  expect(tab.getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByRole('tab', { name: 'Reviewers' })).toBeNull();
});

it('has the figures of the reviewers in a tab, for admins', async () => {
  const reviews = { counts, list: () => pageOf() };
  const reviewerAudit = { reviewers: () => ({ data: [] }), runs: () => ({ data: [] }) };
  const answers = { reviews, reviewerAudit, twoFactor };
  const { user } = renderAt(<ReviewScreen />, answers, { at: '/review-submissions', as: MISTY });
  await screen.findByText('Nothing to review');
  await user.click(screen.getByRole('tab', { name: 'Reviewers' }));
  await screen.findByText('No reviewers yet');
  expect(address()).toBe('/review-submissions?tab=reviewers');
  expect(screen.getByRole('tab', { name: 'Reviewers' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByText('Nothing to review')).toBeNull();
});

it.each(['cards', 'workbench'])(
  'says that there is no such sale, without a retry, in the view %s',
  async (view) => {
    tablet(true);
    const detail = () => {
      throw refusal(404, 'Sale not found');
    };
    const reviews = { counts, list: () => pageOf(reviewSale()), detail };
    const at = `/review-submissions?tab=all&view=${view}&sale=999999999`;
    renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
    await screen.findByText('Sale not found');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);

it.each([
  ['ash_k', 'Withdrawn', 'Withdrawn by the submitter'],
  ['misty_w', 'Deleted', 'Deleted by misty_w'],
])(
  'shows and announces that the open sale is gone, with what was known of it: by %s',
  async (by, badge, says) => {
    tablet(true);
    const sale = reviewSale({ submitted_by_username: 'ash_k' });
    let isGone = false;
    const detail = () => {
      if (isGone) throw refusal(404, 'There is no such sale.');
      return detailOf(sale);
    };
    const reviews = { counts, list: () => pageOf(sale), detail };
    const at = '/review-submissions?view=workbench';
    const { inputsOf } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
    render(<LiveRegion />);
    const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
    await pane.findByText('History');
    pane.getByText('Pending');
    isGone = true;
    act(() =>
      publishReviewUpdate({
        type: 'sale',
        sale_id: 12,
        event: 'deleted',
        status: 'pending',
        version: 2,
        by,
        at: AT,
      }),
    );
    await pane.findByText(badge);
    expect(pane.queryByText('Pending')).toBeNull();
    const text = new RegExp(`^${says} (?:at|on) `);
    pane.getByText(text);
    within(screen.getByRole('list', { name: 'Queue' })).getByText(text);
    await screen.findByText(text, { selector: '[role=status] p' });
    await waitFor(() => expect(inputsOf('reviews.detail')).toHaveLength(2));
    await act(async () => undefined);
    pane.getByText('History');
    expect(screen.queryByText('There is no such sale.')).toBeNull();
  },
);

it('says that the open sale is gone when the news of it was lost, without a retry', async () => {
  tablet(true);
  let isGone = false;
  const detail = () => {
    if (isGone) throw refusal(404, 'There is no such sale.');
    return detailOf(reviewSale());
  };
  const reviews = { counts, list: () => pageOf(reviewSale()), detail };
  const at = '/review-submissions?view=workbench';
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText('History');
  isGone = true;
  act(() => publishReviewUpdate({ type: 'reports', sale_id: 12 }));
  await screen.findByText('This sale was withdrawn or deleted.');
  screen.getByText('History');
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('says that the open sale could not be loaded, and loads it again', async () => {
  let fails = true;
  const other = reviewSale({ sale_id: 999_999_999, item_name: 'Old Amber' });
  const detail = () => (fails ? Promise.reject(noResponse()) : detailOf(other));
  const reviews = { counts, list: () => pageOf(reviewSale()), detail };
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

it('moves the focus to the card of a sale that was opened by its address, once it is closed', async () => {
  const { open, opener } = heldDecisions();
  const { user } = open('/review-submissions?view=cards&sale=13');
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const card = await opener(13);
  await waitFor(() => expect(document.activeElement).toBe(card));
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
  await screen.findByRole('button', { name: 'View Ball 12, sale #12' });
  expect(document.activeElement).toBe(field);
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

it('shows that a pending sale is deleted', async () => {
  const deleted = reviewSale({}, { deleted_at: AT });
  const reviews = { counts, list: () => pageOf(deleted), detail: () => detailOf(deleted) };
  const at = '/review-submissions?tab=all&view=workbench&deleted=true';
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: { ...BROCK, role: 'admin' } });
  const queue = within(await screen.findByRole('list', { name: 'Queue' }));
  await queue.findByText(/^Deleted/);
  const open = within(await screen.findByRole('article', { name: 'Sale 12' }));
  await open.findByRole('button', { name: 'Restore' });
  expect(open.queryByRole('button', { name: /^Edit/ })).toBeNull();
});

it.each(['Delete', 'Return to review'])(
  'names the version of the sale that it changes: %s',
  async (action) => {
    const decided = reviewSale({ status: 'approved', version: 2 });
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
    const question = within(await screen.findByRole('dialog', { name: /Master Ball ?, sale #12/ }));
    await user.click(question.getByRole('button', { name: action }));
    await question.findByText(/^Failed to/);
    expect(calls.find(({ path }) => /\.(?:deleteItem|return)$/.test(path))?.input).toMatchObject({
      id: 12,
      version: 2,
    });
  },
);

it.each(['cards', 'workbench'])(
  'moves the focus to the sale that is deleted, in the view %s',
  async (view) => {
    tablet(true);
    let sale = reviewSale({ status: 'approved' });
    const reviews = { counts, list: () => pageOf(sale), detail: () => detailOf(sale) };
    const admin = {
      deleteItem: () => {
        sale = reviewSale({ status: 'approved', version: 2 }, { deleted_at: AT });
        return { message: 'Deleted.' };
      },
    };
    const at = `/review-submissions?tab=all&view=${view}&sale=12`;
    const { user } = renderAt(<ReviewScreen />, { reviews, admin, twoFactor }, { at, as: MISTY });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: /^Delete Master Ball/ }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('button', { name: 'Restore' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Master Ball/ })),
    );
  },
);

it('discards what was typed into the filters when they are cleared', async () => {
  const reviews = { counts, list: () => pageOf(reviewSale()) };
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
  const reviews = { counts, list: () => pageOf(reviewSale()) };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('checkbox', { name: /^Select Master Ball/ }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(document.activeElement?.id).toBe(RESULTS.id);
});

it('moves to the list and says the page when the last page is opened', async () => {
  const reviews = {
    counts,
    list: ({ page }) => ({
      data: [reviewSale()],
      pagination: { page: Number(page), limit: 50, total: 51, totalPages: 2 },
    }),
  } satisfies Answers['reviews'];
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  render(<LiveRegion />);
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  within(screen.getByRole('status')).getByText('Page 2 of 2');
  expect(document.activeElement?.contains(screen.getByRole('heading', { name: 'Pending submissions' }))).toBe(
    true,
  );
});

it('shows a sale that was returned to review as done in Reports', async () => {
  const reviews = { counts, list: () => pageOf(reportedSale()), detail: () => detailOf(reportedSale()) };
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
  await screen.findByText(/^Returned to review by misty_w (?:at|on) /);
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  await user.keyboard('x');
  expect(screen.queryByRole('button', { name: 'Approve 1' })).toBeNull();
});

it('returns to the button of a report decision that is cancelled', async () => {
  const reviews = { counts, list: () => pageOf(reportedSale()), detail: () => detailOf(reportedSale()) };
  const at = '/review-submissions?tab=reported&view=cards&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: /^Dismiss/ }));
  screen.getByRole('textbox', { name: 'Comment for the reporters' });
  await user.tab();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Dismiss/ }));
});

it('leaves the reports of a sale to others than the checker who reported it', async () => {
  const reviews = {
    counts,
    list: () => pageOf(reportedSale()),
    detail: () => detailOf(reportedSale(), 'brock_s'),
  };
  const at = '/review-submissions?tab=reported&view=cards&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText('You reported this sale, so another reviewer decides.');
  await user.keyboard('d');
  await user.keyboard('r');
  screen.getByText('You reported this sale, so another reviewer decides.');
  expect(screen.queryByLabelText(/^Comment for the reporters/)).toBeNull();
});

it.each([
  ['brock_s', 1],
  ['misty_w', 0],
])('tells the checker who decides reports that they approved the sale: approved by %s', async (by, notes) => {
  const sale = reviewSale({ status: 'approved' }, { reports: REPORTS, decided: { by, at: AT } });
  const reviews = { counts, list: () => pageOf(sale), detail: () => detailOf(sale) };
  const at = '/review-submissions?tab=reported&view=cards&sale=12';
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByRole('button', { name: /^Dismiss/ });
  expect(screen.queryAllByText('You approved this sale.')).toHaveLength(notes);
});

it.each([true, false])('marks a submitter whose account is suspended: %s', async (suspended) => {
  const record = { approved: 3, rejected: 1, suspended };
  const detail = () => ({ ...detailOf(reviewSale()), record });
  const reviews = { counts, list: () => pageOf(reviewSale()), detail };
  const at = '/review-submissions?view=cards&sale=12';
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText(/3 approved, 1 rejected/);
  expect(screen.queryAllByText('Suspended')).toHaveLength(suspended ? 1 : 0);
});

it('offers Retry when the list fails to load', async () => {
  const network = new TestNetwork({ isDown: true });
  const reviews = { counts, list: network.over(() => pageOf(reviewSale())) };
  const at = '/review-submissions?view=cards';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await screen.findByText(MESSAGES.reviewLoadFailed);
  network.isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('article');
});
