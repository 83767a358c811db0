import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueBackend } from '../src/queue/backend.ts';
import { announceAtDiscord } from '../src/queue/definitions.ts';
import { everythingStored } from '../src/testing/canaries.ts';
import { makeAccount, makeSale, type TestAccount } from '../src/testing/factories.ts';
import { childEnv } from '../src/testing/processes/child-env.ts';
import { testServer } from '../src/testing/server.ts';
import { reroutedFetch } from '../src/testing/servers/discord-reroute.ts';
import {
  discordSettings,
  startDiscord,
  type TestDiscord,
  WEBHOOK,
  WEBHOOK_TOKEN,
} from '../src/testing/servers/discord-server.ts';
import { discordHandlers } from './handlers/discord.ts';

const server = testServer({ PUBLIC_URL: 'https://market.example' });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** From then on an approval counts. */
const SETTLED = 31 * SECOND;

let discord: TestDiscord;
let seller: TestAccount;
/** The lines of the category since the test began. */
let linesBefore = 0;

beforeAll(async () => {
  discord = await startDiscord();
  seller = await makeAccount(server, 'user', 'seller');
});
beforeEach(async () => {
  vi.stubGlobal('fetch', reroutedFetch(discord.url));
  await server.sql('update sale set deleted_at = now(), version = version + 1 where deleted_at is null');
  await server.sql('delete from job_state');
  discord.received.length = 0;
  linesBefore = server.log.lines.length;
  await set({ webhook_url: WEBHOOK, digest_minutes: '60', pending_threshold: '0' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  expect(JSON.stringify(server.log.lines)).not.toContain(WEBHOOK_TOKEN);
});
afterAll(() => discord.stop());

async function set(values: Record<string, string>) {
  for (const [key, value] of Object.entries(values))
    await server.services().settings.set(`discord_${key}`, value);
}

/** One look of the job. */
async function look(signal = new AbortController().signal): Promise<void> {
  for (const handler of discordHandlers(server.runtime))
    await handler.run({}, { id: 'job', attempt: 1, signal });
}

async function lookAfter(ms: number): Promise<void> {
  server.clock.advance(ms);
  await look();
}

const approve = (name: string, price = 500_000) =>
  makeSale(server, { name, price, date_sold: '2026-03-12', status: 'approved', by: seller });
const pend = () => makeSale(server, { by: seller });
const said = () =>
  server.log.lines.slice(linesBefore).filter(({ category }) => category === 'discord') as {
    level: string;
    msg: string;
  }[];
const contents = () => discord.received.map(({ body }) => body.content);
const state = async () => {
  const [row] = await server.sql<{ value: Record<string, unknown> }>('select value from job_state');
  return row?.value;
};

describe('without a webhook', () => {
  it('nothing is sent and nothing fails, and what happened then is not announced later', async () => {
    await set({ webhook_url: '', pending_threshold: '1' });
    await approve('Master Ball');
    await pend();
    await pend();
    await lookAfter(SETTLED);
    expect(discord.received).toEqual([]);
    expect(await state()).toBeUndefined();
    expect(said()).toEqual([]);

    await set({ webhook_url: WEBHOOK, pending_threshold: '0' });
    await look();
    await lookAfter(60 * MINUTE);
    expect(discord.received).toEqual([]);
  });

  it.each([
    'http://discord.com/api/webhooks/1/a',
    'https://discord.com.bad.example/api/webhooks/1/a',
    'https://bad.example/api/webhooks/1/a',
    'https://discord.com@bad.example/api/webhooks/1/a',
    'https://discord.com/api/webhooks/1/a/../../../users',
    'https://discord.com/api/webhooks/1/a?wait=false',
    'https://127.0.0.1/api/webhooks/1/a',
  ])('%s cannot be one', async (address) => {
    await expect(set({ webhook_url: address })).rejects.toThrow('must be a webhook of Discord');
  });
});

describe('a digest', () => {
  beforeEach(() => look());

  it('names what was approved, for nobody to be notified', async () => {
    await approve('Master Ball');
    await approve('*@everyone* <@1> Ball', 1_234_567);
    await lookAfter(SETTLED);
    expect(discord.received).toMatchObject([
      {
        method: 'POST',
        path: `/api/webhooks/4711/${WEBHOOK_TOKEN}?wait=true`,
        headers: { 'user-agent': 'DiscordBot (https://market.example, 1)' },
        body: { allowed_mentions: { parse: [] } },
      },
    ]);
    expect(contents()).toEqual([
      [
        '**2 new approved sales**',
        '- **\\*\\@everyone\\* \\<\\@1\\> Ball** · 1,234,567 PD · 12 Mar 2026',
        '- **Master Ball** · 500,000 PD · 12 Mar 2026',
        '<https://market.example>',
      ].join('\n'),
    ]);
    expect(said()).toMatchObject([
      { level: 'info', msg: 'sent to Discord', announcement: 'new approvals, 2', message_id: '1001' },
    ]);
    expect(await state()).toMatchObject({ messageId: '1001', failures: 0 });
  });

  it('waits until an approval cannot be undone, and leaves out what is no longer approved', async () => {
    const checker = server.services((await makeAccount(server, 'checker')).actor).sales;
    const undone = await makeSale(server, { name: 'Master Ball', by: seller });
    await checker.decide('item', { id: undone, status: 'approved' });
    const returned = await approve('Dive Ball');
    await approve('Nest Ball');
    await lookAfter(9 * SECOND);
    expect(discord.received).toEqual([]);
    expect(await checker.undo([{ id: undone, version: 2 }])).toMatchObject([{ ok: true }]);
    const { scope, sales } = server.services();
    await scope.em.transactional(() => sales.returnApprovals([returned], 'looked at again'));
    await lookAfter(SETTLED);
    expect(contents()).toEqual([expect.stringContaining('**1 new approved sale**\n- **Nest Ball**')]);
  });

  it('comes no more often than is set, and leaves nothing out', async () => {
    await approve('Master Ball');
    await lookAfter(SETTLED);
    await approve('Dive Ball');
    await lookAfter(58 * MINUTE);
    await approve('Nest Ball');
    expect(discord.received).toHaveLength(1);
    await lookAfter(2 * MINUTE);
    expect(contents()[1]).toContain('**2 new approved sales**\n- **Nest Ball**');
    await lookAfter(120 * MINUTE);
    expect(discord.received).toHaveLength(2);

    await set({ digest_minutes: '1' });
    await approve('Net Ball');
    await lookAfter(MINUTE);
    expect(contents()[2]).toContain('**1 new approved sale**\n- **Net Ball**');
  });

  it('is one, however many workers look at once', async () => {
    await approve('Master Ball');
    server.clock.advance(SETTLED);
    await Promise.all([look(), look(), look()]);
    await look();
    expect(discord.received).toHaveLength(1);
  });
});

describe('what Discord answers', () => {
  beforeEach(async () => {
    await look();
    await approve('Master Ball');
    server.clock.advance(SETTLED);
  });

  it.each([
    [{ body: { message: 'You are being rate limited.', retry_after: 90.4, global: false } }, 91],
    [{ headers: { 'retry-after': '120' }, body: '<html>' }, 120],
    [{ headers: { 'x-ratelimit-reset-after': '75.5' } }, 76],
    [{ body: { retry_after: 'soon' } }, 60],
    [{ body: { retry_after: 1e12 } }, 86_400],
  ])('429 with %j is waited for', async (answer, seconds) => {
    discord.answerNext({ status: 429, ...answer });
    await look();
    await lookAfter((seconds - 2) * SECOND);
    expect(discord.received).toHaveLength(1);
    await lookAfter(2 * SECOND);
    expect(discord.received).toHaveLength(2);
    expect(contents()[1]).toBe(contents()[0]);
    expect(said()).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('left alone'), wait_s: seconds },
      { level: 'info', msg: 'sent to Discord' },
    ]);
  });

  it('a message that uses the limit up is the last one until the limit is over', async () => {
    await set({ pending_threshold: '1' });
    await pend();
    await pend();
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '61' };
    discord.answerNext({ status: 200, headers, body: { id: '5' } });
    await look();
    await lookAfter(60 * SECOND);
    expect(contents()).toEqual([expect.stringContaining('waiting for review')]);
    await lookAfter(SECOND);
    expect(contents()[1]).toContain('Master Ball');
  });

  it.each([
    [404, 10_015],
    [401, 50_027],
  ])('%i is said once, and nothing is sent until there is another webhook', async (status, code) => {
    discord.answerNext({ status, body: { message: `no ${WEBHOOK_TOKEN}`, code } });
    await look();
    for (let hour = 0; hour < 5; hour += 1) await lookAfter(60 * MINUTE);
    expect(discord.received).toHaveLength(1);
    expect(said()).toMatchObject([{ level: 'warn', msg: expect.stringContaining('does not know'), status }]);

    await set({ webhook_url: 'https://discord.com/api/webhooks/4712/another' });
    await look();
    await approve('Dive Ball');
    await lookAfter(SETTLED);
    expect(discord.received).toHaveLength(2);
    expect(discord.received[1]?.path).toBe('/api/webhooks/4712/another?wait=true');
    expect(contents()[1]).toContain('**1 new approved sale**\n- **Dive Ball**');
  });

  it('a failure is tried again after one minute, two, four: an hour at the most', async () => {
    for (let i = 0; i < 8; i += 1) discord.answerNext({ status: 500, body: '<html>' });
    await look();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60]) {
      const tries = discord.received.length;
      await lookAfter(minutes * MINUTE - SECOND);
      expect(discord.received).toHaveLength(tries);
      await lookAfter(SECOND);
      expect(discord.received).toHaveLength(tries + 1);
    }
    expect(said()).toHaveLength(8);
    expect(said()[0]).toMatchObject({ level: 'warn', reason: 'it responded with 500' });
    await lookAfter(60 * MINUTE);
    expect(said()[8]).toMatchObject({ level: 'info', msg: 'sent to Discord' });
    expect(await state()).toMatchObject({ failures: 0, retryAt: null });
  });

  it('follows no redirect', async () => {
    discord.answerNext({ status: 307, headers: { location: `${discord.url}/elsewhere` } });
    await look();
    expect(discord.received).toHaveLength(1);
    expect(said()).toMatchObject([{ reason: 'it responded with 307' }]);
  });

  it('none within 10 s, or no connection, is a failure', async () => {
    const late = vi.spyOn(AbortSignal, 'timeout');
    late.mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    await look();
    expect(late).toHaveBeenCalledWith(10_000);
    late.mockRestore();
    vi.stubGlobal('fetch', reroutedFetch('http://127.0.0.1:1', fetch));
    await lookAfter(MINUTE);
    expect(discord.received).toEqual([]);
    expect(said()).toMatchObject([
      { reason: 'no response within 10 s' },
      { reason: expect.stringMatching(/^no connection/) },
    ]);
  });

  it('is not waited for when the process closes', async () => {
    const closing = new AbortController();
    const { arrived, release } = discord.hold();
    const looking = look(closing.signal);
    await arrived;
    closing.abort(new Error('shutdown'));
    await expect(looking).rejects.toThrow('shutdown');
    release();
  });
});

