import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { JOBS } from '../../queue/definitions.ts';
import { handle, runJob } from '../../queue/job-handler.ts';
import { makeAccount, PASSWORD } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { CLOCK_IS_FAKED } from '../../testing/run/clock.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer({ SLOW_QUERY_MS: '50', LOG_READS: 'lines' });

const admin = testAccount(server, 'admin', 'oak');

const logs = () => callerFor(server, admin.token).logs;

interface StoredLine {
  entry: LogEntry;
  /** The same line in a file of its category. */
  inFile: LogEntry;
}

/** The newest line of a category with this message, which must be in the table and in a file. */
async function lineOf(category: LogEntry['category'], search: string): Promise<StoredLine> {
  await server.logs.flush();
  const [entry] = (await logs().category({ category, search, limit: 1 })).logs;
  if (!entry) throw new Error(`No line of ${category} has '${search}'`);
  const { lines } = await logs().content({
    file: `${category}-${entry.timestamp.slice(0, 10)}.log`,
    lines: 1000,
  });
  const inFile = lines.find(({ id }) => id === entry.id);
  if (!inFile) throw new Error(`The line '${search}' is in no file`);
  return { entry, inFile };
}

const started = Date.now();

async function expectStored(category: LogEntry['category'], search: string, expected: object): Promise<void> {
  const { entry, inFile } = await lineOf(category, search);
  expect(inFile).toEqual(entry);
  expect(entry).toMatchObject({ category, ...expected });
  expect(Date.parse(entry.timestamp)).toBeGreaterThanOrEqual(started);
  expect(Date.parse(entry.timestamp)).toBeLessThanOrEqual(Date.now());
}

