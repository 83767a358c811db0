import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { latePart, Nothing } from './late-part.tsx';

const Content: ComponentType = () => <p>Part</p>;

/** The script of a part, which cannot be fetched at first. */
const script = () =>
  vi.fn(async () => ({ default: Content })).mockRejectedValueOnce(new TypeError('Failed to fetch'));

function page(Part: ComponentType) {
  render(
    <>
      <p>Page</p>
      <Part />
    </>,
  );
}

it('keeps the page without the script of a part, and loads it when the network is back', async () => {
  const load = script();
  page(latePart(load));
  await screen.findByRole('alert');
  expect(screen.getByText('Page')).toBeTruthy();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  dispatchEvent(new Event('online'));
  expect(screen.getByRole('alert')).toBeTruthy();
  dispatchEvent(new Event('online'));
  await screen.findByText('Part');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('loads the part when asked to', async () => {
  page(latePart(script()));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText('Part');
});

it('has nothing in place of a part that the page does without, until it is loaded', async () => {
  const load = script();
  page(latePart(load, { Missing: Nothing }));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  expect(await screen.findByText('Page')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await vi.waitFor(() => {
    dispatchEvent(new Event('online'));
    expect(screen.getByText('Part')).toBeTruthy();
  });
});

it('loads all missing parts when one of them is loaded', async () => {
  page(latePart(script()));
  page(latePart(script()));
  const [first] = await vi.waitFor(() => {
    const buttons = screen.getAllByRole('button', { name: 'Retry' });
    expect(buttons).toHaveLength(2);
    return buttons;
  });
  if (first) await userEvent.click(first);
  await vi.waitFor(() => expect(screen.getAllByText('Part')).toHaveLength(2));
});

it('loads a part by itself after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const load = script().mockRejectedValueOnce(new TypeError('Failed to fetch'));
    page(latePart(load, { Missing: Nothing }));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('Part')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
