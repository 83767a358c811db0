import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { MergePreview } from '../../../../src/contract/admin/admin.ts';
import { noResponse, refusal } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import { MergeDialog } from './merge-dialog.tsx';

const twoFactor = {
  status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 10, required: null }),
};
const MISTY = { user_id: 1, username: 'misty_w', role: 'admin' } as const;

const PREVIEW: MergePreview = { from: 'Mastr Ball', into: 'Master Ball', sales: 2, held: 0 };

const onClose = vi.fn();

function open(
  mergePreview: () => MergePreview | Promise<MergePreview>,
  mergeItems: () => MergePreview | Promise<MergePreview> = () => PREVIEW,
) {
  const answers = {
    items: { autocomplete: () => ({ data: [] }) },
    twoFactor,
    admin: { mergePreview, mergeItems },
  };
  return renderAt(<MergeDialog open onClose={onClose} />, answers, { as: MISTY });
}

const from = () => screen.findByLabelText(/^Spelling to replace/);
const into = () => screen.findByLabelText(/^Correct item/);
const press = (name: string) => screen.findByRole('button', { name });

it('merges what the preview named', async () => {
  const { user, inputsOf } = open(() => PREVIEW);
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.click(await press('Merge into Master Ball'));
  await screen.findByText('Mastr Ball is now Master Ball, in 2 sales.');
  expect(inputsOf('admin.mergeItems')).toEqual([{ from: 'Mastr Ball', into: 'Master Ball', seen: PREVIEW }]);
});

it('shows a new preview when the merge would change something else by now, and asks again', async () => {
  const previews = [PREVIEW, { ...PREVIEW, sales: 9 }];
  const CHANGED = 'This has changed since you saw it: the merge would change 9 sales. Nothing was saved.';
  const answers = [
    () => Promise.reject(refusal(409, CHANGED, { reason: 'CHANGED_MEANWHILE' })),
    () => ({ ...PREVIEW, sales: 9 }),
  ];
  const { user, inputsOf } = open(
    () => previews.shift() ?? PREVIEW,
    () => answers.shift()?.() ?? PREVIEW,
  );
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.click(await press('Merge into Master Ball'));
  await screen.findByText(CHANGED);
  await screen.findByText('9 sales');
  await user.click(await press('Merge into Master Ball'));
  await screen.findByText('Mastr Ball is now Master Ball, in 9 sales.');
  expect(inputsOf('admin.mergeItems')).toEqual([
    { from: 'Mastr Ball', into: 'Master Ball', seen: PREVIEW },
    { from: 'Mastr Ball', into: 'Master Ball', seen: { ...PREVIEW, sales: 9 } },
  ]);
});

it.each([
  ['once', 1],
  ['twice, at the next attempt', 2],
])('reports a merge whose response was lost %s as done', async (_when, times) => {
  let requests = 0;
  const { user, inputsOf } = open(
    () => PREVIEW,
    () => {
      requests += 1;
      if (requests <= times) throw noResponse();
      return PREVIEW;
    },
  );
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.click(await press('Merge into Master Ball'));
  if (times === 2) {
    await screen.findByText('Failed to merge the items. Please try again.');
    await user.click(await press('Merge into Master Ball'));
  }
  await screen.findByText('Mastr Ball is now Master Ball, in 2 sales.');
  expect(inputsOf('admin.mergeItems')).toEqual(
    Array(times + 1).fill({ from: 'Mastr Ball', into: 'Master Ball', seen: PREVIEW }),
  );
});

it('stays open while it merges, and shows why it was refused', async () => {
  const merged = Promise.withResolvers<MergePreview>();
  const { user } = open(
    () => PREVIEW,
    () => merged.promise,
  );
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.click(await press('Merge into Master Ball'));
  onClose.mockClear();
  await user.click(await press('Cancel'));
  await user.keyboard('{Escape}');
  merged.reject(refusal(400, 'Too many sales at once.'));
  await screen.findByText('Too many sales at once.');
  expect(onClose).not.toHaveBeenCalled();
});

it('drops a preview of names that have changed meanwhile', async () => {
  const late = Promise.withResolvers<MergePreview>();
  const { user } = open(() => late.promise);
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.type(await into(), 's');
  await act(async () => late.resolve(PREVIEW));
  await press('Preview');
  expect(screen.queryByRole('button', { name: /^Merge into/ })).toBeNull();
});
