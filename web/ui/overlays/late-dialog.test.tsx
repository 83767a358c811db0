import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { LiveRegion } from '../live-region.tsx';
import { lateDialog } from './late-dialog.tsx';
import { Toaster } from './toast.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

const Content = ({ open }: Props) => open && <p>Content</p>;

function Page({ of: Late }: { of: ComponentType<Props> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {open ? 'Opened' : 'Open'}
      </button>
      <Late open={open} onClose={() => setOpen(false)} />
      <Toaster />
    </>
  );
}

it('says that a dialog could not be opened, keeps the page, and opens it the next time', async () => {
  const load = vi.fn(async () => ({ default: Content }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  render(<Page of={lateDialog(load)} />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText(/^This could not be opened\./);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByText('Content');
});

it('loads a dialog once, however often the page is drawn meanwhile', async () => {
  const script = Promise.withResolvers<{ default: typeof Content }>();
  const load = vi.fn(() => script.promise);
  const Late = lateDialog(load);
  const { rerender } = render(<Page of={Late} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  rerender(<Page of={Late} />);
  await act(async () => script.resolve({ default: Content }));
  screen.getByText('Content');
  expect(load).toHaveBeenCalledOnce();
});

it('says that a dialog is loading, and opens none that was cancelled meanwhile', async () => {
  const script = Promise.withResolvers<{ default: typeof Content }>();
  render(<Page of={lateDialog(() => script.promise)} />);
  render(<LiveRegion />);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Open');
  await within(screen.getByRole('status')).findByText('Loading…');
  await press('Cancel');
  await act(async () => script.resolve({ default: Content }));
  expect(screen.queryByText('Content')).toBeNull();
  await press('Open');
  await screen.findByText('Content');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
