import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANNEL_PATIENCE_DAYS, DEFAULT_NOTICES } from '../../contract/inbox/notices.ts';
import { redact } from '../../lib/process/logger.ts';
import { SecretBox } from '../../lib/secret-box.ts';
import { createServices } from '../../runtime/services.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts/factories.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testDiscord } from '../../testing/clients/discord.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { testServer } from '../../testing/run/server.ts';
import { WEBHOOK, WEBHOOK_TOKEN } from '../../testing/servers/discord-server.ts';
import { channelFailed, markWorking } from './channels.ts';
import { unsubscribeUrl } from './unsubscribe.service.ts';
import { openWebhook, resealWebhooks } from './webhooks.ts';

const server = testServer();
const discord = testDiscord(server);
const DAY_MS = 86_400_000;
const WORKS = { failing_since: null, last_error: null, paused_since: null };

let red: TestAccount;

beforeEach(async () => {
  red = await makeAccount(server);
});

const notices = (account = red) => callerFor(server, account.token).notices;

describe('the settings', () => {
  it('have defaults, and change one by one', async () => {
    expect(await notices().settings({})).toEqual({
      submissions: DEFAULT_NOTICES,
      email: { confirmed: true, ...WORKS },
      discord: { connected: false, ...WORKS },
    });
    await notices().save({ rejected: { inbox: true, email: false } });
    const saved = await notices().save({ returned: { inbox: false, email: true } });
    expect(saved.submissions).toEqual({
      ...DEFAULT_NOTICES,
      rejected: { inbox: true, email: false },
      returned: { inbox: false, email: true },
    });
    expect((await notices(await makeAccount(server)).settings({})).submissions).toEqual(DEFAULT_NOTICES);
  });
});

