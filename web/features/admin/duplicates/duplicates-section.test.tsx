import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { losing, refusal } from '../../../testing/fake-server.ts';
import { itemSale } from '../../../testing/market.ts';
import { renderAt } from '../../../testing/render.tsx';
import { reviewSale } from '../../../testing/review.tsx';
import { DuplicateList } from './duplicates-section.tsx';

const group = (...statuses: ('approved' | 'pending')[]) => ({
  sales: statuses.map((status, index) => itemSale({ sale_id: index + 1, status })),
});

it('leaves a group out that has no duplicates, and takes that back', async () => {
  let isListed = true;
  const { user, inputsOf } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: () =>
        isListed ? { data: [group('approved', 'approved')], total: 1 } : { data: [], total: 0 },
      dismissDuplicates: ({ dismissed }) => {
        isListed = !dismissed;
        return { message: 'Done.' };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Not duplicates/ }));
  await screen.findByText('No duplicates found.');
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Item groups' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('2 entries');
  expect(inputsOf('admin.dismissDuplicates')).toEqual([
    { sale_ids: [1, 2], dismissed: true },
    { sale_ids: [1, 2], dismissed: false },
  ]);
});

it.each([
  ['a deletion', /^Delete latest/, 'Delete'],
  ['a merge', /^Merge/, /^Keep #1/],
] as const)('moves the focus to the list when %s removes a group', async (_, opens, confirms) => {
  let isListed = true;
  const { user } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: () =>
        isListed ? { data: [group('approved', 'approved')], total: 1 } : { data: [], total: 0 },
      deleteDuplicate: () => {
        isListed = false;
        return { message: 'Done.' };
      },
      mergeDuplicates: () => {
        isListed = false;
        return itemSale({ sale_id: 1 });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: opens }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirms }));
  await screen.findByText('No duplicates found.');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Item groups' })),
  );
});

it('moves the focus in front of the groups that "Show more" adds', async () => {
  const groups = (ids: number[]) =>
    ids.map((id) => ({ sales: [itemSale({ sale_id: id }), itemSale({ sale_id: id + 100 })] }));
  const { user } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: ({ limit }) => ({ data: groups(Number(limit) > 10 ? [1, 2, 3] : [1, 2]), total: 3 }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(document.activeElement).toBe(screen.getAllByRole('article')[1]);
});

it('hides a group although the response was lost', async () => {
  const { user } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: () => ({ data: [group('approved', 'approved')], total: 1 }),
      dismissDuplicates: losing(1, () => ({ message: 'Hidden' })),
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Not duplicates/ }));
  await screen.findByText(/^This group stays hidden/);
});

it('opens the history of each entry', async () => {
  renderAt(<DuplicateList kind="item" />, {
    admin: { duplicateGroups: () => ({ data: [group('approved', 'pending')], total: 1 }) },
  });
  const links = await screen.findAllByRole('link', { name: /^History of sale/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/review-submissions?tab=all&sale=1',
    '/review-submissions?tab=all&sale=2',
  ]);
});

it('keeps the merge open while it is sent, and shows why it was refused', async () => {
  const merged = Promise.withResolvers<never>();
  const { user } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: () => ({ data: [group('approved', 'approved')], total: 1 }),
      mergeDuplicates: () => merged.promise,
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Merge/ }));
  await user.click(await screen.findByRole('button', { name: /^Keep #/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Escape}');
  merged.reject(refusal(400, 'Too busy.'));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Too busy.');
  dialog.getByRole('button', { name: /^Keep #/ });
});

it.each([
  ['ALREADY_DELETED', false],
  ['APPROVED_WOULD_GO', true],
] as const)('offers only to close a merge that can no longer be made: %s', async (reason, isOffered) => {
  const { user } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: () => ({ data: [group('approved', 'approved')], total: 1 }),
      mergeDuplicates: () => Promise.reject(refusal(409, 'Sale 2 is gone.', { reason })),
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Merge/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: /^Keep #/ }));
  await dialog.findByText('Sale 2 is gone.');
  expect(dialog.queryByRole('button', { name: /^Keep #/ }) !== null).toBe(isOffered);
  expect(dialog.getAllByRole('button', { name: 'Close' })).toHaveLength(isOffered ? 1 : 2);
});

it('reports a merge whose response was lost as done', async () => {
  const { user, inputsOf } = renderAt(<DuplicateList kind="item" />, {
    admin: {
      duplicateGroups: () => ({ data: [group('approved', 'approved')], total: 1 }),
      mergeDuplicates: losing(1, () => reviewSale({ status: 'approved' })),
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Merge/ }));
  await user.click(await screen.findByRole('button', { name: /^Keep #1/ }));
  await screen.findByText('Sale #1 is kept, 1 entry deleted.');
  expect(inputsOf('admin.mergeDuplicates')).toEqual(Array(2).fill({ keep: 1, remove: [2] }));
});

it.each([
  [['approved', 'approved'], 'It is approved, so the market will no longer have it.'],
  [['approved', 'pending'], 'It is pending.'],
  [['pending', 'approved'], 'It is approved and the other entry is not, so the market will have neither.'],
  [
    ['pending', 'pending', 'approved'],
    'It is approved and the other entries are not, so the market will have none of them.',
  ],
] as const)('says what the deletion of the latest entry means: %s', async (statuses, says) => {
  const answers = { admin: { duplicateGroups: () => ({ data: [group(...statuses)], total: 1 }) } };
  const { user } = renderAt(<DuplicateList kind="item" />, answers);
  await user.click(await screen.findByRole('button', { name: /^Delete latest/ }));
  await screen.findByText(says, { exact: false });
});
