import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { withLeave } from '../../lib/leave-question.ts';
import { sessionStore } from '../../lib/server/session-store.ts';
import { Dialog } from './dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

/** As Chromium's, which happy-dom lacks: the newest one hears a request to close, once. */
class Watcher {
  static readonly all: Watcher[] = [];
  onclose = () => {};
  constructor() {
    Watcher.all.push(this);
  }
  destroy() {
    const at = Watcher.all.indexOf(this);
    if (at >= 0) Watcher.all.splice(at, 1);
  }
}

/** Goes back as the user of a phone. @returns whether the page stays */
const WAYS: Record<string, { offer: () => void; goBack: () => boolean }> = {
  'a close watcher': {
    offer: () => vi.stubGlobal('CloseWatcher', Watcher),
    goBack() {
      const heard = Watcher.all.pop();
      heard?.onclose();
      return heard !== undefined;
    },
  },
  'the Navigation API': {
    offer: () => vi.stubGlobal('navigation', new EventTarget()),
    goBack() {
      const event = new Event('navigate', { cancelable: true });
      const destination = { key: '1', url: '/', sameDocument: true };
      const back = { navigationType: 'traverse', userInitiated: false, hashChange: false, destination };
      navigation.dispatchEvent(Object.assign(event, back, { downloadRequest: null }));
      return event.defaultPrevented;
    },
  },
};

/** Returns whether the page stays. */
function press({ goBack }: (typeof WAYS)[string]): boolean {
  let stays = false;
  act(() => {
    stays = goBack();
  });
  return stays;
}

const gone = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());
const ways = Object.entries(WAYS);

afterEach(() => {
  sessionStore.set(null);
  vi.unstubAllGlobals();
});

interface PageProps {
  pending?: boolean;
  /** Unsaved input of the page and of its dialog. */
  unsaved?: boolean;
  inAddress?: boolean;
}

function Page({ pending = false, unsaved = false, inAddress = false }: PageProps) {
  const [outer, setOuter] = useState(true);
  const [inner, setInner] = useState(false);
  return (
    <>
      <LeaveGuard active={unsaved}>The page is not saved.</LeaveGuard>
      <Dialog
        open={outer}
        pending={pending}
        inAddress={inAddress}
        onClose={() => setOuter(false)}
        title="Outer"
      >
        <LeaveGuard active={unsaved}>The dialog is not saved.</LeaveGuard>
        <button type="button" onClick={() => setInner(true)}>
          More
        </button>
        <Dialog open={inner} onClose={() => setInner(false)} title="Inner">
          Text
        </Dialog>
      </Dialog>
    </>
  );
}

it('keeps the focus inside, however fast Tab is pressed', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const close = await screen.findByRole('button', { name: 'Close' });
  const more = screen.getByRole('button', { name: 'More' });
  await waitFor(() => expect(document.activeElement).toBe(close));
  // The next Tab comes before the next frame.
  vi.stubGlobal('requestAnimationFrame', () => 0);
  for (const next of [more, close, more]) {
    await user.tab();
    expect(document.activeElement).toBe(next);
  }
  for (const next of [close, more]) {
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(next);
  }
  vi.unstubAllGlobals();
  // The dialog behind another one leaves the keys of that one alone.
  await user.keyboard('{Enter}');
  const inner = within(await screen.findByRole('dialog', { name: 'Inner' }));
  await waitFor(() => expect(document.activeElement).toBe(inner.getByRole('button', { name: 'Close' })));
  await user.tab();
  expect(document.activeElement).toBe(inner.getByRole('button', { name: 'Close' }));
});

