import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import type { Submission } from '../../../src/contract/sale/submissions.ts';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { useSession } from '../../lib/server/session.tsx';
import { draftPlace, SESSION_ENDED, sessionStore } from '../../lib/server/session-store.ts';
import { type Answers, noResponse, refusal } from '../../testing/fake-server.ts';
import { ASH, address, arrivesAt, renderAt } from '../../testing/render.tsx';
import {
  accepting,
  field,
  fill,
  fillItem,
  hasFocus,
  ivs,
  openSubmit,
  type Rendered,
  type Submit,
  send,
  values,
  YESTERDAY,
} from '../../testing/submit.tsx';
import SubmitScreen from './submit-screen.tsx';

it('gives back what was typed of a kind after a look at the other one', async () => {
  const rendered = await openSubmit('Pokemon');
  const { user } = rendered;
  const show = (kind: string) => user.click(screen.getByRole('radio', { name: kind }));
  fill('Pokemon name', 'Garchomp');
  await user.type(field('HP'), '31');
  await show('Items');
  expect(field('Item name').value).toBe('');
  await fillItem(rendered);
  await show('Pokemon');
  expect([field('Pokemon name').value, ivs()[0], field('Price').value]).toEqual(['Garchomp', '31', '']);
  // Twice, without input in between.
  for (const kind of ['Items', 'Pokemon', 'Items']) await show(kind);
  expect(field('Item name').value).toBe('Master Ball');
  await user.click(send());
  await user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(field('Item name').value).toBe('');
  await show('Pokemon');
  expect([field('Pokemon name').value, ivs()[0], field('Price').value]).toEqual(['Garchomp', '31', '']);
});

it('starts over with the kind that is shown, not with the other one', async () => {
  const first = await openSubmit('Pokemon');
  fill('Pokemon name', 'Garchomp');
  await first.user.click(screen.getByRole('radio', { name: 'Items' }));
  await fillItem(first);
  cleanup();
  const { user } = renderAt(<SubmitScreen />, accepting().answers, { at: '/submit-data', as: ASH });
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(values('Item name', 'Price')).toEqual(['', '']);
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  expect(values('Pokemon name')).toEqual(['Garchomp']);
  // Nothing of an empty form was restored, although the other one has input.
  await user.click(screen.getByRole('radio', { name: 'Items' }));
  cleanup();
  renderAt(<SubmitScreen />, accepting().answers, { at: '/submit-data', as: ASH });
  await screen.findByRole('radio', { name: 'Items', checked: true });
  expect(screen.queryByText(/restored/)).toBeNull();
});

const byId = (answer: Submission | Error): Answers => ({
  ...accepting().answers,
  submissions: {
    same: () => null,
    byId: () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  },
});
const REJECTED: Submission = {
  kind: 'item',
  sale_id: 5,
  item_id: 1,
  item_name: 'Leftovers',
  price: 7_000,
  date_sold: YESTERDAY,
  proof_url: null,
  image_url: null,
  status: 'rejected',
  submitted_by: ASH.user_id,
  submitted_by_username: ASH.username,
  approved_by: null,
  version: 2,
  date_submitted: `${YESTERDAY}T12:00:00.000Z`,
  decided_at: `${YESTERDAY}T13:00:00.000Z`,
  resubmitted: null,
  review_notes: 'The proof shows another price.',
};

it('keeps a correction apart from another form', async () => {
  const correction = `/submit-data?correct=${REJECTED.sale_id}`;
  const answers = byId(REJECTED);
  const openAt = (at: string) => {
    cleanup();
    return renderAt(<SubmitScreen />, answers, { at, as: ASH });
  };
  await fillItem(openAt('/submit-data'));
  openAt(correction);
  await screen.findByRole('region', { name: 'Rejection' });
  fill('Price', '8000');
  openAt('/submit-data');
  await screen.findByText('This form was restored.');
  expect([field('Item name').value, field('Price').value]).toEqual(['Master Ball', '500,000']);
  openAt(correction);
  await screen.findByText('This form was restored.');
  expect([field('Item name').value, field('Price').value]).toEqual(['Leftovers', '8,000']);
});

