import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../contract/shared/limits.ts';
import { sha256 } from '../lib/crypto.ts';
import { linkToken } from '../lib/link-token.ts';
import { makeAccount, makeSale, suspend, type TestAccount } from '../testing/accounts/factories.ts';
import { login } from '../testing/accounts/sign-in.ts';
import { call } from '../testing/clients/rest-client.ts';
import { makeFollow, matchFollows } from '../testing/market/follows.ts';
import { testServer } from '../testing/run/server.ts';
import { withClient } from '../testing/servers/postgres.ts';

const server = testServer();

let player: TestAccount;

beforeEach(async () => {
  await server.truncate('sale', 'follow');
  await matchFollows(server);
  player = await makeAccount(server);
});

/** Gives the account a new address; returns its path on this server. */
async function newAddress(): Promise<string> {
  const { body } = await call(server, 'POST', '/follows/feed', { token: player.token });
  return new URL(body.url).pathname;
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'entry' });

interface Entry {
  title: { '#text': string };
  id: string;
  updated: string;
  summary: { '#text': string };
}

async function read(path: string): Promise<{ id: string; title: string; updated: string; entry?: Entry[] }> {
  const response = await get(path);
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const text = await response.text();
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text).feed;
}

/** The text that a reader shows for HTML. */
const shown = (html: string) =>
  html.replace(
    /&(lt|gt|quot|amp|#39);/g,
    (_all, name) => ({ lt: '<', gt: '>', quot: '"', amp: '&' })[name as string] ?? "'",
  );

const approve = (given: Parameters<typeof makeSale>[1] = {}) =>
  makeSale(server, { status: 'approved', ...given });
const feedOf = (filter: Record<string, unknown>) =>
  makeFollow(server, player, { filter, channels: { feed: true } });

describe('the Atom feed of an account', () => {
  it('leaves database connections to sign-ins, however many readers one address has', async () => {
    const path = await newAddress();
    await withClient(server.database.ownerUrl, async (holder) => {
      await holder.query('begin');
      await holder.query('lock table follow_feed in access exclusive mode');
      const readers = Array.from({ length: 3 * server.runtime.config.databasePool }, () => get(path));
      expect((await login(server, player.user.username)).status).toBe(200);
      await holder.query('rollback');
      for (const reader of readers) expect((await reader).status).toBe(200);
    });
  });

  it('has the matches of the follows that are delivered there, newest first', async () => {
    await feedOf({ kind: 'item', name: 'ball' });
    await feedOf({ kind: 'pokemon', nature: 'Adamant' });
    const elsewhere = { kind: 'item', name: 'Rare Candy', exact: true } as const;
    await makeFollow(server, player, { filter: elsewhere, channels: { feed: false } });
    const path = await newAddress();
    expect(await read(path)).toMatchObject({ title: 'MarketDex: searches you follow' });
    const ball = await approve({ name: 'Ultra Ball', price: 700, proof_url: null });
    await approve({ name: 'Rare Candy' });
    await matchFollows(server);
    const first = server.clock.now().toISOString();
    const pokemon = await approve({ kind: 'pokemon', price: 9_000 });
    await approve({ kind: 'pokemon', traits: { nature: 'Bold' } });
    await matchFollows(server);
    const { entry = [], updated } = await read(path);
    const url = (id: number) => `${server.runtime.config.publicUrl}/sale/${id}`;
    expect(entry.map(({ id }) => id)).toEqual([url(pokemon), url(ball)]);
    expect(updated).toBe(entry[0]?.updated);
    expect(entry[1]).toMatchObject({
      title: { '#text': expect.stringMatching(/^Ultra Ball sold for 700 PD on /) },
      updated: first,
      summary: { '#text': shownAs('No proof. Matches: Items with “ball” in the name.') },
    });
    expect(shown(entry[0]?.summary['#text'] ?? '')).toContain('Matches: Adamant Pokemon.');
  });

  it('says when a sale was corrected since', async () => {
    await feedOf({ kind: 'item', name: 'ball' });
    const path = await newAddress();
    const [first = 0] = [await approve({ price: 5 }), await approve({ price: 6 })];
    await matchFollows(server);
    const matched = server.clock.now().toISOString();
    server.clock.advance(60_000);
    await server.services().saleAdmin.edit('item', { id: first, change: { price: 700 } });
    const corrected = server.clock.now().toISOString();
    const { entry = [], updated } = await read(path);
    expect(entry.map((one) => one.updated)).toEqual([matched, corrected]);
    expect(updated).toBe(corrected);
  });

  it('names a sale once that several follows match, and escapes what people wrote', async () => {
    await feedOf({ kind: 'item', name: 'tom' });
    await feedOf({ kind: 'item', min_price: 5 });
    const path = await newAddress();
    await approve({ name: 'Tom & "Jerry" <b>]]>' });
    await matchFollows(server);
    const { entry = [] } = await read(path);
    expect(entry).toHaveLength(1);
    expect(entry[0]?.title['#text']).not.toContain('<b>');
    expect(shown(entry[0]?.title['#text'] ?? '')).toContain('Tom & "Jerry" <b>]]> sold for');
    expect(shown(entry[0]?.summary['#text'] ?? '')).toContain(
      'Matches: Items with “tom” in the name. Matches: Items, price from 5 PD.',
    );
  });

  it('leaves out sales that are no longer public, and keeps the newest fifty', async () => {
    await feedOf({ kind: 'item', name: 'ball' });
    const path = await newAddress();
    const sales: number[] = [];
    for (let i = 0; i < LIMITS.follows.feed + 2; i += 1) sales.push(await approve({ price: i + 1 }));
    await matchFollows(server);
    const ids = async () => ((await read(path)).entry ?? []).map(({ id }) => Number(id.split('/').at(-1)));
    expect(await ids()).toEqual(sales.toReversed().slice(0, LIMITS.follows.feed));
    const hidden = sales.at(-1) ?? 0;
    await server.services().saleAdmin.remove('item', { id: hidden });
    expect(await ids()).toEqual(sales.toReversed().slice(1, LIMITS.follows.feed + 1));
  });

  it('is answered with 304 until it changes, and is private', async () => {
    await feedOf({ kind: 'item', name: 'ball' });
    const path = await newAddress();
    const { headers, status } = await get(path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
    // Fetch adds `Cache-Control: no-cache`.
    const etag = { 'if-none-match': headers.get('etag') ?? '' };
    const known = await get(path, etag);
    expect([known.status, known.headers.get('cache-control')]).toEqual([304, 'private, max-age=300']);
    await approve();
    await matchFollows(server);
    expect((await get(path, etag)).status).toBe(200);
  });
});

const shownAs = (text: string) => expect.toSatisfy((html: string) => shown(html) === text);

describe('the address of a feed', () => {
  it('is shown to its owner, and replaced on request', async () => {
    const address = async () => (await call(server, 'GET', '/follows/feed', { token: player.token })).body;
    expect(await address()).toEqual({ url: null, created: null });
    const first = await newAddress();
    expect(first).toMatch(/^\/api\/feeds\/[\w-]{43}$/);
    expect(new URL((await address()).url).pathname).toBe(first);
    const second = await newAddress();
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200]);
    // Only its hash is stored.
    const [stored] = await server.sql('select f::text as row from follow_feed f');
    expect(String(stored?.row)).not.toContain(second.split('/').at(-1));
  });

  it('that was made with a forgotten secret is not shown, works, and can be replaced', async () => {
    const path = await newAddress();
    const address = async () => await call(server, 'GET', '/follows/feed', { token: player.token });
    const token = linkToken('a forgotten secret', 'follow-feed', 'any id');
    await server.sql('update follow_feed set token_hash = ? where user_id = ?', [
      sha256(token),
      player.user.user_id,
    ]);
    expect(await address()).toMatchObject({
      status: 200,
      body: { url: null, created: server.clock.now().toISOString() },
    });
    expect((await get(`/api/feeds/${token}`)).status).toBe(200);
    const next = await newAddress();
    expect(next).not.toBe(path);
    expect(new URL((await address()).body.url).pathname).toBe(next);
  });

  it('is not served to a suspended account, and not logged', async () => {
    const path = await newAddress();
    await suspend(server, player);
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: 'There is no such feed.' });
    await get('/api/feeds/unknown');
    expect(JSON.stringify(server.log.lines)).not.toContain(path.split('/').at(-1));
  });
});
