import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sessionStore, UNKNOWN_ID } from '../lib/server/session-store.ts';
import { noResponse, refusal } from '../testing/fake-server.ts';
import { address, renderAt } from '../testing/render.tsx';
import { Guard } from './guards.tsx';
import { OfflineBar } from './offline-bar.tsx';

const ASH = { user_id: 1, username: 'ash_k', email: 'ash@example.org', role: 'user' } as const;
/** As after a reload: only the name and the role are known. */
const STORED = { ...ASH, user_id: UNKNOWN_ID };

/** A guarded screen of a stored session, with one answer after another to its check. */
function openWith(...answers: (Error | { user: typeof ASH })[]) {
  const profile = () => {
    const answer = answers.shift() ?? noResponse();
    if (answer instanceof Error) throw answer;
    return answer as never;
  };
  return renderAt(
    <>
      <OfflineBar />
      <Guard action="sale.submit" opening={null}>
        <p>The screen</p>
      </Guard>
    </>,
    { auth: { profile } },
    { at: '/submit-data', as: STORED },
  );
}

it.each([
  ['gets no answer', noResponse()],
  ['finds a busy server', refusal(503, 'The server is busy.')],
])('keeps a session whose check %s, and opens the screen when it is repeated', async (_, failure) => {
  const { user } = openWith(failure, { user: ASH });
  await screen.findByText(/^The site cannot be reached\. You stay signed in/);
  await screen.findByText('This page opens when the site can be reached.');
  expect(sessionStore.get()).toEqual({ token: 'token', user: STORED });
  expect(localStorage.getItem('marketdex.token')).toBe('token');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('The screen');
  expect(screen.queryByText(/^The site cannot be reached/)).toBeNull();
});

it('checks a kept session again when the network returns', async () => {
  openWith(noResponse(), { user: ASH });
  await screen.findByRole('button', { name: 'Retry' });
  window.dispatchEvent(new Event('online'));
  await screen.findByText('The screen');
});

it('ends a session that the server refuses to check', async () => {
  openWith(refusal(500, 'Something went wrong.'));
  await expect.poll(address).toBe('/login?next=%2Fsubmit-data');
  expect(sessionStore.get()).toBeNull();
});
