import { beforeEach, describe, expect, it } from 'vitest';
import { SecretBox } from '../../lib/secret-box.ts';
import { prepareAtStart } from '../../runtime/prepare.ts';
import { createServices } from '../../runtime/services.ts';
import { makeAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();
const admin = testAccount(server, 'admin');

const set = async (key: string, value: unknown) => {
  const { status, body } = await call(server, 'PATCH', `/admin/settings/${key}`, {
    ...admin,
    body: { value },
  });
  return { status, ...(status === 200 ? { value: body.value } : { error: body.error }) };
};
const listed = async () => {
  const { data } = (await call(server, 'GET', '/admin/settings', admin)).body;
  return Object.fromEntries(data.map(({ key, value }: { key: string; value: string }) => [key, value]));
};

const WEBHOOK = 'https://discord.com/api/webhooks/123456789/a-Secret_token-of-the-webhook';

it('lists all settings with their defaults', async () => {
  await server.sql('delete from setting');
  expect(await listed()).toEqual({
    skip_review_enabled: 'false',
    verify_email: 'true',
    require_staff_two_factor: 'false',
    catalogue_generation: '5',
    log_retention_days: '30',
    legal_name: '',
    legal_address: '',
    legal_email: '',
    legal_phone: '',
    legal_responsible: '',
    discord_webhook_url: 'unset',
    discord_digest_minutes: '60',
    discord_pending_threshold: '0',
    discord_application_id: '',
    discord_public_key: '',
    discord_bot_token: 'unset',
  });
});

it.each([
  ['skip_review_enabled', ' True', 'true'],
  ['log_retention_days', ' 007 ', '7'],
  ['log_retention_days', '3650', '3650'],
  ['discord_digest_minutes', '1440', '1440'],
  ['discord_pending_threshold', '0', '0'],
  ['legal_name', ' Team Rocket GmbH ', 'Team Rocket GmbH'],
  ['legal_address', 'Route 1\r\n12345 Pallet Town', 'Route 1\n12345 Pallet Town'],
  ['legal_email', 'office@example.org', 'office@example.org'],
  ['legal_email', '', ''],
  ['discord_webhook_url', WEBHOOK, 'set'],
  ['discord_webhook_url', WEBHOOK.replace('discord.com/api', 'ptb.discord.com/api/v10'), 'set'],
  ['discord_webhook_url', '', 'unset'],
  ['discord_application_id', ' 1234567890123456789 ', '1234567890123456789'],
  ['discord_public_key', 'AB'.repeat(32), 'ab'.repeat(32)],
  ['discord_public_key', '', ''],
  ['discord_bot_token', 'MTIz.a-b_c.d4', 'set'],
])('%s can be %j', async (key, value, shown) => {
  expect(await set(key, value)).toEqual({ status: 200, value: shown });
  expect((await listed())[key]).toBe(shown);
});

it.each([
  ['log_retention_days', '0', 'must be a whole number from 1 to 3,650'],
  ['log_retention_days', '3651', 'must be a whole number from 1 to 3,650'],
  ['log_retention_days', '1e3', 'must be a whole number from 1 to 3,650'],
  ['log_retention_days', '', 'must be a whole number from 1 to 3,650'],
  ['discord_digest_minutes', '-5', 'must be a whole number from 1 to 1,440'],
  [
    'discord_application_id',
    '12',
    'must be the application id that Discord shows, a number of about 19 digits',
  ],
  ['discord_public_key', 'ab', 'must be the public key that Discord shows, 64 hexadecimal digits'],
  [
    'discord_bot_token',
    'Bot a.b.c',
    'must be the bot token that Discord shows, three parts separated by dots',
  ],
  ['skip_review_enabled', 'yes', 'must be one of false, true'],
  ['legal_name', 'two\nlines', 'contains a character that is not allowed'],
  ['legal_name', 'x'.repeat(201), 'can be at most 200 characters long'],
  ['legal_address', 'a\u202eb', 'contains a character that is not allowed'],
  ['legal_email', 'nobody', 'must be an email address'],
  ['discord_webhook_url', 'http://127.0.0.1/api/webhooks/1/x', 'must be a Discord webhook'],
  ['discord_webhook_url', 'https://discord.com.evil.example/api/webhooks/1/x', 'must be a Discord webhook'],
  ['discord_webhook_url', 'https://discord.com/api/webhooks/1/x?wait=true', 'must be a Discord webhook'],
])('%s cannot be %j', async (key, value, error) => {
  const before = await listed();
  expect(await set(key, value)).toEqual({
    status: 400,
    error: expect.stringMatching(new RegExp(`^${key} ${error}`)),
  });
  expect(await listed()).toEqual(before);
});

it('never reveals a secret: in the response, the list, the audit event or the log', async () => {
  await server.sql(`delete from setting where key = 'discord_webhook_url'`);
  await set('discord_webhook_url', WEBHOOK);
  await set('discord_webhook_url', `${WEBHOOK}2`);
  await set('discord_webhook_url', `${WEBHOOK} `.repeat(2));
  expect(JSON.stringify(await listed())).not.toContain('a-Secret');
  const traces = await server.sql(
    `select detail from audit_event where target = 'discord_webhook_url' order by event_id desc limit 2`,
  );
  expect(traces).toEqual([
    { detail: { before: 'set', after: 'set' } },
    { detail: { before: 'unset', after: 'set' } },
  ]);
  expect(JSON.stringify(server.log.lines)).not.toContain('a-Secret');
  expect(await server.services().settings.get('discord_webhook_url')).toBe(`${WEBHOOK}2`);
});

it('is not written again with the value that it has: no change is recorded, and its time stays', async () => {
  await server.sql('delete from setting');
  await set('require_staff_two_factor', 'true');
  await set('discord_webhook_url', WEBHOOK);
  const rows = () => server.sql('select * from setting order by key');
  const changes = () => server.sql(`select from audit_event where action = 'setting.changed'`);
  const before = [await rows(), await changes()];
  server.clock.advance(1_000);
  expect(await set('require_staff_two_factor', 'true')).toEqual({ status: 200, value: 'true' });
  expect(await set('discord_webhook_url', WEBHOOK)).toEqual({ status: 200, value: 'set' });
  // The value that it has without a row.
  expect(await set('skip_review_enabled', 'false')).toEqual({ status: 200, value: 'false' });
  expect([await rows(), await changes()]).toEqual(before);
});

describe('several settings together', () => {
  const save = (body: Record<string, unknown>) =>
    call(server, 'PATCH', '/admin/settings', { ...admin, body });

  it('are changed, without touching the others, also by two admins at once', async () => {
    await server.sql('delete from setting');
    const other = await makeAccount(server, 'admin');
    const answers = await Promise.all([
      save({ legal_name: ' Oak ', legal_phone: '1' }),
      call(server, 'PATCH', '/admin/settings', {
        ...other,
        body: { log_retention_days: '007', discord_webhook_url: WEBHOOK },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const expected = { legal_name: 'Oak', legal_phone: '1', log_retention_days: '7', legal_email: '' };
    expect(await listed()).toMatchObject({ ...expected, discord_webhook_url: 'set' });
    const { body } = await save({ legal_phone: '2' });
    expect(body.data).toContainEqual({ key: 'log_retention_days', value: '7' });
    expect(JSON.stringify(body)).not.toContain('a-Secret');
    expect(await listed()).toMatchObject({ ...expected, legal_phone: '2' });
  });

  it('are all refused when one is invalid, with every error by key', async () => {
    const before = await listed();
    const { status, body } = await save({
      legal_name: 'New',
      legal_email: 'nobody',
      log_retention_days: '0',
    });
    expect({ status, details: body.details }).toEqual({
      status: 400,
      details: [
        'log_retention_days must be a whole number from 1 to 3,650',
        'legal_email must be an email address',
      ],
    });
    expect(await listed()).toEqual(before);
    expect((await save({})).body.error).toBe('Specify at least one setting to change');
    expect((await save({ nothing: 'x' })).status).toBe(400);
  });
});

describe('a setting that has changed since it was seen', () => {
  const save = (body: Record<string, unknown>) =>
    call(server, 'PATCH', '/admin/settings', { ...admin, body });
  const outdated = (now: string) => ({
    status: 409,
    body: { code: 'CONFLICT', error: `This has changed since you saw it: ${now}. Nothing was saved.` },
  });

  beforeEach(async () => {
    await server.sql('delete from setting');
    await set('legal_name', 'Oak');
  });

  it('is not changed, nor are the others that are saved with it', async () => {
    const changes = { legal_name: 'Elm', legal_phone: '1', discord_webhook_url: WEBHOOK };
    const seen = { legal_name: 'Birch', legal_phone: '', discord_webhook_url: 'set', legal_email: 'old' };
    expect(await save({ ...changes, seen })).toMatchObject(
      outdated('legal_name is now "Oak", discord_webhook_url is now "unset"'),
    );
    expect(await listed()).toMatchObject({
      legal_name: 'Oak',
      legal_phone: '',
      discord_webhook_url: 'unset',
    });
    const now = { ...seen, legal_name: 'Oak', discord_webhook_url: 'unset' };
    expect(await save({ ...changes, seen: now })).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject({ legal_name: 'Elm', legal_phone: '1', discord_webhook_url: 'set' });
  });

  it('is not changed by its own path', async () => {
    const change = (value: string, seen: string) =>
      call(server, 'PATCH', '/admin/settings/legal_name', { ...admin, body: { value, seen } });
    expect(await change('Elm', '')).toMatchObject(outdated('legal_name is now "Oak"'));
    expect(await change('Elm', 'Oak')).toMatchObject({ status: 200, body: { value: 'Elm' } });
  });

  it('is changed once by a repeated call, also if it is a secret', async () => {
    const changes = { legal_name: 'Elm', discord_webhook_url: WEBHOOK };
    const repeat = { ...changes, seen: { legal_name: 'Oak', discord_webhook_url: 'unset' } };
    const records = () => server.sql(`select from audit_event where action = 'setting.changed'`);
    const before = (await records()).length;
    const first = await save(repeat);
    expect(first.status).toBe(200);
    expect(await save(repeat)).toMatchObject({ status: 200, body: first.body });
    expect(await records()).toHaveLength(before + 2);
    const other = { ...repeat, legal_name: 'Birch' };
    expect(await save(other)).toMatchObject(outdated('legal_name is now "Elm"'));
  });

  it('is changed by one of two admins who save at once, also when it was not set before', async () => {
    const answers = await Promise.all(
      ['1', '2', '3'].map((legal_phone) => save({ legal_phone, seen: { legal_phone: '' } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it('refuses seen values without a change', async () => {
    expect((await save({ seen: { legal_name: 'Oak' } })).body.error).toBe(
      'Specify at least one setting to change',
    );
  });
});

describe('a secret is stored encrypted', () => {
  const stored = async () =>
    (await server.sql<{ value: string }>(`select value from setting where key = 'discord_webhook_url'`))[0]
      ?.value;
  const servicesWith = (secret: string, formerSecrets: string[] = []) => {
    const { runtime } = server;
    const settingBox = new SecretBox([secret, ...formerSecrets], 'settings');
    return createServices(server.scope(), { ...runtime, settingBox }).settings;
  };

  beforeEach(() => set('discord_webhook_url', WEBHOOK));

  it('when it is set', async () => {
    expect(await stored()).toMatch(/^sealed:[0-9a-f]{16}:[\w+/=]+$/);
    expect(await server.services().settings.get('discord_webhook_url')).toBe(WEBHOOK);
  });

  it('at the next start, when an earlier version stored it as it is', async () => {
    await server.sql(`update setting set value = ? where key = 'discord_webhook_url'`, [WEBHOOK]);
    expect(await server.services().settings.get('discord_webhook_url')).toBe(WEBHOOK);
    await prepareAtStart(server.runtime);
    const sealed = await stored();
    expect(sealed).toMatch(/^sealed:/);
    await prepareAtStart(server.runtime);
    expect(await stored()).toBe(sealed);
    expect(await server.services().settings.get('discord_webhook_url')).toBe(WEBHOOK);
  });

  it('with the current secret after a rotation, and is reported when its secret is unknown', async () => {
    const before = server.runtime.config.secret;
    const next = 'another secret for tests, 32 characters';
    await expect(servicesWith(next).get('discord_webhook_url')).rejects.toThrow(
      'discord_webhook_url cannot be decrypted: put the secret that encrypted it into APP_SECRETS_OLD, or set it again.',
    );
    expect(await servicesWith(next).show('discord_webhook_url')).toMatchObject({ value: 'set' });
    const log = createTestLog();
    const settingBox = new SecretBox([next], 'settings');
    await prepareAtStart({ ...server.runtime, settingBox, logger: log.logger });
    expect(log.lines.map(({ msg }) => msg)).toEqual([
      '1 stored secret setting cannot be decrypted: put the secret that encrypted them back into APP_SECRET or DATA_DIR/secret, or into APP_SECRETS_OLD and run: npm run cli -- secrets rotate',
    ]);
    await expect(servicesWith(next).reseal()).rejects.toThrow('APP_SECRETS_OLD');
    expect(await servicesWith(next, [before]).reseal()).toBe(1);
    expect(await servicesWith(next).get('discord_webhook_url')).toBe(WEBHOOK);
    expect(await servicesWith(before, [next]).reseal()).toBe(1);
    expect(await servicesWith(before).reseal()).toBe(0);
    await servicesWith(next).set('discord_webhook_url', WEBHOOK);
    expect(await servicesWith(next).get('discord_webhook_url')).toBe(WEBHOOK);
  });
});

it('does not accept unknown keys', async () => {
  expect(await set('nothing', 'x')).toMatchObject({ status: 404 });
});

describe('the legal notice', () => {
  const notice = () => callerFor(server).legal.notice({});

  it('is public; unset fields are null', async () => {
    await server.sql('delete from setting');
    const nothing = { name: null, address: null, email: null, phone: null, responsible: null };
    expect(await notice()).toEqual(nothing);
    await set('legal_name', 'Team Rocket GmbH');
    await set('legal_address', 'Route 1\n12345 Pallet Town');
    expect(await notice()).toEqual({
      ...nothing,
      name: 'Team Rocket GmbH',
      address: 'Route 1\n12345 Pallet Town',
    });
    await set('legal_name', '');
    expect(await notice()).toMatchObject({ name: null });
  });
});
