import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { showToast, Toaster } from './toast.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('reads an alert also in front of a dialog, which hides the page', async () => {
  render(
    <>
      <p>Page</p>
      <Dialog open title="Question" onClose={() => undefined}>
        Text
      </Dialog>
      <Toaster />
    </>,
  );
  await screen.findByRole('dialog', { name: 'Question' });
  expect(screen.getByText('Page').closest('[aria-hidden]')).not.toBeNull();
  showToast('The network is gone.', { tone: 'alert' });
  expect((await screen.findByText('The network is gone.')).closest('[aria-hidden]')).toBeNull();
});

const WAYS: Record<string, (reads: boolean) => void> = {
  hovered: (reads) => {
    const text = screen.getByText('Saved.');
    if (reads) fireEvent.pointerEnter(text);
    else fireEvent.pointerLeave(text);
  },
  focused: (reads) => {
    const button = screen.getByRole('button', { name: 'Dismiss' });
    if (reads) button.focus();
    else button.blur();
  },
  'in a hidden tab': (reads) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(reads ? 'hidden' : 'visible');
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  },
};

it.each(Object.entries(WAYS))('keeps a message while it is %s', (_, read) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  render(<Toaster />);
  act(() => showToast('Saved.'));
  pass(4000);
  act(() => read(true));
  pass(60_000);
  screen.getByText('Saved.');
  act(() => read(false));
  pass(4999);
  screen.getByText('Saved.');
  pass(1);
  expect(screen.queryByText('Saved.')).toBeNull();
});