describe('lines are stored by category in the table and a file, with user, IP address and request id:', () => {
  it('a call over REST', async () => {
    const { headers } = await call(server, 'GET', '/auth/profile', { token: admin.token });
    await expectStored('api', headers.get('x-request-id') ?? '', {
      level: 'info',
      message: 'auth.profile',
      user: 'oak',
      ip: '127.0.0.1',
      metadata: { status: 'ok', type: 'query', path: 'auth.profile', requestId: headers.get('x-request-id') },
    });
  });

  it('a call that is refused before authentication', async () => {
    const { headers } = await call(server, 'GET', '/admin/settings');
    await expectStored('api', headers.get('x-request-id') ?? '', {
      message: 'admin.settings',
      user: null,
      ip: '127.0.0.1',
      metadata: { status: 'UNAUTHORIZED' },
    });
  });

  it.each([
    ['an unknown path', 'GET', '/api/nothing/of/the/kind', '', 'NOT_FOUND'],
    ['a body that is no JSON', 'POST', '/api/auth/login', '{"username', 'BAD_REQUEST'],
    ['a malformed URL', 'GET', '/api/%E0%A4%A', '', 'NOT_FOUND'],
    ['an unknown procedure', 'GET', '/trpc/nothing.ofTheKind', '', 404],
    ['too many calls in a batch', 'GET', `/trpc/${Array(20).fill('x').join(',')}?batch=1`, '', 'BAD_REQUEST'],
  ])('%s', async (_what, method, path, body, status) => {
    const { headers } = await fetch(`${server.url}${path}`, {
      method,
      ...(body && { body, headers: { 'content-type': 'application/json' } }),
    });
    await expectStored('api', headers.get('x-request-id') ?? '', {
      ip: '127.0.0.1',
      metadata: {
        method,
        status,
        address: path.split('?')[0]?.split('/').slice(0, 3).join('/').slice(0, 80),
      },
    });
  });

  it('each request once, with any outcome', async () => {
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${server.url}${path}`, init)).headers.get('x-request-id');
    const ids = [
      await ask('/api/items'),
      await ask('/api/none'),
      await ask('/api/items?limit=x'),
      await ask('/api/auth/login', { method: 'POST', body: '{' }),
      await ask('/trpc/none'),
      await ask('/trpc/items.list?input=%7B'),
    ];
    const shown = server.log.lines.filter(({ category }) => category === 'api');
    expect(ids.map((id) => shown.filter(({ requestId }) => requestId === id).length)).toEqual(
      ids.map(() => 1),
    );
  });

  it('a sign-in', async () => {
    const { headers } = await call(server, 'POST', '/auth/login', {
      body: { username: 'oak', password: PASSWORD },
    });
    await expectStored('security', headers.get('x-request-id') ?? '', { user: 'oak', ip: '127.0.0.1' });
  });

  it('a failed sign-in, as a warning that names the account and never what else was typed', async () => {
    const ada = await makeAccount(server, 'user', 'ada_l');
    const signIn = async (username: string, password: string) =>
      (await call(server, 'POST', '/auth/login', { body: { username, password } })).headers.get(
        'x-request-id',
      );

    const wrong = await signIn(ada.user.email, 'not her password');
    await expectStored('security', wrong ?? '', {
      level: 'warn',
      message: 'sign-in.failed',
      user: null,
      ip: '127.0.0.1',
      metadata: { target: 'ada_l' },
    });
    const unknown = await signIn('hunter2-in-the-name-field', 'x');
    await expectStored('security', unknown ?? '', { level: 'warn', metadata: { target: 'unknown account' } });

    const found = async (filter: object) =>
      (await logs().category({ category: 'all', level: 'warn', ...filter })).logs.map(
        ({ metadata }) => metadata.requestId,
      );
    expect(await found({ search: 'ada_l' })).toEqual([wrong]);
    expect(await found({ user: 'ada_l' })).toEqual([wrong]);
    expect(await found({ search: 'hunter2' })).toEqual([]);
  });

  it('a slow statement, without the values it was sent with', async () => {
    await server.scope().em.execute('select pg_sleep(0.06), ? as canary', ['canary of a value']);
    await expectStored('database', 'pg_sleep', { level: 'warn', message: 'slow query' });
    const { entry } = await lineOf('database', 'pg_sleep');
    expect(JSON.stringify(entry)).not.toContain('canary of a value');
    expect(entry.metadata.ms).toBeGreaterThanOrEqual(50);
  });

  it('a failed job, in the category of errors', async () => {
    const failing = handle(JOBS.welcomeMail, async () => {
      throw new Error('the letter was torn');
    });
    const run = {
      id: 'outbox-torn',
      attempt: JOBS.welcomeMail.attempts,
      signal: new AbortController().signal,
    };
    await expect(runJob(failing, { user_id: 1 }, run, server.log.logger)).rejects.toThrow(
      'the letter was torn',
    );
    await expectStored('errors', 'outbox-torn', {
      level: 'error',
      message: 'job failed',
      metadata: { path: 'mail.welcome', err: { message: 'the letter was torn' } },
    });
    expect(server.log.takeErrors()).toHaveLength(1);
  });

  it('an error of any category, with that category', async () => {
    server.log.logger.error({ category: 'discord' }, 'the webhook broke');
    await expectStored('errors', 'webhook broke', { metadata: { about: 'discord' } });
    expect(server.log.takeErrors()).toHaveLength(1);
  });

  it('lines without a category, and nothing below info', async () => {
    server.log.logger.info({ category: 'weather' }, 'it rains');
    server.log.logger.debug('debug output');
    await expectStored('general', 'it rains', { user: null, ip: null, metadata: {} });
    expect((await logs().category({ category: 'general', search: 'debug output' })).logs).toEqual([]);
  });

  it('text that the database does not accept unchanged', async () => {
    server.log.logger.info({ odd: 'a\0b\ud800', long: 'x'.repeat(100_000) }, 'odd\0 one');
    await expectStored('general', '{"odd":', {
      message: 'odd\ufffd one',
      metadata: { odd: 'a\ufffdb\ufffd' },
    });
  });
});

describe('reading', () => {
  const write = (message: string, facts: object = {}) =>
    server.log.logger.info({ category: 'discord', ...facts }, message);
  const found = async (filter: object) =>
    (await logs().category({ category: 'discord', ...filter })).logs.map(({ message }) => message);

  beforeAll(async () => {
    write('first', { user: 'Misty', n: 1 });
    write('second', { user: 'brock', note: '100% Sure_thing' });
    server.log.logger.warn({ category: 'discord', user: 'Brock' }, 'third');
    await server.logs.flush();
    for (const [day, message] of [
      ['2026-03-11T23:59:59.999Z', 'eve'],
      ['2026-03-12T00:00:00.000Z', 'morning'],
      ['2026-03-12T23:59:59.999Z', 'night'],
      ['2026-03-13T00:00:00.000Z', 'next'],
    ] as const)
      await server.sql(
        `insert into log_entry (id, at, level, category, message, metadata) values (?, ?, 'info', 'discord', ?, '{}')`,
        ['019ce0a8-0000-7000-8000-'.concat(String(Date.parse(day) % 1e12).padStart(12, '0')), day, message],
      );
  });

  it.each([
    ['the newest first', {}, ['third', 'second', 'first', 'next', 'night', 'morning', 'eve']],
    ['at most the requested number', { limit: 2 }, ['third', 'second']],
    ['a level', { level: 'warn' }, ['third']],
    ['every level', { level: 'all', limit: 3 }, ['third', 'second', 'first']],
    ['part of a name, ignoring case', { user: 'ROC' }, ['third', 'second']],
    ['part of the message', { search: 'IR' }, ['third', 'first']],
    ['part of the metadata, with literal wildcards', { search: '0% sure_T' }, ['second']],
    ['nothing', { search: '%' + 'none' }, []],
    ['a whole day', { startDate: '2026-03-12', endDate: '2026-03-12' }, ['night', 'morning']],
    ['moments', { startDate: '2026-03-12T00:00', endDate: '2026-03-13T00:00' }, ['next', 'night', 'morning']],
    ['a moment with a zone', { startDate: '2026-03-13T01:00+01:00', endDate: '2026-03-14' }, ['next']],
  ])('returns %s', async (_what, filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  it('counts the matching lines of each category, up to a limit', async () => {
    const counts = async (filter: object) => (await logs().counts(filter)).counts;
    server.log.logger.warn({ category: 'general', user: 'brock' }, 'counted');
    await server.logs.flush();
    const none = { database: 0, security: 0, api: 0, errors: 0, discord: 0, general: 0 };
    expect(await counts({ user: 'brock' })).toEqual({ ...none, discord: 2, general: 1 });
    expect(await counts({ user: 'brock', search: 'SURE' })).toEqual({ ...none, discord: 1 });
    expect(await call(server, 'GET', '/logs/counts?user=brock&level=warn', admin)).toMatchObject({
      body: { counts: { ...none, discord: 1, general: 1 } },
    });
    await server.sql(
      `insert into log_entry (id, at, level, category, message, metadata, username)
       select gen_random_uuid(), now() - interval '1 year', 'info', 'database', 'many', '{}', 'onix'
       from generate_series(1, ?)`,
      [LIMITS.logs.counted + 1],
    );
    expect(await counts({ user: 'onix' })).toEqual({ ...none, database: LIMITS.logs.counted });
  });

  it('leaves out the successful queries of the viewer, and nothing else, when requested', async () => {
    const other = await makeAccount(server, 'admin', 'elm');
    await call(server, 'GET', '/auth/profile', other);
    await call(server, 'GET', '/auth/profile', admin);
    await call(server, 'GET', '/items?limit=none', admin);
    await call(server, 'PATCH', '/admin/settings/legal_phone', { ...admin, body: { value: '1' } });
    await server.logs.flush();
    const found = async (filter: object) =>
      new Set(
        (await logs().category({ category: 'api', limit: 4, ...filter })).logs.map(
          ({ user, message }) => `${user} ${message}`,
        ),
      );
    const kept = ['oak admin.setSetting', 'oak items.list', 'elm auth.profile'];
    expect(await found({})).toEqual(new Set([...kept, 'oak auth.profile']));
    expect(await found({ hideOwnReads: true, limit: 3 })).toEqual(new Set(kept));
    const [shown, hidden] = [
      await logs().counts({ user: 'oak' }),
      await logs().counts({ user: 'oak', hideOwnReads: true }),
    ];
    expect(hidden.counts.api).toBeLessThan(shown.counts.api);
    expect(hidden.counts.security).toBe(shown.counts.security);
  });

  it('returns the page after a line, even if that line no longer exists', async () => {
    const [newest, second] = (await logs().category({ category: 'discord', limit: 2 })).logs;
    expect(await found({ before: second?.id, limit: 2 })).toEqual(['first', 'next']);
    const gone = uuid7(Date.parse(newest?.timestamp ?? '') + 60_000);
    expect(await found({ before: gone, limit: 1 })).toEqual(['third']);
  });

  it('returns the lines of all categories around a line, in order', async () => {
    for (let i = 0; i < 60; i += 1)
      server.log.logger.info({ category: i % 2 ? 'api' : 'database' }, `around ${i}`);
    await server.logs.flush();
    const [middle] = (await logs().category({ category: 'database', search: 'around 30' })).logs;
    const around = (await logs().context({ id: middle?.id ?? '' })).logs;
    expect(around.map(({ message }) => message)).toEqual(
      Array.from({ length: 51 }, (_, i) => `around ${i + 5}`),
    );
    await expect(logs().context({ id: uuid7() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.skipIf(CLOCK_IS_FAKED)('cancels a search that takes too long, with an error', async () => {
    await server.sql('alter table log_entry rename to log_entry_real');
    await server.sql(
      `create view log_entry as select r.* from log_entry_real r, lateral (select pg_sleep(60)) s`,
    );
    try {
      await expect(found({})).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'This search takes too long. Please choose a shorter period.',
      });
    } finally {
      await server.sql('drop view log_entry');
      await server.sql('alter table log_entry_real rename to log_entry');
    }
  });

  it.each([
    [
      '/logs/category/nothing',
      'category must be one of all, database, security, api, errors, discord, general',
    ],
    ['/logs/category/api?limit=0', 'limit must be a whole number from 1 to 1,000'],
    ['/logs/category/api?level=loud', 'level must be one of all, debug, info, warn, error, fatal'],
    [
      '/logs/category/api?startDate=yesterday',
      'startDate must be a date and time like 2026-03-12T18:00 or a date like 2026-03-12',
    ],
    [
      '/logs/category/api?endDate=2026-02-30',
      'endDate must be a date and time like 2026-03-12T18:00 or a date like 2026-03-12',
    ],
    ['/logs/category/api?before=1', 'A log line id looks like 019a8d2e-5b1c-7000-8000-0123456789ab'],
  ])('refuses %s', async (path, message) => {
    expect(await call(server, 'GET', path, { token: admin.token })).toMatchObject({
      status: 400,
      body: { details: [message] },
    });
  });
});
