import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { losing, refusal } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { detailOf, reviewSale, twoFactor } from '../../../testing/review.tsx';
import DataTab from './data-tab.tsx';

const CHANGED = MESSAGES.saleChanged;

it('deletes a sale only as it was seen, and shows it as it is now', async () => {
  let current = itemSale({ sale_id: 12, version: 3 });
  const admin = {
    items: () => ({ data: [current], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }),
    deleteItem: () => {
      current = itemSale({ sale_id: 12, version: 4, price: 2000 });
      throw refusal(409, CHANGED, { reason: 'STALE_VERSION' });
    },
  };
  const at = '/admin?tab=data&section=items';
  const { user, inputsOf } = renderAt(<DataTab />, { admin }, { at });
  await user.click(await screen.findByRole('button', { name: 'Delete Master Ball, sale #12' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await question.findByText(CHANGED);
  expect(inputsOf('admin.deleteItem')).toEqual([{ id: 12, version: 3 }]);
  await screen.findByText('2,000');
});

it('says whether the count is filtered', async () => {
  const pages = () => ({ data: [itemSale()], pagination: { page: 1, limit: 20, total: 67, totalPages: 4 } });
  const sprites = () => ({ data: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 1 } });
  const { user } = renderAt(
    <DataTab />,
    { admin: { items: pages, sprites } },
    {
      at: '/admin?tab=data&section=items&status=approved',
    },
  );
  await screen.findByText((_, at) => at?.tagName === 'SPAN' && at.textContent === '67 entries, filtered');
  await user.selectOptions(screen.getByLabelText('Status'), 'Any');
  await screen.findByText('67 entries');
});

/** The page with an approved sale; the first responses to its changes are lost. */
function openLosing(times: number, at: string) {
  const current = reviewSale({ status: 'approved' });
  const answers = {
    ...fakeMarket([]),
    admin: {
      items: () => ({ data: [current], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }),
      editItem: losing(times, () => reviewSale({ status: 'approved', price: 15_000, version: 2 })),
      deleteItem: losing(times, () => ({ message: 'Deleted' })),
    },
    reviews: { detail: () => detailOf(current), restore: losing(times, () => current) },
  };
  return renderAt(<DataTab />, answers, { at });
}

it.each([1, 2])('reports a deletion as done when %i responses were lost', async (times) => {
  const { user, inputsOf } = openLosing(times, '/admin?tab=data&section=items');
  await user.click(await screen.findByRole('button', { name: 'Delete Master Ball, sale #12' }));
  const remove = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' });
  await user.click(remove);
  if (times === 2) {
    await screen.findByText(MESSAGES.entryDeleteFailed);
    await user.click(remove);
  }
  await screen.findByText('Deleted Master Ball, sale #12.');
  expect(inputsOf('admin.deleteItem')).toEqual(Array(times + 1).fill({ id: 12, version: 1 }));
});

it('reports a restoration whose response was lost as done', async () => {
  const { user, inputsOf } = openLosing(1, '/admin?tab=data&section=items&deleted=true');
  await user.click(await screen.findByRole('button', { name: 'Restore Master Ball, sale #12' }));
  await screen.findByText('Restored Master Ball, sale #12.');
  expect(inputsOf('reviews.restore')).toEqual(Array(2).fill({ id: 12, version: 1, reason: null }));
});

it('restores what it has just deleted, unless it has changed since', async () => {
  const sale = itemSale({ sale_id: 12 });
  const answers = {
    admin: {
      items: () => ({ data: [sale], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }),
      deleteItem: () => ({ message: 'Deleted' }),
    },
    reviews: {
      restore: () => Promise.reject(refusal(409, CHANGED, { reason: 'STALE_VERSION' })),
      detail: () => detailOf(reviewSale()),
    },
  };
  const { user, inputsOf } = renderAt(<DataTab />, answers, {
    at: '/admin?tab=data&section=items',
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Master Ball, sale #12' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  const list = screen.getByRole('region', { name: 'Item entries' });
  await waitFor(() => expect(document.activeElement).toBe(list));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await screen.findByText(CHANGED);
  expect(inputsOf('reviews.restore')).toEqual([{ id: 12, version: 2, reason: null }]);
});

it('reports an edit whose response was lost as done', async () => {
  const { user } = openLosing(1, '/admin?tab=data&section=items');
  await user.click(await screen.findByRole('button', { name: 'Edit Master Ball, sale #12' }));
  const field = await screen.findByLabelText(/^Price/);
  await user.clear(field);
  await user.type(field, '15000');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Master Ball, sale #12, is saved.');
});

it('edits a sale as it is when the editor opens, not as its row was, and keeps what was typed meanwhile', async () => {
  const row = itemSale({ sale_id: 12, version: 1, status: 'approved', price: 10_000 });
  const loaded = Promise.withResolvers<ReturnType<typeof detailOf>>();
  const answers = {
    ...fakeMarket([]),
    admin: {
      items: () => ({ data: [row], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }),
      editItem: () => Promise.reject(refusal(400, 'Not today')),
    },
    twoFactor,
    reviews: { detail: () => loaded.promise },
  };
  const { user, inputsOf } = renderAt(<DataTab />, answers, {
    at: '/admin?tab=data&section=items',
    as: { user_id: 3, username: 'misty_w', role: 'admin' },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Master Ball, sale #12' }));
  await user.type(await screen.findByLabelText(/^Review notes/), 'Seen');
  loaded.resolve(detailOf(reviewSale({ status: 'approved', version: 2, price: 20_000 })));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Price/).value).toBe('20,000'));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText('Not today');
  expect(inputsOf('admin.editItem')).toEqual([{ id: 12, version: 2, review_notes: 'Seen' }]);
});
