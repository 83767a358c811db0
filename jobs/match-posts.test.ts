import { beforeEach, describe, expect, it } from 'vitest';
import { CHANNEL_PATIENCE_DAYS } from '../src/contract/inbox/notices.ts';
import type { FollowMatcher } from '../src/modules/follows/follow-matcher.ts';
import { MatchPosts } from '../src/modules/notices/match-posts.ts';
import {
  makeAccount,
  makeSale,
  openSession,
  suspend,
  type TestAccount,
} from '../src/testing/accounts/factories.ts';
import { testAccount } from '../src/testing/accounts/test-account.ts';
import { callerFor } from '../src/testing/clients/callers.ts';
import { testDiscord } from '../src/testing/clients/discord.ts';
import { makeFollow, matchFollows, newMatcher } from '../src/testing/market/follows.ts';
import { startProgram } from '../src/testing/processes/programs.ts';
import { testServer } from '../src/testing/run/server.ts';
import { discordSettings, WEBHOOK, WEBHOOK_TOKEN } from '../src/testing/servers/discord-server.ts';

const server = testServer({ PUBLIC_URL: 'https://market.example' });
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const discord = testDiscord(server);
let matcher: FollowMatcher;
const seller = testAccount(server);
let red: TestAccount;
beforeEach(async () => {
  await server.truncate('sale', 'follow', 'notice_channel');
  red = await makeAccount(server);
  await connect(red);
  matcher = newMatcher(server);
  await match();
});

const connect = ({ actor }: TestAccount, url = WEBHOOK) => server.services(actor).notices.setWebhook(url);
const follow = (name = 'Master Ball', by = red) =>
  makeFollow(server, by, { filter: { kind: 'item', name, exact: true }, channels: { discord: true } });
const approve = (name = 'Master Ball', price = 500_000) =>
  makeSale(server, { by: seller, name, price, status: 'approved' });
const match = () => matchFollows(server, matcher);
const newPosts = () => new MatchPosts(server.runtime);
/** Posts until nothing is due. */
async function post(posts = newPosts()): Promise<void> {
  for (let i = 0; await posts.step(); i += 1) if (i > 100) throw new Error('Posting does not end');
}
const contents = () => discord.received.map(({ body }) => body.content);
const waiting = async () => {
  const [row] = await server.sql<{ waiting: number }>(
    'select count(*)::int as waiting from follow_match where discord and discord_at is null',
  );
  return row?.waiting;
};
/** A caller with a session that did not expire when the clock moved. */
const caller = async (account = red) => callerFor(server, await openSession(server, account.user));
const channel = async () => (await (await caller()).notices.settings({})).discord;
/** Changes the only follow of the account. */
async function changeFollow(change: { paused: boolean } | { channels: { discord: boolean } }): Promise<void> {
  const { follows } = await caller();
  const [own] = (await follows.list({})).data;
  await follows.update({ id: own?.follow_id ?? 0, ...change });
}

