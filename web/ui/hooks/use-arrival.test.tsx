import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense, useRef } from 'react';
import { expect, it } from 'vitest';
import { Link, useLocation } from 'wouter';
import { useArrival } from './use-arrival.ts';

const Start = () => <Link href="/late">Go on</Link>;

const script = Promise.withResolvers<{ default: () => string }>();
const Late = lazy(() => script.promise);

function Site() {
  const main = useRef<HTMLElement>(null);
  useArrival(main);
  const Screen = useLocation()[0] === '/late' ? Late : Start;
  return (
    <main ref={main} tabIndex={-1}>
      <Suspense fallback="Loading">
        <Screen />
      </Suspense>
    </main>
  );
}

it('moves the focus to a screen whose script is still loading', async () => {
  history.replaceState(null, '', '/');
  render(<Site />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByText('Loading');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await act(async () => script.resolve({ default: () => 'Arrived' }));
  await screen.findByText('Arrived');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
