import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { recordOf } from '../../../../src/contract/shared/record.ts';
import { refusal } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import { SETTING_GROUPS } from './setting-fields.ts';
import { SettingsCard } from './settings-card.tsx';

const VALUES = recordOf(
  SETTING_KEYS,
  (key) => key,
  (key) => (key === 'discord_webhook_url' || key === 'discord_bot_token' ? 'set' : ''),
);

function open(title: 'Discord' | 'Discord commands', onSave = () => Promise.resolve(VALUES)) {
  const fields = SETTING_GROUPS.find((group) => group.title === title)?.fields ?? [];
  const card = (
    <SettingsCard
      title={title}
      about=""
      fields={fields}
      values={VALUES}
      onSave={onSave}
      onDirty={() => undefined}
    />
  );
  return renderAt(card, {});
}

const press = (name: string) => screen.findByRole('button', { name });
const question = async (name: string) => within(await screen.findByRole('dialog', { name }));

it('says what removing each secret does', async () => {
  const { user } = open('Discord commands');
  await user.click(await press('Remove Bot token'));
  (await question('Remove Bot token?')).getByText(/^The commands are still answered/);
});

it('opens a removal without the error of an earlier one', async () => {
  const { user } = open('Discord', () => Promise.reject(refusal(409, 'The server is busy')));
  await user.click(await press('Remove Webhook'));
  await user.click((await question('Remove Webhook?')).getByRole('button', { name: 'Remove' }));
  await (await question('Remove Webhook?')).findByText('The server is busy');
  await user.click((await question('Remove Webhook?')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await press('Remove Webhook'));
  expect((await question('Remove Webhook?')).queryByText('The server is busy')).toBeNull();
});
