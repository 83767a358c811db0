import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary, forgetMissingScript, MissingScript } from './error-boundary.tsx';

const MINUTE_MS = 60_000;

function Missing(): never {
  throw new MissingScript();
}

let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  // Later than every test that has left its page.
  vi.useFakeTimers({ now: Date.now() + 60 * MINUTE_MS });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async () => new Response());
  reload = vi.spyOn(location, 'reload').mockReturnValue();
});

afterEach(() => {
  forgetMissingScript();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = async () => {
  render(
    <ErrorBoundary>
      <Missing />
    </ErrorBoundary>,
  );
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
};

it('loads the document again when the script of the screen is missing', async () => {
  await show();
  expect(reload).toHaveBeenCalledOnce();
});

it('does not when another page was requested, which ends the loading of scripts in Firefox', async () => {
  render(<ErrorBoundary>Shown</ErrorBoundary>);
  dispatchEvent(new Event('beforeunload'));
  await show();
  expect(reload).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Reload' });
});

it('does when the reader has stayed', async () => {
  render(<ErrorBoundary>Shown</ErrorBoundary>);
  dispatchEvent(new Event('beforeunload'));
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await show();
  expect(reload).toHaveBeenCalledOnce();
});
