import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueBackend } from '../src/queue/backend.ts';
import { JOBS } from '../src/queue/definitions.ts';
import { makeAccount, makeSale } from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { everythingStored } from '../src/testing/attacks/canaries.ts';
import { testDiscord } from '../src/testing/clients/discord.ts';
import { startProgram } from '../src/testing/processes/programs.ts';
import { handlerOf } from '../src/testing/run/job-handlers.ts';
import { testServer } from '../src/testing/run/server.ts';
import { reroutedFetch } from '../src/testing/servers/discord-reroute.ts';
import { discordSettings, WEBHOOK, WEBHOOK_TOKEN } from '../src/testing/servers/discord-server.ts';

const server = testServer({ PUBLIC_URL: 'https://market.example' });
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The undo period has passed, so approvals are announced. */
const SETTLED = 31 * SECOND;
const LEASE = 30 * SECOND;

const discord = testDiscord(server);
const seller = testAccount(server, 'user', 'seller');
/** The number of log lines before the test. */
let linesBefore = 0;
beforeEach(async () => {
  await server.sql('update sale set deleted_at = now(), version = version + 1 where deleted_at is null');
  await server.sql('delete from job_state');
  linesBefore = server.log.lines.length;
  await set({ webhook_url: WEBHOOK, digest_minutes: '60', pending_threshold: '0' });
});

async function set(values: Record<string, string>) {
  for (const [key, value] of Object.entries(values))
    await server.services().settings.set(`discord_${key}`, value);
}

/** Runs the job once. */
async function runJob(signal = new AbortController().signal): Promise<void> {
  await handlerOf(server, JOBS.announceAtDiscord).run({}, { id: 'job', attempt: 1, signal });
}

async function runJobAfter(ms: number): Promise<void> {
  server.clock.advance(ms);
  await runJob();
}

const approve = (name: string, price = 500_000) =>
  makeSale(server, { name, price, date_sold: '2026-03-12', status: 'approved', by: seller });
const pend = () => makeSale(server, { by: seller });
const logLines = () =>
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
  it('nothing is sent, nothing fails, and nothing is announced afterwards', async () => {
    await runJob();
    await set({ webhook_url: '', pending_threshold: '1' });
    await approve('Master Ball');
    await pend();
    await pend();
    await runJobAfter(SETTLED);
    expect(discord.received).toEqual([]);
    expect(await state()).toBeUndefined();
    expect(logLines()).toEqual([]);

    await set({ webhook_url: WEBHOOK, pending_threshold: '0' });
    await runJob();
    await runJobAfter(60 * MINUTE);
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
    await expect(set({ webhook_url: address })).rejects.toThrow('must be a Discord webhook');
  });
});

