import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LiveRegion } from '../live-region.tsx';
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

it('goes to the action of the latest message by F6, and back when it disappears', async () => {
  const user = userEvent.setup();
  const undo = vi.fn();
  render(
    <>
      <input />
      <Toaster />
      <LiveRegion />
    </>,
  );
  await user.click(screen.getByRole('textbox'));
  act(() => {
    showToast('Saved.');
    showToast('Deleted.', { action: { label: 'Undo', onClick: undo } });
  });
  screen.getByText('Deleted. F6 goes to “Undo”.');
  await user.keyboard('{F6}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));
  await user.keyboard('{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('keeps a message with an action while keys are pressed', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  render(<Toaster />);
  act(() => showToast('Deleted.', { action: { label: 'Undo', onClick: () => undefined } }));
  for (const _ of [1, 2, 3]) {
    pass(4000);
    fireEvent.keyDown(document.body, { key: 'Tab' });
  }
  screen.getByText('Deleted.');
  pass(5000);
  expect(screen.queryByText('Deleted.')).toBeNull();
});
