import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { MergeForecast } from '../../../../src/contract/admin/admin.ts';
import { renderAt } from '../../../testing/render.tsx';
import { MergeDialog } from './merge-dialog.tsx';

const twoFactor = {
  status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 10, required: null }),
};
const MISTY = { user_id: 1, username: 'misty_w', role: 'admin' } as const;

function open(mergePreview: (input: unknown) => MergeForecast | Promise<MergeForecast>) {
  const merged: MergeForecast = { from: 'Mastr Ball', into: 'Master Ball', sales: 2, held: 0 };
  const answers = {
    items: { autocomplete: () => ({ data: [] }) },
    twoFactor,
    admin: { mergePreview, mergeItems: () => merged },
  };
  return renderAt(<MergeDialog open onClose={() => undefined} />, answers, { as: MISTY });
}

const from = () => screen.findByLabelText(/^Spelling to give up/);
const into = () => screen.findByLabelText(/^Item it really is/);
const press = (name: string) => screen.findByRole('button', { name });

it('merges what the preview named', async () => {
  const { user, inputsOf } = open(() => ({ from: 'Mastr Ball', into: 'Master Ball', sales: 2, held: 0 }));
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.click(await press('Merge into Master Ball'));
  await screen.findByText('Mastr Ball is now Master Ball, in 2 sales.');
  expect(inputsOf('admin.mergeItems')).toEqual([{ from: 'Mastr Ball', into: 'Master Ball' }]);
});

it('drops a preview of names that have changed meanwhile', async () => {
  const late = Promise.withResolvers<MergeForecast>();
  const { user } = open(() => late.promise);
  await user.type(await from(), 'mastr ball');
  await user.type(await into(), 'master ball');
  await user.click(await press('Preview'));
  await user.type(await into(), 's');
  await act(async () => late.resolve({ from: 'Mastr Ball', into: 'Master Ball', sales: 2, held: 0 }));
  await press('Preview');
  expect(screen.queryByRole('button', { name: /^Merge into/ })).toBeNull();
});
