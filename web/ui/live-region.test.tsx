import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { Announced } from './announced.tsx';
import { Combobox } from './fields/combobox.tsx';
import { TextField } from './fields/text-field.tsx';
import { announce, LiveRegion } from './live-region.tsx';
import { showToast, Toaster } from './overlays/toast.tsx';

const region = () => screen.getByRole('status');
/** What was announced during the test, in order. */
const heard: string[] = [];
const hears = (text: string) => waitFor(() => expect(heard.at(-1)).toBe(text));

beforeEach(() => {
  heard.length = 0;
  render(<LiveRegion />);
  const earlier = new Set(region().children);
  new MutationObserver(() => {
    for (const child of region().children) {
      if (earlier.has(child)) continue;
      earlier.add(child);
      heard.push(child.textContent ?? '');
    }
  }).observe(region(), { childList: true });
});

it('exists before its texts, stays visible to screen readers behind dialogs, and reads only what is added', () => {
  expect(region().getAttribute('aria-live')).toBe('polite');
  expect(region().getAttribute('aria-atomic')).toBe('false');
});

it('announces the same text again', async () => {
  announce('Copied');
  announce('Copied');
  await waitFor(() => expect(heard).toEqual(['Copied', 'Copied']));
});

it('announces the text of an element when it appears and changes, without what is hidden', async () => {
  const count = (sales: number, fetching = false) => (
    <Announced as="p" subject="Sales">
      <span aria-hidden>icon</span>
      <b>{sales}</b> found{fetching && <i>Updating…</i>}.
    </Announced>
  );
  const { rerender } = render(count(3));
  await hears('Sales: 3 found.');
  // A text that is shown for a moment is not announced.
  rerender(count(3, true));
  rerender(count(3));
  rerender(count(4));
  await hears('Sales: 4 found.');
  expect(heard).toHaveLength(2);
});

it('announces the error of a field', async () => {
  const field = (error: string | null) => (
    <TextField label="Name" value="" onChange={() => {}} error={error} />
  );
  const { rerender } = render(field(null));
  rerender(field('A name is required'));
  await hears('A name is required');
  rerender(field(null));
  rerender(field('The name is too long'));
  await hears('The name is too long');
});

function NameField() {
  const [value, setValue] = useState('');
  return (
    <Combobox<string>
      label="Name"
      value={value}
      onValueChange={setValue}
      onChoose={setValue}
      nameOf={(name) => name}
      useSuggestions={(query) => ({
        items:
          query === null ? [] : ['Garchomp', 'Gardevoir', 'Gyarados'].filter((name) => name.includes(query)),
        searching: false,
      })}
    />
  );
}

it('announces the number of suggestions', async () => {
  render(<NameField />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox'), 'Gar');
  await hears('2 suggestions');
  await user.type(screen.getByRole('combobox'), 'x');
  await hears('No results found');
});

it('announces toasts with their action; alerts are read at once where they are', async () => {
  render(<Toaster />);
  showToast('Approved Garchomp.', { action: { label: 'Undo', onClick: () => {} } });
  await hears('Approved Garchomp. F6 goes to “Undo”.');
  showToast('The network is gone.', { tone: 'alert' });
  expect((await screen.findByRole('alert')).textContent).toContain('The network is gone.');
  expect(heard).toHaveLength(1);
});
