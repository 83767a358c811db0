import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refusal } from '../../testing/fake-server.ts';
import { itemSale } from '../../testing/market.ts';
import { renderAt } from '../../testing/render.tsx';
import {
  BROCK,
  counts,
  detailOf,
  heldDecisions,
  pageOf,
  reviewSale,
  tablet,
  twoFactor,
} from '../../testing/review.tsx';
import ReviewScreen from './review-screen.tsx';

it.each([true, false])('keeps an edit while a tablet is turned, wide at first: %s', async (isWide) => {
  const turn = tablet(isWide);
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const at = '/review-submissions?view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
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
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const at = '/review-submissions?view=cards&sale=12';
  const answers = { reviews, items: { edit: () => saved.promise }, twoFactor };
  const { user } = renderAt(<ReviewScreen />, answers, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByLabelText(/^Price/), '5');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  saved.reject(refusal(400, 'The sale is locked.'));
  await screen.findByText('The sale is locked.');
});

it('shows the proof, the days and the comparable sales of a sale while it is edited', async () => {
  tablet(true);
  const sale = reviewSale({ proof_url: 'https://forum.example/1', date_sold: '2026-03-10' });
  const detail = () => ({ ...detailOf(sale), similar: [itemSale({ sale_id: 4446, price: 38_200 })] });
  const reviews = { counts, list: () => pageOf(sale), detail };
  const at = '/review-submissions?view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByLabelText(/^Price/);
  const pane = within(screen.getByRole('article', { name: 'Sale 12' }));
  pane.getByRole('link', { name: /^Proof of sale 12 at https:\/\/forum\.example\/1/ });
  pane.getByText('10 Mar 2026');
  pane.getByRole('link', { name: '#4446' });
});

it('leaves an edit with Escape, and asks first when it is not saved', async () => {
  tablet(true);
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const at = '/review-submissions?view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
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

it('discards an edit when it is cancelled', async () => {
  tablet(true);
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const at = '/review-submissions?view=workbench&sale=12';
  const { user } = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByLabelText(/^Price/), '5');
  expect(sessionStorage.length).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: /^Approve/ });
  expect(sessionStorage.length).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await screen.findByText('No changes yet.');
});

it('continues an edit that a reload interrupted, before the sale can be decided with its old values', async () => {
  tablet(true);
  const reviews = { counts, list: () => pageOf(reviewSale()), detail: () => detailOf(reviewSale()) };
  const at = '/review-submissions?view=workbench&sale=12';
  const first = renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  await first.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await first.user.type(await screen.findByLabelText(/^Price/), '5');
  const typed = screen.getByLabelText<HTMLInputElement>(/^Price/).value;
  cleanup();
  renderAt(<ReviewScreen />, { reviews, twoFactor }, { at, as: BROCK });
  expect((await screen.findByLabelText<HTMLInputElement>(/^Price/)).value).toBe(typed);
  screen.getByText('Your unsaved changes were restored.');
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

it('leaves the focus on the row when an edit is continued by moving to its sale, until e asks for the form', async () => {
  tablet(true);
  const name = async () =>
    within(await screen.findByRole('article', { name: 'Sale 13' })).findByRole<HTMLInputElement>('combobox');
  const first = heldDecisions().open('/review-submissions?view=workbench&sale=13');
  await first.user.click(await screen.findByRole('button', { name: 'Edit' }));
  await first.user.type(await name(), 's');
  cleanup();
  const { user } = heldDecisions().open('/review-submissions?view=workbench&sale=12');
  await screen.findByRole('button', { name: /^Approve/ });
  await user.keyboard('j');
  await screen.findByText('Your unsaved changes were restored.');
  const row = document.querySelector('[data-sale="13"] [data-open]');
  expect(document.activeElement).toBe(row);
  await user.keyboard('x');
  expect((await name()).value).toBe('Ball 13s');
  await user.keyboard('e');
  expect(document.activeElement).toBe(await name());
});

it('cannot save an edit of a sale that someone else decided, and shows who did', async () => {
  tablet(true);
  const { open, elsewhere } = heldDecisions();
  const { user } = open('/review-submissions?view=workbench&sale=12');
  const pane = within(await screen.findByRole('article', { name: 'Sale 12' }));
  await user.click(await pane.findByRole('button', { name: /^Edit/ }));
  await user.type(await pane.findByLabelText(/^Price/), '5');
  elsewhere(12);
  const save = pane.getByRole('button', { name: 'Save changes' });
  await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
  pane.getByText(/^Approved by misty_w/);
  // There is no answer to a change of the sale: sending it fails this test.
  await user.click(save);
  await user.type(pane.getByLabelText(/^Price/), '{Enter}');
});