describe('matches', () => {
  it('are posted to the webhook of their account, with their follow and a link to the sale', async () => {
    const { label } = await follow();
    const name = '[Ball](@here)';
    await follow(name);
    const [ball, other] = [await approve('Master Ball', 400), await approve(name)];
    await match();
    await post();
    expect(discord.received).toHaveLength(1);
    expect(discord.received[0]).toMatchObject({
      path: expect.stringContaining(`${WEBHOOK_TOKEN}?wait=true`),
      body: { allowed_mentions: { parse: [] } },
    });
    expect(contents()[0]).toContain(`**${label}**\n- **Master Ball** · 400 PD`);
    const escaped = '\\[Ball\\]\\(\\@here\\)';
    expect(contents()[0]).toContain(`**${escaped}**\n- **${escaped}** · `);
    for (const id of [ball, other]) expect(contents()[0]).toContain(`<https://market.example/sale/${id}>`);
    await post();
    expect([discord.received.length, await waiting()]).toEqual([1, 0]);
  });

  it('are posted ten at a time, once by any number of processes', async () => {
    await follow();
    const ids: number[] = [];
    for (let i = 0; i < 23; i += 1) ids.push(await approve());
    await match();
    await Promise.all([post(), post(), post()]);
    await post();
    expect(discord.received).toHaveLength(3);
    const posted = contents().flatMap((content) =>
      [...content.matchAll(/sale\/(\d+)>/g)].map(([, id]) => Number(id)),
    );
    expect(posted.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('that do not fit are left to the page of the follows', async () => {
    const name = `Ball ${'*'.repeat(90)}`;
    await follow(name);
    for (let i = 0; i < 10; i += 1) await approve(name);
    await match();
    await post();
    expect(contents()).toEqual([
      expect.stringMatching(/\n\.\.\. and more: <https:\/\/market\.example\/following>$/),
    ]);
    expect(contents()[0]?.length).toBeLessThanOrEqual(2_000);
  });

  it('go only to accounts that chose Discord and have a webhook', async () => {
    const blue = await makeAccount(server);
    await follow('Master Ball', blue);
    await makeFollow(server, red, { filter: { kind: 'item', name: 'ball' } });
    await approve();
    await match();
    await post();
    expect([discord.received.length, await waiting()]).toEqual([0, 0]);
    // What matched before is not sent later.
    await connect(blue);
    await post();
    expect(discord.received).toEqual([]);
  });

  it.each<[string, (sale: number) => Promise<unknown>]>([
    [
      'of a sale that was returned to review',
      async (id) => (await caller(await makeAccount(server, 'admin'))).reviews.return({ id }),
    ],
    ['of a sale that was deleted', (id) => server.services().saleAdmin.remove('item', { id })],
    ['of a suspended account', () => suspend(server, red)],
    ['of an account that removed its webhook', async () => (await caller()).notices.removeWebhook({})],
    ['of a follow that was paused', () => changeFollow({ paused: true })],
    ['of a follow whose posts were switched off', () => changeFollow({ channels: { discord: false } })],
  ])('%s before delivery are not posted', async (_what, change) => {
    await follow();
    const sale = await approve();
    await match();
    await change(sale);
    await post();
    expect([discord.received.length, await waiting()]).toEqual([0, 0]);
  });
});

describe('while a process posts matches, no other process does', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['the owner resumes the channel', async () => (await caller()).notices.resume({ channel: 'discord' })],
    ['the owner sends a test message', async () => (await caller()).notices.testWebhook({})],
    ['the owner connects another webhook', () => connect(red, `${WEBHOOK}-new`)],
    [
      'the owner removes the webhook and connects it again',
      async () => {
        await (await caller()).notices.removeWebhook({});
        await connect(red);
      },
    ],
  ])('even if %s', async (_what, work) => {
    await follow();
    await approve();
    await match();
    const { arrived, release } = discord.hold();
    const posting = newPosts().step();
    await arrived;
    // Later messages are not held.
    discord.hold().release();
    await work();
    const second = await newPosts().step();
    release();
    await posting;
    await post();
    expect([second, contents().filter((content) => content.includes('Master Ball')).length]).toEqual([
      false,
      1,
    ]);
  });
});