const go = (to: string) => act(() => navigate(to));
const corrected = () => screen.findByRole('region', { name: 'Rejection' });

it('keeps a correction and the ordinary form apart when the address changes between them', async () => {
  const rendered = renderAt(<SubmitScreen />, byId(REJECTED), { at: '/submit-data?correct=5', as: ASH });
  await corrected();
  fill('Price', '8000');
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['', '']);
  await fillItem(rendered);
  go('/submit-data?correct=5');
  await corrected();
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '8,000']);
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
});

it('brings back the rejected sale with Start over, and the ordinary form once the correction is sent', async () => {
  const rendered = renderAt(<SubmitScreen />, byId(REJECTED), { at: '/submit-data', as: ASH });
  const { user } = rendered;
  await fillItem(rendered);
  go('/submit-data?correct=5');
  await corrected();
  fill('Price', '8000');
  go('/submit-data');
  go('/submit-data?correct=5');
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  await corrected();
  expect(address()).toBe('/submit-data?correct=5');
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '7,000']);
  await sendUnchanged(user);
  await user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  await hasFocus('Item name');
  expect(address()).toBe('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
});

async function sendUnchanged(user: Rendered['user']) {
  await user.click(screen.getByRole('button', { name: 'Submit again' }));
  await user.click(await screen.findByRole('button', { name: 'Submit anyway' }));
}

it('asks once before a rejected sale is sent as it was', async () => {
  const submit = vi.fn((): never => {
    throw noResponse();
  });
  const answers = byId(REJECTED);
  const { user } = renderAt(
    <SubmitScreen />,
    { ...answers, items: { ...answers.items, submit } },
    { at: '/submit-data?correct=5', as: ASH },
  );
  const question = () => screen.queryByText('Nothing has changed since it was rejected. Submit anyway?');
  await corrected();
  fill('Price', '8000');
  fill('Price', '7000');
  expect(question()).toBeNull();
  await user.click(send());
  await waitFor(() => expect(question()).not.toBeNull());
  expect(submit).not.toHaveBeenCalled();
  fill('Price', '7001');
  expect(question()).toBeNull();
  screen.getByRole('button', { name: 'Submit again' });
  fill('Price', '7000');
  await user.click(send());
  await screen.findByText(MESSAGES.submitFailed);
  expect(submit).toHaveBeenCalledTimes(1);
});

it('sends what it corrects, and has nothing to correct after that', async () => {
  const sent: unknown[] = [];
  const record = (input: { corrects?: unknown }) => {
    sent.push(input.corrects);
    return { sale_id: 6, status: 'pending' as const, message: '' };
  };
  const answers = byId(REJECTED);
  const submits = { ...answers, items: { ...answers.items, submit: record } };
  const { user } = renderAt(<SubmitScreen />, submits, { at: '/submit-data?correct=5', as: ASH });
  await corrected();
  await sendUnchanged(user);
  await screen.findByRole('heading', { name: 'Sale #6 is submitted' });
  expect(sent).toEqual([5]);
  cleanup();
  const resubmitted = { sale_id: 6, status: 'pending' } as const;
  renderAt(<SubmitScreen />, byId({ ...REJECTED, resubmitted }), {
    at: '/submit-data?correct=5',
    as: ASH,
  });
  await screen.findByText(/Submission #5 was resubmitted as #6, so there is nothing to correct\./);
  expect(screen.queryByRole('region', { name: 'Rejection' })).toBeNull();
});

it('forgets the form that was sent, wherever its answer arrives', async () => {
  const sent =
    Promise.withResolvers<ReturnType<ReturnType<typeof accepting>['answers']['items']['submit']>>();
  const answers = byId(REJECTED);
  const submit = vi.fn(() => sent.promise);
  const rendered = renderAt(
    <SubmitScreen />,
    { ...answers, items: { ...answers.items, submit } },
    { at: '/submit-data', as: ASH },
  );
  await fillItem(rendered);
  await rendered.user.click(send());
  await waitFor(() => expect(submit).toHaveBeenCalled());
  go('/submit-data?correct=5');
  await corrected();
  fill('Price', '8000');
  await act(async () => sent.resolve({ sale_id: 1, status: 'pending', message: '' }));
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['', '']);
  go('/submit-data?correct=5');
  await corrected();
  expect(values('Price')).toEqual(['8,000']);
});

