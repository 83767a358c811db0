import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { noResponse, refusal, TestNetwork } from '../../../testing/fake-server.ts';
import { fakeMarket, itemSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { AT, detailOf, reviewSale, twoFactor } from '../../../testing/review.tsx';
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

/** The page with an approved sale, whose changes the server makes without a response that arrives. */
function openUnanswered(at: string, network = new TestNetwork()) {
  let current = reviewSale({ status: 'approved' });
  const change = (to: Partial<typeof current>) => {
    if (current.version > 1) throw refusal(409, MESSAGES.saleChanged, { reason: 'STALE_VERSION' });
    current = Object.assign(reviewSale(), current, to, { version: 2 });
    throw noResponse();
  };
  const answers = {
    ...fakeMarket([]),
    admin: {
      items: () => ({ data: [current], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }),
      editItem: () => change({ price: 15_000 }),
      deleteItem: () => change({ deleted_at: AT }),
    },
    reviews: {
      detail: network.over(() => detailOf(current)),
      restore: () => change({ deleted_at: null }),
    },
  };
  return renderAt(<DataTab />, answers, { at });
}

it.each([true, false])(
  'reports a deletion whose response was lost as done, with a network: %s',
  async (isUp) => {
    const network = new TestNetwork({ isDown: !isUp });
    const { user } = openUnanswered('/admin?tab=data&section=items', network);
    await user.click(await screen.findByRole('button', { name: 'Delete Master Ball, sale #12' }));
    const remove = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' });
    await user.click(remove);
    if (!isUp) {
      await screen.findByText(MESSAGES.entryDeleteFailed);
      network.isDown = false;
      await user.click(remove);
    }
    await screen.findByText('Deleted Master Ball, sale #12.');
  },
);

it('reports a restoration whose response was lost as done', async () => {
  const { user, inputsOf } = openUnanswered('/admin?tab=data&section=items&deleted=true');
  await user.click(await screen.findByRole('button', { name: 'Restore Master Ball, sale #12' }));
  await screen.findByText('Restored Master Ball, sale #12.');
  expect(inputsOf('reviews.restore')).toEqual([{ id: 12, version: 1, reason: null }]);
});

it('restores what it has just deleted, whatever its version is by now', async () => {
  const sale = itemSale({ sale_id: 12 });
  const answers = {
    admin: {
      items: () => ({ data: [sale], pagination: { page: 1, limit: 20, total: 1, totalPages: 1 } }),
      deleteItem: () => ({ message: 'Deleted' }),
    },
    reviews: {
      restore: () => Promise.reject(refusal(500, 'Not today')),
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
  await screen.findByText(MESSAGES.saleRestoreFailed);
  expect(inputsOf('reviews.restore')).toEqual([{ id: 12, reason: null }]);
});

it.each([
  ['15000', 'Master Ball, sale #12, is saved.'],
  ['16000', MESSAGES.dataSaveFailed],
])('reports an edit whose response was lost as done if the sale is as wanted: %s', async (price, text) => {
  const { user } = openUnanswered('/admin?tab=data&section=items');
  await user.click(await screen.findByRole('button', { name: 'Edit Master Ball, sale #12' }));
  const field = await screen.findByLabelText(/^Price/);
  await user.clear(field);
  await user.type(field, price);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByText(text);
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
