import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { refusal } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale } from '../../../testing/market.ts';
import { ASH, renderAt } from '../../../testing/render.tsx';
import { twoFactor } from '../../../testing/review.tsx';
import { EntryDialog } from './entry-dialogs.tsx';

/** The row is edited as it is. */
const reviews = { detail: () => Promise.reject(refusal(404, 'Not found')) };

it('stays open while it saves, and shows why it was refused', async () => {
  const saved = Promise.withResolvers<never>();
  const onClose = vi.fn();
  const { user } = renderAt(<EntryDialog sale={itemSale()} open onClose={onClose} />, {
    ...fakeMarket([]),
    admin: { editItem: () => saved.promise },
    reviews,
  });
  await user.clear(await screen.findByLabelText(/^Item name/));
  await user.type(screen.getByLabelText(/^Item name/), 'Ultra Ball');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  saved.reject(refusal(409, 'The sale is locked.'));
  await screen.findByText('The sale is locked.');
  expect(onClose).not.toHaveBeenCalled();
});

it('says what it saved in the words of Review', async () => {
  const sale = itemSale({ sale_id: 12 });
  const { user } = renderAt(<EntryDialog sale={sale} open onClose={() => undefined} />, {
    ...fakeMarket([]),
    admin: { editItem: () => sale },
    reviews,
  });
  await user.clear(await screen.findByLabelText(/^Item name/));
  await user.type(screen.getByLabelText(/^Item name/), 'Ultra Ball');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Master Ball, sale #12, is saved.');
});

it('discards an edit when it is cancelled', async () => {
  const onClose = vi.fn();
  const dialog = <EntryDialog sale={itemSale()} open onClose={onClose} />;
  const { user } = renderAt(
    dialog,
    { ...fakeMarket([]), twoFactor, reviews },
    { as: { ...ASH, role: 'admin' } },
  );
  await user.type(await screen.findByLabelText(/^Price/), '5');
  expect(sessionStorage.length).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull();
  expect(sessionStorage.length).toBe(0);
});
