import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, refusal } from '../../../testing/fake-server.ts';
import { itemSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import DataTab from './data-tab.tsx';

const CHANGED = 'Somebody else changed this sale.';

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
  const { user, inputsOf } = renderAt(<DataTab />, { admin } as Answers, { at });
  await user.click(await screen.findByRole('button', { name: 'Delete Master Ball, sale #12' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await question.findByText(CHANGED);
  expect(inputsOf('admin.deleteItem')).toEqual([{ id: 12, version: 3 }]);
  await screen.findByText('2,000');
});