describe('a webhook', () => {
  it('is stored encrypted and never shown', async () => {
    const { body } = await call(server, 'POST', '/notices/webhook', {
      token: red.token,
      body: { url: WEBHOOK },
    });
    expect(body).toMatchObject({ discord: { connected: true, ...WORKS } });
    expect(JSON.stringify(body)).not.toContain(WEBHOOK_TOKEN);
    const rows = await server.sql('select * from notice_channel where user_id = ?', [red.user.user_id]);
    expect(JSON.stringify(rows)).not.toContain(WEBHOOK_TOKEN);
    const events = await server.sql(`select * from audit_event where action like 'notices.%'`);
    expect(JSON.stringify(events)).not.toContain(WEBHOOK_TOKEN);
    expect((await notices().removeWebhook({})).discord.connected).toBe(false);
    expect((await notices().removeWebhook({})).discord.connected).toBe(false);
    const removals = await server.sql(`select 1 from audit_event where action = 'notices.webhook-removed'`);
    expect(removals).toHaveLength(1);
  });

  it.each([
    'https://example.org/api/webhooks/1/a',
    'https://discord.com.example.org/api/webhooks/1/a',
    'https://discord.com@169.254.169.254/api/webhooks/1/a',
    'http://discord.com/api/webhooks/1/a',
    'https://discord.com/api/webhooks/1/a?thread_id=2',
    'https://discord.com/api/webhooks/1/../../users/@me',
  ])('is refused at any other address: %s', async (url) => {
    await expect(notices().setWebhook({ url })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('gets a test message; what Discord answers is reported and stored', async () => {
    await expect(notices().testWebhook({})).rejects.toMatchObject({ code: 'CONFLICT' });
    await notices().setWebhook({ url: WEBHOOK });
    const posted = discord.received.length;
    await notices().testWebhook({});
    expect(discord.received).toHaveLength(posted + 1);
    expect(discord.received.at(-1)).toMatchObject({
      path: expect.stringContaining(WEBHOOK_TOKEN),
      body: { allowed_mentions: { parse: [] } },
    });

    discord.answerNext({ status: 500 });
    await expect(notices().testWebhook({})).rejects.toThrow(
      'Discord did not accept the message: it responded with 500.',
    );
    expect((await notices().settings({})).discord).toEqual({
      connected: true,
      failing_since: server.clock.now().toISOString(),
      last_error: 'Discord did not accept the message: it responded with 500.',
      paused_since: null,
    });
    discord.answerNext({ status: 500 });
    const { status, headers } = await call(server, 'POST', '/notices/webhook/test', { token: red.token });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    discord.answerNext({ status: 429, body: { retry_after: 7 } });
    await expect(notices().testWebhook({})).rejects.toThrow('Try again in 7 s');
    await notices().testWebhook({});
    expect((await notices().settings({})).discord).toEqual({ connected: true, ...WORKS });
    // A rate limit is no failure.
    discord.answerNext({ status: 429, body: { retry_after: 7 } });
    await expect(notices().testWebhook({})).rejects.toThrow('Try again in 7 s');
    expect((await notices().settings({})).discord).toEqual({ connected: true, ...WORKS });
  });

  it('that Discord does not know is paused at once, and resumes when another is connected', async () => {
    await notices().setWebhook({ url: WEBHOOK });
    discord.answerNext({ status: 404 });
    await expect(notices().testWebhook({})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Discord does not know this webhook'),
    });
    const paused_since = server.clock.now().toISOString();
    expect((await notices().settings({})).discord).toMatchObject({ connected: true, paused_since });
    const { data } = await callerFor(server, red.token).inbox.list({});
    expect(data).toMatchObject([{ kind: 'channel_paused', data: { channel: 'discord' } }]);
    expect((await notices().setWebhook({ url: WEBHOOK })).discord).toEqual({ connected: true, ...WORKS });
  });

  it('is limited in its tests', async () => {
    const strict = await makeAccount(server);
    await notices(strict).setWebhook({ url: WEBHOOK });
    const { limits } = server.runtime;
    const taken = vi.spyOn(limits, 'take');
    await notices(strict).testWebhook({});
    expect(taken).toHaveBeenCalledWith('webhookTests', strict.user.user_id);
    taken.mockRestore();
  });

  it('survives a change of the secret', async () => {
    await notices().setWebhook({ url: WEBHOOK });
    const { em } = server.scope();
    const { secret } = server.runtime.config;
    const other = 'another secret, long enough';
    const rotate = (box: SecretBox) => em.transactional(() => resealWebhooks(em, box));
    const next = new SecretBox([other, secret], 'webhooks');
    expect(await rotate(next)).toBeGreaterThan(0);
    expect(await rotate(next)).toBe(0);
    expect(await openWebhook(em, next, red.user.user_id)).toMatchObject({ url: WEBHOOK });

    const webhookBox = new SecretBox([secret, other], 'webhooks');
    const { secrets } = createServices(server.scope(), { ...server.runtime, webhookBox });
    const discord = await secrets.rotate();
    expect(discord).toBeGreaterThan(0);
    const traces = `select detail from audit_event where action = 'secrets.rotated'`;
    const [trace] = await server.sql<{ detail: object }>(`${traces} order by event_id desc limit 1`);
    expect(redact(trace?.detail)).toEqual({ two_factor: 0, settings: 0, discord });
  });
});

describe('a channel that fails', () => {
  const fail = (error = 'No connection.') =>
    channelFailed(server.scope(), red.user.user_id, 'email', { error });
  const email = async () => (await notices().settings({})).email;
  const paused = async () =>
    (await callerFor(server, red.token).inbox.list({})).data.filter(({ kind }) => kind === 'channel_paused');

  it('for three days is paused, with one entry in the inbox that gives the reason', async () => {
    const since = server.clock.now().toISOString();
    await fail('First error.');
    server.clock.advance(CHANNEL_PATIENCE_DAYS * DAY_MS - 1);
    await fail('Second error.');
    expect(await email()).toMatchObject({
      failing_since: since,
      last_error: 'Second error.',
      paused_since: null,
    });
    server.clock.advance(1);
    await Promise.all([fail('Last error.'), fail('Last error.')]);
    const at = server.clock.now().toISOString();
    expect(await email()).toMatchObject({
      failing_since: since,
      last_error: 'Last error.',
      paused_since: at,
    });
    expect(await paused()).toMatchObject([
      { data: { channel: 'email', last_error: 'Last error.', failing_since: since } },
    ]);
    // What was on its way fails too.
    server.clock.advance(1);
    await fail('Later error.');
    expect(await email()).toMatchObject({ last_error: 'Last error.', paused_since: at });
    expect((await notices().resume({ channel: 'email' })).email).toEqual({ confirmed: true, ...WORKS });
  });

  it('starts to count again after a success', async () => {
    await fail();
    server.clock.advance(2 * DAY_MS);
    await markWorking(server.scope().em, red.user.user_id, 'email');
    await fail();
    const failures = 'select failures from notice_channel where user_id = ?';
    expect(await server.sql(failures, [red.user.user_id])).toEqual([{ failures: 1 }]);
    server.clock.advance(2 * DAY_MS);
    await fail();
    expect(await email()).toMatchObject({ paused_since: null });
    expect(await paused()).toEqual([]);
  });
});

const daily = { type: 'digest', period: 'daily' } as const;
function unsubscribeToken(): string {
  const { config } = server.runtime;
  const url = unsubscribeUrl(config.publicUrl, config.secret, { user_id: red.user.user_id, from: daily });
  return new URL(url).searchParams.get('token') ?? '';
}

it('a link that unsubscribes works after the secret was replaced', () => {
  const { config } = server.runtime;
  const replaced = { ...config, secret: 'next', secrets: ['next', ...config.secrets] as const };
  const { unsubscribe } = createServices({ ...server.scope(), config: replaced }, server.runtime);
  expect(unsubscribe.read(unsubscribeToken())).toEqual(daily);
});

it.each(['.', '.more', 'A'])('a link that unsubscribes is refused with %j after it', (more) => {
  const { unsubscribe } = server.services();
  expect(() => unsubscribe.read(unsubscribeToken() + more)).toThrow('This link is invalid.');
});