it.each(ways)('closes the topmost dialog on Back, and nothing else: %s', async (_, way) => {
  way.offer();
  render(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  await screen.findByRole('dialog', { name: 'Inner' });
  expect(press(way)).toBe(true);
  await gone('Inner');
  screen.getByRole('dialog', { name: 'Outer' });
  expect(press(way)).toBe(true);
  await gone('Outer');
  expect(press(way)).toBe(false);
});

it.each(ways)('asks on Back before the input of a dialog is lost: %s', async (_, way) => {
  sessionStore.set({ token: 'token', user: { user_id: 1, username: 'ash_k', role: 'user' } });
  way.offer();
  render(<Page unsaved />);
  await screen.findByRole('dialog', { name: 'Outer' });
  expect(press(way)).toBe(true);
  await screen.findByText('The dialog is not saved.');
  expect(press(way)).toBe(true);
  await gone('Leave without saving?');
  expect(press(way)).toBe(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await gone('Outer');
  expect(screen.queryByText('The page is not saved.')).toBeNull();
});

it.each(ways)('leaves Back to a dialog whose opening is in the address: %s', async (_, way) => {
  way.offer();
  render(<Page inAddress />);
  await screen.findByRole('dialog', { name: 'Outer' });
  expect(press(way)).toBe(false);
  screen.getByRole('dialog', { name: 'Outer' });
});

it.each(ways)('stays open while what it asked for is under way: %s', async (_, way) => {
  way.offer();
  const { rerender } = render(<Page pending />);
  const dialog = await screen.findByRole('dialog', { name: 'Outer' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(press(way)).toBe(true);
  screen.getByRole('dialog', { name: 'Outer' });
  rerender(<Page />);
  expect(press(way)).toBe(true);
  await gone('Outer');
});

it('keeps the name in its title and on its button from being translated', async () => {
  render(
    <FormDialog
      open
      onClose={vi.fn()}
      title="The account red"
      named="red"
      submitLabel="Suspend red"
      onSubmit={vi.fn()}
    >
      One field.
    </FormDialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'The account red' });
  const button = within(dialog).getByRole('button', { name: 'Suspend red' });
  for (const place of [within(dialog).getByRole('heading'), button])
    expect(within(place).getByText('red').getAttribute('translate')).toBe('no');
});

it('asks before input is lost by a sign-out or a reload, and no more once it is saved', async () => {
  const isStopped = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const leave = vi.fn();
  const { rerender } = render(<LeaveGuard active>The page is not saved.</LeaveGuard>);
  act(() => withLeave(leave));
  await screen.findByText('The page is not saved.');
  expect([leave.mock.calls.length, isStopped()]).toEqual([0, true]);
  rerender(<LeaveGuard active={false}>The page is not saved.</LeaveGuard>);
  act(() => withLeave(leave));
  expect([leave.mock.calls.length, isStopped()]).toEqual([1, false]);
});

describe('the focus of a form that opens', () => {
  const openForm = (content: ReactNode) =>
    render(
      <FormDialog open title="Form" submitLabel="Send" onClose={() => undefined} onSubmit={() => undefined}>
        {content}
      </FormDialog>,
    );
  const fields = (
    <>
      <a href="/help">Help</a>
      <input type="radio" name="which" aria-label="First" />
      <input type="radio" name="which" aria-label="Chosen" defaultChecked />
      <textarea aria-label="Reason" />
    </>
  );
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('role');

  it.each([
    ['the first field', fields, 'mouse', 'Chosen'],
    ['the dialog itself, where a keyboard would cover the text', fields, 'touch', 'dialog'],
    [
      'the close button, where there is no field',
      <a key="a" href="/help">
        Help
      </a>,
      'mouse',
      'Close',
    ],
  ])('goes to %s', async (_, content, pointer, label) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(matchMedia(pointer === 'touch' ? 'all' : 'not all'));
    openForm(content);
    await waitFor(() => expect(focused()).toBe(label));
  });
});

it('sends a form once, however fast it is sent again', async () => {
  const send = vi.fn(() => new Promise(() => undefined));
  render(
    <FormDialog open title="Form" submitLabel="Send" onClose={() => undefined} onSubmit={send}>
      Text
    </FormDialog>,
  );
  const form = (await screen.findByRole('dialog', { name: 'Form' })).querySelector('form');
  act(() => {
    for (const _ of [1, 2]) form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  expect(send).toHaveBeenCalledTimes(1);
});