describe('a digest', () => {
  beforeEach(() => runJob());

  it('has the card of a single sale', async () => {
    const id = await approve('Master Ball');
    await runJobAfter(SETTLED);
    const url = `https://market.example/cards/sale/${id}.png`;
    expect(discord.received).toMatchObject([{ body: { embeds: [{ image: { url } }] } }]);
  });

  it('lists approved sales without mentioning anyone', async () => {
    const ball = await approve('Master Ball');
    const other = await approve('*@everyone* <@1> Ball', 1_234_567);
    await runJobAfter(SETTLED);
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
        `- **\\*\\@everyone\\* \\<\\@1\\> Ball** · 1,234,567 PD · 12 Mar 2026 · <https://market.example/sale/${other}>`,
        `- **Master Ball** · 500,000 PD · 12 Mar 2026 · <https://market.example/sale/${ball}>`,
        '<https://market.example>',
      ].join('\n'),
    ]);
    expect(logLines()).toMatchObject([
      { level: 'info', msg: 'sent to Discord', announcement: 'new approvals, 2', message_id: '1001' },
    ]);
    expect(await state()).toMatchObject({ messageId: '1001', failures: 0 });
  });

  it('waits for the undo period and leaves out sales that are no longer approved', async () => {
    const checker = server.services((await makeAccount(server, 'checker')).actor).sales;
    const undone = await makeSale(server, { name: 'Master Ball', by: seller });
    await checker.decide('item', { id: undone, status: 'approved' });
    const returned = await approve('Dive Ball');
    await approve('Nest Ball');
    await runJobAfter(9 * SECOND);
    expect(discord.received).toEqual([]);
    expect(await checker.undo([{ id: undone, version: 2 }])).toMatchObject([{ ok: true }]);
    await server.services().saleAdmin.returnToReview({ id: returned });
    await runJobAfter(SETTLED);
    expect(contents()).toEqual([expect.stringContaining('**1 new approved sale**\n- **Nest Ball**')]);
  });

  it('respects the configured interval and leaves nothing out', async () => {
    await approve('Master Ball');
    await runJobAfter(SETTLED);
    await approve('Dive Ball');
    await runJobAfter(58 * MINUTE);
    await approve('Nest Ball');
    expect(discord.received).toHaveLength(1);
    await runJobAfter(2 * MINUTE);
    expect(contents()[1]).toContain('**2 new approved sales**\n- **Nest Ball**');
    await runJobAfter(120 * MINUTE);
    expect(discord.received).toHaveLength(2);

    await set({ digest_minutes: '1' });
    await approve('Net Ball');
    await runJobAfter(MINUTE);
    expect(contents()[2]).toContain('**1 new approved sale**\n- **Net Ball**');
  });

  it('is sent once when several workers run', async () => {
    await approve('Master Ball');
    server.clock.advance(SETTLED);
    await Promise.all([runJob(), runJob(), runJob()]);
    await runJob();
    expect(discord.received).toHaveLength(1);
  });

  it('is sent without an open transaction', async () => {
    await approve('Master Ball');
    server.clock.advance(SETTLED);
    const { arrived, release } = discord.hold();
    const sending = runJob();
    await arrived;
    const open = await server.sql(
      `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(open).toEqual([]);
    // Another worker waits neither for the response nor for a lock.
    await runJob();
    release();
    await sending;
    expect(discord.received).toHaveLength(1);
    expect(await state()).toMatchObject({ leasedUntil: null, messageId: '1001' });
  });

  it('of a webhook that was replaced during the sending changes nothing for the new one', async () => {
    await approve('Master Ball');
    server.clock.advance(SETTLED);
    const { arrived, release } = discord.hold();
    const sending = runJob();
    await arrived;
    await set({ webhook_url: 'https://discord.com/api/webhooks/4712/another' });
    await runJob();
    const fresh = await state();
    release();
    await sending;
    expect(await state()).toEqual(fresh);
    expect(fresh).toMatchObject({ messageId: null, leasedUntil: null });
  });

  it('of a webhook that was removed and set again during the sending ends no lease of another worker', async () => {
    await approve('Master Ball');
    server.clock.advance(SETTLED);
    const first = discord.hold();
    const sending = runJob();
    await first.arrived;
    await set({ webhook_url: '' });
    await runJob();
    await set({ webhook_url: WEBHOOK, pending_threshold: '1' });
    for (let i = 0; i < 2; i += 1) await pend();
    server.clock.advance(SECOND);
    const second = discord.hold();
    const sendingToo = runJob();
    await second.arrived;
    const leased = await state();
    first.release();
    await sending;
    expect(await state()).toEqual(leased);
    second.release();
    await sendingToo;
    await runJob();
    expect(contents()).toHaveLength(2);
  });
});

describe('responses of Discord', () => {
  beforeEach(async () => {
    await runJob();
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
    await runJob();
    await runJobAfter((seconds - 2) * SECOND);
    expect(discord.received).toHaveLength(1);
    await runJobAfter(2 * SECOND);
    expect(discord.received).toHaveLength(2);
    expect(contents()[1]).toBe(contents()[0]);
    expect(logLines()).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('rate limited'), wait_s: seconds },
      { level: 'info', msg: 'sent to Discord' },
    ]);
  });

  it('a message that exhausts the rate limit is the last one until the limit resets', async () => {
    await set({ pending_threshold: '1' });
    await pend();
    await pend();
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '61' };
    discord.answerNext({ status: 200, headers, body: { id: '5' } });
    await runJob();
    await runJobAfter(60 * SECOND);
    expect(contents()).toEqual([expect.stringContaining('waiting for review')]);
    await runJobAfter(SECOND);
    expect(contents()[1]).toContain('Master Ball');
  });

  it.each([
    [404, 10_015],
    [401, 50_027],
  ])('%i is logged once, and nothing is sent until the webhook changes', async (status, code) => {
    discord.answerNext({ status, body: { message: `no ${WEBHOOK_TOKEN}`, code } });
    await runJob();
    for (let hour = 0; hour < 5; hour += 1) await runJobAfter(60 * MINUTE);
    expect(discord.received).toHaveLength(1);
    expect(logLines()).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('no longer exists'), status },
    ]);

    await set({ webhook_url: 'https://discord.com/api/webhooks/4712/another' });
    await runJob();
    await approve('Dive Ball');
    await runJobAfter(SETTLED);
    expect(discord.received).toHaveLength(2);
    expect(discord.received[1]?.path).toBe('/api/webhooks/4712/another?wait=true');
    expect(contents()[1]).toContain('**1 new approved sale**\n- **Dive Ball**');
  });

  it('a failure is retried after 1, 2, 4 minutes, and so on up to an hour', async () => {
    for (let i = 0; i < 8; i += 1) discord.answerNext({ status: 500, body: '<html>' });
    await runJob();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60]) {
      const tries = discord.received.length;
      await runJobAfter(minutes * MINUTE - SECOND);
      expect(discord.received).toHaveLength(tries);
      await runJobAfter(SECOND);
      expect(discord.received).toHaveLength(tries + 1);
    }
    expect(logLines()).toHaveLength(8);
    expect(logLines()[0]).toMatchObject({ level: 'warn', reason: 'it responded with 500' });
    await runJobAfter(60 * MINUTE);
    expect(logLines()[8]).toMatchObject({ level: 'info', msg: 'sent to Discord' });
    expect(await state()).toMatchObject({ failures: 0, retryAt: null });
  });

  it('does not follow redirects', async () => {
    discord.answerNext({ status: 307, headers: { location: `${discord.url}/elsewhere` } });
    await runJob();
    expect(discord.received).toHaveLength(1);
    expect(logLines()).toMatchObject([{ reason: 'it responded with 307' }]);
  });

  it('a timeout of 10 s or a failed connection is a failure', async () => {
    const late = vi.spyOn(AbortSignal, 'timeout');
    late.mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
    await runJob();
    expect(late).toHaveBeenCalledWith(10_000);
    late.mockRestore();
    vi.stubGlobal('fetch', reroutedFetch('http://127.0.0.1:1', fetch));
    await runJobAfter(MINUTE);
    expect(discord.received).toEqual([]);
    expect(logLines()).toMatchObject([
      { reason: 'no response within 10 s' },
      { reason: expect.stringMatching(/^no connection/) },
    ]);
  });

  it('a shutdown does not wait for the response', async () => {
    const closing = new AbortController();
    const { arrived, release } = discord.hold();
    const running = runJob(closing.signal);
    await arrived;
    closing.abort(new Error('shutdown'));
    await expect(running).rejects.toThrow('shutdown');
    release();
    // The next worker does not wait for a lease.
    await runJob();
    expect(discord.received).toHaveLength(2);
  });
});

describe('a long queue', () => {
  it('is announced once, and again only after it was shorter than the threshold', async () => {
    await set({ pending_threshold: '2' });
    const sales = [await pend(), await pend()];
    await runJob();
    expect(discord.received).toEqual([]);
    sales.push(await pend());
    await runJob();
    await runJobAfter(300 * MINUTE);
    expect(contents()).toEqual(['**3 sales waiting for review**, more than 2.\n<https://market.example>']);

    // As an earlier version stored it.
    await server.sql(`update job_state set value = value - 'queueAnnounced' || '{"queueTold": true}'`);
    await runJob();
    expect(discord.received).toHaveLength(1);

    const remove = (id?: number) =>
      server.sql('update sale set deleted_at = now(), version = version + 1 where sale_id = ?', [id]);
    await remove(sales[0]);
    await runJob();
    await pend();
    await runJob();
    expect(discord.received).toHaveLength(1);
    await Promise.all(sales.slice(1).map(remove));
    await runJob();
    await pend();
    await pend();
    await runJob();
    expect(discord.received).toHaveLength(2);
  });

  it('is announced again until Discord accepts the message', async () => {
    await set({ pending_threshold: '1' });
    await pend();
    await pend();
    discord.answerNext({ status: 503 });
    await runJob();
    await runJobAfter(MINUTE);
    await runJobAfter(MINUTE);
    expect(discord.received).toHaveLength(2);
  });
});

describe('a worker that is killed', () => {
  it('after Discord accepted the message sends that message twice and no more', async () => {
    await set({ pending_threshold: '1' });
    await pend();
    await pend();
    const { arrived, release } = discord.hold();
    const worker = await startProgram('worker', server.database.url, {
      APP_SECRET: server.runtime.config.secret,
      PUBLIC_URL: server.runtime.config.publicUrl,
      ...discordSettings(discord),
    });
    const queue = createQueueBackend({
      redisUrl: undefined,
      databaseUrl: server.database.url,
      logger: server.runtime.logger,
    });
    await queue.add([{ id: 'outbox-discord', job: JOBS.announceAtDiscord, payload: {} }]);
    try {
      await arrived;
    } finally {
      await worker.stop('SIGKILL');
      release();
    }
    await queue.close();

    // Ends the lease of the killed worker, which uses the current time.
    server.clock.advance(Math.max(0, Date.now() - server.clock.now().getTime()) + LEASE);
    await runJob();
    expect(discord.received).toHaveLength(2);
    await runJob();
    await runJobAfter(MINUTE);
    expect(contents()).toEqual([contents()[0], contents()[0]]);
    expect(await state()).toMatchObject({ queueAnnounced: true, messageId: '1002' });
  });
});

it('the token is stored nowhere in plain text', async () => {
  await runJob();
  await server.logs.flush();
  const stored = (await everythingStored(server)).split('\n').filter((row) => row.includes(WEBHOOK_TOKEN));
  expect(stored).toEqual([]);
});