it('keeps what was typed while a sale was being sent, also after the page was left', async () => {
  const { answers } = accepting();
  const answer = Promise.withResolvers<void>();
  const submit = vi.fn(() => answer.promise.then(answers.items.submit));
  const slow = { ...answers, items: { ...answers.items, submit } };
  const rendered = await openSubmit('Items', slow);
  await fillItem(rendered);
  await rendered.user.click(send());
  await waitFor(() => expect(submit).toHaveBeenCalled());
  cleanup();
  renderAt(<SubmitScreen />, slow, { at: '/submit-data', as: ASH });
  await screen.findByText('This form was restored.');
  fill('Price', '7000');
  await act(async () => answer.resolve());
  await screen.findByText('Sale #4711 is submitted');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '7,000']);
  cleanup();
  renderAt(<SubmitScreen />, slow, { at: '/submit-data', as: ASH });
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '7,000']);
  await rendered.user.click(send());
  await rendered.user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(values('Item name', 'Price')).toEqual(['', '']);
});

it('keeps the changes of a sale that is being sent as the next one', async () => {
  const { answers } = accepting();
  const answer = Promise.withResolvers<void>();
  const submit = vi.fn(() => answer.promise.then(answers.items.submit));
  const rendered = await openSubmit('Items', { ...answers, items: { ...answers.items, submit } });
  await fillItem(rendered);
  await rendered.user.click(send());
  await waitFor(() => expect(submit).toHaveBeenCalled());
  fill('Price', '7000');
  await act(async () => answer.resolve());
  await rendered.user.click(await screen.findByRole('button', { name: 'Submit Another' }));
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '7,000']);
});

it('sends a correction with its key again after a reload, also when nothing was changed', async () => {
  const keys: unknown[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(context.idempotencyKey);
    throw noResponse();
  };
  const answers = byId(REJECTED);
  for (const times of [1, 2]) {
    cleanup();
    const { user } = renderAt(
      <SubmitScreen />,
      { ...answers, items: { ...answers.items, submit } },
      { at: '/submit-data?correct=5', as: ASH },
    );
    await corrected();
    await sendUnchanged(user);
    await screen.findByText(MESSAGES.submitFailed);
    expect(keys).toHaveLength(times);
  }
  expect(keys[1]).toBe(keys[0]);
});

it('keeps an ordinary form when an address names what was sold', async () => {
  const rendered = await openSubmit();
  const { user } = rendered;
  await fillItem(rendered);
  go('/submit-data?kind=item&name=Leftovers');
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '']);
  fill('Price', '9000');
  go('/submit-data');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
  go('/submit-data?kind=item&name=Leftovers');
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(values('Item name', 'Price')).toEqual(['Leftovers', '']);
});

it('keeps what was typed of both kinds when the page is left', async () => {
  const first = await openSubmit('Pokemon');
  fill('Pokemon name', 'Garchomp');
  await first.user.type(field('HP'), '31');
  await first.user.click(screen.getByRole('radio', { name: 'Items' }));
  await fillItem(first);
  cleanup();
  const { user } = renderAt(<SubmitScreen />, accepting().answers, { at: '/submit-data', as: ASH });
  await screen.findByText('This form was restored.');
  expect(values('Item name', 'Price')).toEqual(['Master Ball', '500,000']);
  await user.click(screen.getByRole('radio', { name: 'Pokemon' }));
  expect([field('Pokemon name').value, ivs()[0], field('Price').value]).toEqual(['Garchomp', '31', '']);
});

const LogoutButton = () => (
  <button type="button" onClick={useSession().logout}>
    Logout
  </button>
);
const keptForms = () => Object.keys(sessionStorage).length;
const BROCK = { ...ASH, user_id: 2, username: 'brock' };

