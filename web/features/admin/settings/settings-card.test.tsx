import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SETTING_KEYS } from '../../../../src/contract/admin/settings.ts';
import { recordFor } from '../../../../src/contract/shared/record.ts';
import { refusal } from '../../../testing/fake-server.ts';
import { renderAt } from '../../../testing/render.tsx';
import type { SettingDrafts } from './setting-changes.ts';
import { SETTING_GROUPS } from './setting-fields.tsx';
import { SettingsCard } from './settings-card.tsx';
import SettingsTab from './settings-tab.tsx';
import type { SettingValues } from './use-settings.ts';

const VALUES: SettingValues = recordFor(SETTING_KEYS, (key) =>
  key === 'discord_webhook_url' || key === 'discord_bot_token' ? 'set' : '',
);

function open(
  title: (typeof SETTING_GROUPS)[number]['title'],
  onSave: (changes: SettingDrafts, seen: SettingValues) => Promise<SettingValues> = () =>
    Promise.resolve(VALUES),
  now = VALUES,
  values = VALUES,
) {
  const fields = SETTING_GROUPS.find((group) => group.title === title)?.fields ?? [];
  const card = (
    <SettingsCard
      title={title}
      about=""
      fields={fields}
      values={values}
      onSave={onSave}
      onReload={() => Promise.resolve(now)}
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

it('asks before it deletes log entries, and only then', async () => {
  const saves: unknown[] = [];
  const values = { ...VALUES, log_retention_days: '30' };
  const onSave = (changes: SettingDrafts) => {
    saves.push(changes);
    return Promise.resolve({ ...values, ...changes });
  };
  const { user } = open('Log', onSave, values, values);
  const field = await screen.findByLabelText('Days to keep log entries');
  const save = async (days: string) => {
    await user.clear(field);
    await user.type(field, days);
    await user.click(await press('Save Log'));
  };
  await save('7');
  const asked = await question('Delete log entries older than 7 days?');
  asked.getByText('Until now, entries are kept for 30 days. Deleted entries cannot be restored.');
  expect(saves).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await save('1');
  const again = await question('Delete log entries older than 1 day?');
  await user.click(again.getByRole('button', { name: 'Delete and save' }));
  await screen.findByText('Saved. Days to keep log entries is changed from 30 to 1.');
  await save('60');
  await waitFor(() => expect(saves).toEqual([{ log_retention_days: '1' }, { log_retention_days: '60' }]));
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

it('keeps the focus at the card when changes are discarded', async () => {
  const { user } = open('Legal Notice');
  await user.type(await screen.findByLabelText('Phone'), '56');
  await user.click(await press('Discard changes to Legal Notice'));
  expect(document.activeElement?.contains(await press('Save Legal Notice'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it('keeps the focus at the card when a secret is removed', async () => {
  const { user } = open('Discord');
  await user.click(await press('Remove Webhook'));
  await user.click((await question('Remove Webhook?')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.contains(await press('Save Discord'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it('says what someone else has saved meanwhile, keeps the input, and saves it over that the second time', async () => {
  const theirs = { ...VALUES, legal_phone: '34' };
  const saves: unknown[] = [];
  const { user } = open(
    'Legal Notice',
    (changes, seen) => {
      saves.push([changes, seen.legal_phone]);
      if (seen.legal_phone === '34') return Promise.resolve({ ...theirs, ...changes });
      return Promise.reject(refusal(409, 'legal_phone is now "34"', { reason: 'CHANGED_MEANWHILE' }));
    },
    theirs,
  );
  await user.type(await screen.findByLabelText('Phone'), '56');
  await user.click(await press('Save Legal Notice'));
  await screen.findByText('This has changed since you opened it, so nothing was saved. Phone is set to 34.');
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '56');
  await user.click(await press('Save Legal Notice'));
  await screen.findByText('Saved. Phone is changed from 34 to 56.');
  expect(saves).toEqual([
    [{ legal_phone: '56' }, ''],
    [{ legal_phone: '56' }, '34'],
  ]);
});

it('saves over what was shown when typing began, not over what was loaded since', async () => {
  const answer = (values: Partial<SettingValues>) => ({
    data: SETTING_KEYS.map((key) => ({ key, value: { ...VALUES, ...values }[key] })),
  });
  const { user, inputsOf } = renderAt(<SettingsTab />, {
    admin: {
      settings: () => answer({}),
      // Meanwhile someone else has set the phone, which the answer to any save shows.
      saveSettings: ({ seen: _, ...changes }) => answer({ legal_phone: '34', ...changes }),
    },
  });
  await user.type(await screen.findByLabelText('Phone'), '56');
  await user.type(await screen.findByLabelText('Days to keep log entries'), '60');
  await user.click(await press('Save Log'));
  await screen.findByText('Saved. Days to keep log entries is set to 60.');
  await user.click(await press('Save Legal Notice'));
  await screen.findByText(/^Saved\. Phone/);
  expect(inputsOf('admin.saveSettings')).toMatchObject([
    { log_retention_days: '60', seen: { log_retention_days: '' } },
    { legal_phone: '56', seen: { legal_phone: '' } },
  ]);
});

it('keeps what is typed while it saves', async () => {
  const saved = Promise.withResolvers<SettingValues>();
  const { user } = open('Legal Notice', () => saved.promise);
  const phone = await screen.findByLabelText('Phone');
  await user.type(phone, '12');
  await user.click(await press('Save Legal Notice'));
  await user.type(phone, '3');
  saved.resolve({ ...VALUES, legal_phone: '12' });
  await screen.findByText('Saved. Phone is set to 12.');
  expect(phone).toHaveProperty('value', '123');
});