describe('when Discord does not accept a message', () => {
  let sale: number;

  beforeEach(async () => {
    await follow();
    sale = await approve();
    await match();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its owner resumes the channel', async () => (await caller()).notices.resume({ channel: 'discord' })],
    ['a test message is accepted', async () => (await caller()).notices.testWebhook({})],
  ])('it is sent again at once when %s', async (_what, work) => {
    discord.answerNext({ status: 500 });
    await post();
    await work();
    await post();
    expect(await waiting()).toBe(0);
    expect(contents().at(-1)).toContain('Master Ball');
  });

  it('a match that is no longer posted does not count as a success', async () => {
    discord.answerNext({ status: 500 });
    await post();
    const failing = await channel();
    await server.services().saleAdmin.remove('item', { id: sale });
    server.clock.advance(MINUTE_MS);
    await post();
    expect(await waiting()).toBe(0);
    expect(await channel()).toEqual(failing);
    expect(failing.failing_since).not.toBeNull();
  });

  it('because of its rate limit, it is sent after the wait; other webhooks do not wait', async () => {
    discord.answerNext({ status: 429, body: { retry_after: 90 } });
    await post();
    const blue = await makeAccount(server);
    await connect(blue, 'https://discord.com/api/webhooks/4712/another');
    await follow('Master Ball', blue);
    await approve();
    await match();
    await post();
    expect(discord.received.map(({ path }) => path.split('/')[3])).toEqual(['4711', '4712']);
    expect(await channel()).toMatchObject({ failing_since: null, last_error: null });
    server.clock.advance(91_000);
    await post();
    expect(discord.received).toHaveLength(3);
    expect(contents()[2]?.match(/sale\//g)).toHaveLength(2);
  });

  it('it is retried after 1, 2, 4 minutes, and so on up to an hour; a success clears the error', async () => {
    for (let i = 0; i < 8; i += 1) discord.answerNext({ status: 500 });
    const failingSince = server.clock.now().toISOString();
    await post();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60]) {
      const tries = discord.received.length;
      server.clock.advance(minutes * MINUTE_MS - 1);
      await post();
      expect(discord.received).toHaveLength(tries);
      server.clock.advance(1);
      await post();
      expect(discord.received).toHaveLength(tries + 1);
    }
    expect(await channel()).toEqual({
      connected: true,
      failing_since: failingSince,
      last_error: 'Discord did not accept the message: it responded with 500.',
      paused_since: null,
    });
    server.clock.advance(60 * MINUTE_MS);
    await post();
    expect(await waiting()).toBe(0);
    expect(await channel()).toMatchObject({ failing_since: null, last_error: null });
  });

  it('for three days, the channel is paused; resumed, it gets what matches then', async () => {
    for (let i = 0; i < 2; i += 1) discord.answerNext({ status: 500 });
    await post();
    server.clock.advance(CHANNEL_PATIENCE_DAYS * DAY_MS);
    await post();
    expect((await channel()).paused_since).not.toBeNull();
    await approve();
    await match();
    server.clock.advance(DAY_MS);
    await post();
    expect([discord.received.length, await waiting()]).toEqual([2, 0]);
    const inbox = (await (await caller()).inbox.list({})).data;
    expect(inbox.filter(({ kind }) => kind === 'channel_paused')).toMatchObject([
      { data: { channel: 'discord', last_error: expect.stringContaining('500') } },
    ]);
    await (await caller()).notices.resume({ channel: 'discord' });
    await post();
    expect(discord.received).toHaveLength(2);
    await approve();
    await match();
    await post();
    expect(discord.received).toHaveLength(3);
  });

  it('because it does not know the webhook, the channel is paused at once', async () => {
    discord.answerNext({ status: 404 });
    await post();
    expect(await channel()).toMatchObject({
      last_error: expect.stringContaining('does not know this webhook'),
      paused_since: expect.any(String),
    });
    server.clock.advance(DAY_MS);
    await post();
    expect(discord.received).toHaveLength(1);
  });

  it('because it did not know the earlier webhook, the new one is not paused', async () => {
    discord.answerNext({ status: 404 });
    const { arrived, release } = discord.hold();
    const posting = newPosts().step();
    await arrived;
    await connect(red, `${WEBHOOK}-new`);
    release();
    await posting;
    expect(await channel()).toEqual({
      connected: true,
      failing_since: null,
      last_error: null,
      paused_since: null,
    });
  });

  it('because no secret decrypts the webhook, the channel is paused and says so', async () => {
    await server.sql(`update notice_channel set key_id = '0123456789abcdef' where user_id = ?`, [
      red.user.user_id,
    ]);
    await post();
    expect(discord.received).toEqual([]);
    expect((await channel()).last_error).toBe('The webhook can no longer be read. Connect it again.');
  });
});

it('a worker whose lease has ended meanwhile leaves the lease of another one', async () => {
  await follow();
  await approve();
  await match();
  const { arrived, release } = discord.hold();
  const posting = newPosts().step();
  await arrived;
  const others = '2100-01-01T00:00:00.000Z';
  await server.sql('update notice_channel set leased_until = ?', [others]);
  release();
  await posting;
  expect(await server.sql('select leased_until from notice_channel')).toEqual([{ leased_until: others }]);
  await server.sql('update notice_channel set leased_until = null');
});

describe('a worker that is killed', () => {
  it('after Discord accepted a message sends that message twice and no more', async () => {
    await follow();
    await approve();
    await match();
    const { arrived, release } = discord.hold();
    const worker = await startProgram('worker', server.database.url, {
      APP_SECRET: server.runtime.config.secret,
      PUBLIC_URL: server.runtime.config.publicUrl,
      ...discordSettings(discord),
    });
    try {
      await arrived;
    } finally {
      await worker.stop('SIGKILL');
      release();
    }
    expect([discord.received.length, await waiting()]).toEqual([1, 1]);
    // The lease of the worker ends.
    await server.sql(`update notice_channel set leased_until = now()`);
    await post();
    await post();
    expect([new Set(contents()).size, discord.received.length, await waiting()]).toEqual([1, 2, 0]);
  });
});
