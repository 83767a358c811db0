import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { lateDialog } from './late-dialog.tsx';
import { Toaster } from './toast.tsx';

const load = vi
  .fn(async () => ({ default: ({ open }: { open: boolean; onClose: () => void }) => open && <p>Content</p> }))
  .mockRejectedValueOnce(new TypeError('Failed to fetch'));
const Late = lateDialog(load);

function Page() {
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
  render(<Page />);
  expect(load).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText(/^This could not be opened\./);
  await userEvent.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByText('Content');
});
