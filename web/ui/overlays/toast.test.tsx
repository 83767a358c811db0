import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';
import { showToast, Toaster } from './toast.tsx';

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