/** Types into a form of a page on which the user can log out. */
async function typeIntoForm(): Promise<Rendered> {
  const page = (
    <>
      <LogoutButton />
      <SubmitScreen />
    </>
  );
  const answers = { ...accepting().answers, auth: { logout: () => ({ message: '' }) } };
  const rendered = renderAt(page, answers, { at: '/submit-data', as: ASH });
  await fillItem(rendered);
  fill('Proof URL', 'https://example.org/proof.png');
  expect(keptForms()).toBe(1);
  return rendered;
}

it('keeps nothing of a form when the user logs out', async () => {
  const { user } = await typeIntoForm();
  await user.click(screen.getByRole('button', { name: 'Logout' }));
  await arrivesAt('/');
  expect([localStorage.length, keptForms()]).toEqual([0, 0]);
});

it('keeps nothing of a form when the user logs out in another tab', async () => {
  await typeIntoForm();
  dispatchEvent(Object.assign(new Event('storage'), { newValue: 'out' }));
  expect(keptForms()).toBe(0);
});

it('keeps a form when the session expires, until somebody else signs in', async () => {
  await typeIntoForm();
  act(() => void sessionStore.end('token', SESSION_ENDED));
  expect(keptForms()).toBe(1);
  act(() => sessionStore.set({ token: 'next', user: ASH }));
  expect(keptForms()).toBe(1);
  act(() => sessionStore.set({ token: 'other', user: BROCK }));
  expect(keptForms()).toBe(0);
});

it('sends a form with its key after a look at the other kind', async () => {
  const { answers } = accepting();
  const keys: unknown[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(context.idempotencyKey);
    throw noResponse();
  };
  const rendered = await openSubmit('Items', { ...answers, items: { ...answers.items, submit } });
  const { user } = rendered;
  await fillItem(rendered);
  await user.click(send());
  await waitFor(() => expect(keys).toHaveLength(1));
  for (const kind of ['Pokemon', 'Items']) await user.click(screen.getByRole('radio', { name: kind }));
  await user.click(send());
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[1]).toBe(keys[0]);
});

it.each([
  [
    'pending',
    { ...REJECTED, status: 'pending' as const },
    `Submission #5 is pending, so there is nothing to correct.`,
  ],
  [
    'missing',
    refusal(404, 'There is no such submission.'),
    'You have no submission #5 that could be corrected.',
  ],
])('shows an ordinary form when the sale to correct is %s', async (_, answer, problem) => {
  renderAt(<SubmitScreen />, byId(answer), { at: '/submit-data?correct=5', as: ASH });
  await screen.findByText(problem);
  screen.getByRole('heading', { name: 'Submit Data' });
  expect(field('Item name').value).toBe('');
});

it('has a new key after the server received another submission with its key, also after a reload', async () => {
  const { answers } = accepting();
  const keys: string[] = [];
  const submit: Submit = (_input, { context }) => {
    keys.push(String(context.idempotencyKey));
    throw keys.length === 1 ? refusal(409, 'Used', { reason: 'IDEMPOTENCY_KEY_REUSED' }) : noResponse();
  };
  const rendered = await openSubmit('Items', { ...answers, items: { ...answers.items, submit } });
  await fillItem(rendered);
  await rendered.user.click(send());
  await screen.findByText(/^An earlier version of this submission was already received/);
  expect(field('Item name').value).toBe('Master Ball');
  await rendered.user.click(send());
  await screen.findByText(MESSAGES.submitFailed);
  cleanup();
  const reloaded = await openSubmit('Items', { ...answers, items: { ...answers.items, submit } });
  expect(field('Item name').value).toBe('Master Ball');
  await reloaded.user.click(send());
  await screen.findByText(MESSAGES.submitFailed);
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[1]).not.toBe(keys[0]);
});

it.each(['not JSON', '{"kind":"item"}'])('starts empty when a kept form cannot be read: %s', async (kept) => {
  sessionStorage.setItem(draftPlace(1, ''), kept);
  await openSubmit('Items', accepting().answers);
  expect(field('Item name').value).toBe('');
  expect(screen.queryByText(/^This form was restored/)).toBeNull();
});