describe('a long queue', () => {
  it('is told once, and again only after it was shorter than the threshold', async () => {
    await set({ pending_threshold: '2' });
    const sales = [await pend(), await pend()];
    await look();
    expect(discord.received).toEqual([]);
    sales.push(await pend());
    await look();
    await lookAfter(300 * MINUTE);
    expect(contents()).toEqual(['**3 sales waiting for review**, more than 2.\n<https://market.example>']);

    const remove = (id?: number) =>
      server.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [id]);
    await remove(sales[0]);
    await look();
    await pend();
    await look();
    expect(discord.received).toHaveLength(1);
    await Promise.all(sales.slice(1).map(remove));
    await look();
    await pend();
    await pend();
    await look();
    expect(discord.received).toHaveLength(2);
  });

  it('is told once it is taken', async () => {
    await set({ pending_threshold: '1' });
    await pend();
    await pend();
    discord.answerNext({ status: 503 });
    await look();
    await lookAfter(MINUTE);
    await lookAfter(MINUTE);
    expect(discord.received).toHaveLength(2);
  });
});

describe('a worker that is killed', () => {
  let folder: string;
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'marketdex-discord-'));
  });
  afterAll(async () => {
    for (const worker of workers) worker.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  it('after Discord took the message costs that message twice, and no more', async () => {
    await set({ pending_threshold: '1' });
    await pend();
    await pend();
    const { arrived, release } = discord.hold();
    const env = childEnv({
      DATABASE_URL: server.database.url,
      DATA_DIR: folder,
      APP_SECRET: server.runtime.config.secret,
      PUBLIC_URL: server.runtime.config.publicUrl,
      ...discordSettings(discord),
    });
    const worker = spawn(process.execPath, [path.resolve(import.meta.dirname, 'main.ts')], {
      env,
      stdio: 'ignore',
    });
    workers.push(worker);
    const queue = createQueueBackend({
      redisUrl: undefined,
      databaseUrl: server.database.url,
      logger: server.runtime.logger,
    });
    await queue.add([{ id: 'outbox-discord', job: announceAtDiscord, payload: {} }]);
    await arrived;
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
    release();
    await queue.close();

    // The dead worker's hold on the state ends with its connection.
    await expect
      .poll(async () => {
        await look();
        return discord.received.length;
      })
      .toBe(2);
    await look();
    await lookAfter(MINUTE);
    expect(contents()).toEqual([contents()[0], contents()[0]]);
    expect(await state()).toMatchObject({ queueTold: true, messageId: '1002' });
  });
});

it('the token is nowhere but in its setting', async () => {
  await look();
  await server.logs.flush();
  const stored = (await everythingStored(server)).split('\n').filter((row) => row.includes(WEBHOOK_TOKEN));
  expect(stored).toEqual([expect.stringMatching(/^public\.setting .*discord_webhook_url/)]);
});
