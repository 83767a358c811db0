import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { Link, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { LiveRegion } from '../live-region.tsx';
import { latePart } from '../states/late-part.tsx';
import { useArrival } from './use-arrival.ts';

const Start = () => (
  <>
    <Link href="/late">Go on</Link>
    <Link href="/parts?of=1">First parts</Link>
    <Link href="/parts?of=2">Second parts</Link>
  </>
);

const script = Promise.withResolvers<{ default: () => ReactNode }>();
const Late = latePart(() => script.promise, { Waiting: () => 'Loading' });

function Parts() {
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return <p id="part">Part</p>;
}

const SCREENS = new Map<string, ComponentType>([
  ['/late', Late],
  ['/parts', Parts],
]);

function Site() {
  const main = useRef<HTMLElement>(null);
  useArrival(main);
  const Screen = SCREENS.get(useLocation()[0]) ?? Start;
  return (
    <main ref={main} tabIndex={-1}>
      <Screen />
    </main>
  );
}

it('moves the focus to a screen whose script is still loading, and announces its heading when it has one', async () => {
  history.replaceState(null, '', '/');
  render(<Site />);
  render(<LiveRegion />);
  const announced = () => screen.getByRole('status').textContent;
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByText('Loading');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(announced()).toBe('');
  await act(async () => script.resolve({ default: () => <h1>Arrived</h1> }));
  await waitFor(() => expect(announced()).toBe('Arrived'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
  // Back leads to the link, so that the next one is a Tab away.
  act(() => history.back());
  const link = await screen.findByRole('link', { name: 'Go on' });
  await waitFor(() => expect(document.activeElement).toBe(link));
});

it('goes back to the link that led to an address with a query', async () => {
  history.replaceState(null, '', '/');
  render(<Site />);
  await userEvent.click(screen.getByRole('link', { name: 'Second parts' }));
  await screen.findByText('Part');
  act(() => history.back());
  const link = await screen.findByRole('link', { name: 'Second parts' });
  await waitFor(() => expect(document.activeElement).toBe(link));
});

it('leaves a screen where a link to a part of it has led', () => {
  history.replaceState(null, '', '/');
  const scrolled = vi.spyOn(window, 'scrollTo');
  render(<Site />);
  const go = (to: string) => act(() => navigate(to));
  scrolled.mockClear();
  go('/parts#part');
  expect(scrolled).not.toHaveBeenCalled();
  go('/');
  expect(scrolled).toHaveBeenCalledTimes(1);
  go('/parts#missing');
  expect(scrolled).toHaveBeenCalledTimes(2);
});
