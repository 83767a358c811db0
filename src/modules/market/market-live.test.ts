import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MarketUpdate } from '../../contract/market/market.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { makeAccount, makeSale, type StoredSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { TestSocket } from '../../testing/clients/socket.ts';
import { type ServerProcess, startServerProcesses } from '../../testing/processes/server-process.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { testServer } from '../../testing/run/server.ts';
import { connect } from '../../testing/servers/postgres.ts';

const server = testServer();
/** Allows only a few reads per minute. */
const narrow = testServer({ RATE_LIMIT_FACTOR: '0.01' });
const edged = testServer({ EDGE_CACHE_SECONDS: '10' });
const user = testAccount(server);
const checker = testAccount(server, 'checker');
const other = fixture(() => connect(server.database.url), 'end');
let pages: Page[] = [];

const GARCHOMP = { kind: 'pokemon', name: 'Garchomp', exact: true };

/** One open page, with its position and the updates that it receives. */
class Page {
  readonly socket: TestSocket;
  /** Of the last update. */
  id = '';

  constructor(socket: TestSocket) {
    this.socket = socket;
    pages.push(this);
  }

  static async open(filter: object, lastEventId?: string, at: { url: string } = server): Promise<Page> {
    const page = new Page(await TestSocket.open(at));
    const params = { path: 'market.live', input: filter, lastEventId };
    page.socket.send({ id: 1, jsonrpc: '2.0', method: 'subscription', params });
    const { result, error } = await page.socket.next();
    if (result?.type !== 'started') throw new Error(error?.data?.code ?? 'not started');
    return page;
  }

  /** A page that has received its starting position. */
  static async listening(filter: object, at?: { url: string }): Promise<Page> {
    const page = await Page.open(filter, undefined, at);
    expect(await page.update()).toMatchObject({ type: 'here' });
    return page;
  }

  async update(): Promise<MarketUpdate> {
    const { result, error } = await this.socket.next();
    if (error) throw new Error(error.data.code);
    this.id = result.data.id;
    return result.data.data;
  }

  /** The next update that is not only a position, in short: `added 5`. */
  async nextUpdate(): Promise<string> {
    const update = await this.update();
    if (update.type === 'here') return this.nextUpdate();
    if (update.type === 'many') return 'many';
    return `${update.type} ${update.type === 'added' ? update.sale.sale_id : update.sale_id}`;
  }

  async nextUpdates(count: number): Promise<string[]> {
    const all: string[] = [];
    while (all.length < count) all.push(await this.nextUpdate());
    return all;
  }

  leave(): Promise<number> {
    return this.socket.close();
  }
}

afterEach(async () => {
  await Promise.all(pages.map((page) => page.leave()));
  pages = [];
});

/** For how long nothing has changed, as a new page learns it. */
async function quietMs(at: { url: string }): Promise<number> {
  const update = await (await Page.open({ kind: 'item' }, undefined, at)).update();
  if (update.type !== 'here') throw new Error(update.type);
  return update.quiet_ms;
}

const sell = (sale: StoredSale = {}) => makeSale(server, { by: user, status: 'approved', ...sale });
const sellPokemon = (sale: StoredSale = {}) => sell({ kind: 'pokemon', ...sale });
const sales = () => server.services(checker.actor).sales;

const DIRECTLY = `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
  select 'item', name, item_id, 1000, '2026-05-01', 'approved', now(), 2
  from item, generate_series(1, $1::int) where name = 'Master Ball' returning sale_id`;
const sellDirectly = async (count = 1): Promise<number[]> =>
  (await other.query<{ sale_id: number }>(DIRECTLY, [count])).rows.map(({ sale_id }) => sale_id);

it('lists the terms of a query that have no effect, if there are any', async () => {
  const first = async (query: string) => (await Page.open({ kind: 'pokemon', query })).update();
  expect(await first('nature > Bold AND price < 100k')).toMatchObject({ ignored: ['nature > Bold'] });
  expect(await first('price < 100k')).not.toHaveProperty('ignored');
});

describe('an open page', () => {
  it('receives a sale that matches its filter, as a visitor sees it', async () => {
    const page = await Page.listening({ ...GARCHOMP, min_price: 1_000_000, query: 'nature = Adamant' });
    await sell();
    await sellPokemon({ name: 'Gible' });
    await sellPokemon({ price: 999_999 });
    await sellPokemon({ traits: { nature: 'Jolly' } });
    await sellPokemon({ status: 'pending' });
    await sellPokemon({ status: 'rejected' });
    const id = await sellPokemon();
    const update = await page.update();
    expect(update).toMatchObject({
      type: 'added',
      sale: { sale_id: id, kind: 'pokemon', pokemon_name: 'Garchomp', price: 1_500_000, review_notes: null },
    });
    expect(page.socket.unread()).toEqual([]);
  });

  it('of a merged spelling receives the sales of its item', async () => {
    for (const name of ['Live Orrb', 'Live Orb'])
      await makeSale(server, { by: user, name, status: 'approved' });
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).itemMerge.merge({ from: 'Live Orrb', into: 'Live Orb' });
    const page = await Page.listening({ kind: 'item', name: 'live orrb', exact: true });
    const sale = await makeSale(server, { by: user, name: 'Live Orb', status: 'approved' });
    expect(await page.nextUpdate()).toBe(`added ${sale}`);
  });

  it('during a merge receives the renamed sales, or their removal when it shows the merged spelling', async () => {
    const id = await sell({ name: 'Open Orrb' });
    await sell({ name: 'Open Orb' });
    const spelling = { kind: 'item', name: 'open orrb', exact: true };
    const [exact, part] = [
      await Page.listening(spelling),
      await Page.listening({ kind: 'item', name: 'open' }),
    ];
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).itemMerge.merge({ from: 'Open Orrb', into: 'Open Orb' });
    expect(await part.update()).toMatchObject({
      type: 'added',
      sale: { sale_id: id, item_name: 'Open Orb' },
    });
    expect(await exact.nextUpdate()).toBe(`removed ${id}`);
    const again = await Page.open(spelling, exact.id);
    const next = await sell({ name: 'Open Orb' });
    expect(await again.nextUpdate()).toBe(`added ${next}`);
  });

  it('receives them although the delivery to another page fails', async () => {
    const leave = server.runtime.marketLive.listen({ kind: 'item' }, () => {
      throw new Error('a page that fails');
    });
    const page = await Page.listening({ kind: 'item' });
    const ids = [await sell(), await sell()];
    expect(await page.nextUpdates(2)).toEqual(ids.map((id) => `added ${id}`));
    leave();
    const errors = server.log.takeErrors();
    expect(errors).not.toEqual([]);
    for (const error of errors) expect(error.msg).toBe('market changes could not be delivered');
  });

  it('receives changes without an event: an operator’s SQL', async () => {
    const page = await Page.listening({ kind: 'item' });
    const [id] = await sellDirectly();
    expect(await page.nextUpdate()).toBe(`added ${id}`);
    await other.query('update sale set deleted_at = now(), version = version + 1 where sale_id = $1', [id]);
    expect(await page.nextUpdate()).toBe(`removed ${id}`);
  });

  it('receives the removal when a decision is undone', async () => {
    const page = await Page.listening({ kind: 'item' });
    const id = await sell({ status: 'pending' });
    await sales().decide('item', { id, status: 'approved' });
    expect(await page.update()).toMatchObject({ type: 'added', sale: { sale_id: id }, is_new: true });
    expect(await sales().undo([{ id, version: 2 }])).toMatchObject([{ ok: true }]);
    expect(await page.update()).toEqual({ type: 'removed', sale_id: id, was_listed: true });
  });

  it('receives an edited sale in its current state, or its removal when it no longer matches', async () => {
    const id = await sell({ price: 500 });
    const cheap = await Page.listening({ kind: 'item', max_price: 1_000 });
    const dear = await Page.listening({ kind: 'item', min_price: 1_000 });
    const admin = await makeAccount(server, 'admin');
    await server.services(admin.actor).saleAdmin.edit('item', { id, change: { price: 600 } });
    const edited = { type: 'added', sale: { sale_id: id, price: 600 }, is_new: false };
    expect(await cheap.update()).toMatchObject(edited);
    expect(await dear.update()).toEqual({ type: 'removed', sale_id: id, was_listed: false });
    await server.services(admin.actor).saleAdmin.edit('item', { id, change: { price: 5_000 } });
    expect(await cheap.nextUpdate()).toBe(`removed ${id}`);
    expect(await dear.update()).toMatchObject({ type: 'added', sale: { sale_id: id, price: 5_000 } });
  });

  it('receives the sales of a deleted account under its new name, or their removal', async () => {
    const ash = await makeAccount(server);
    const [cheap, dear] = [await sell({ by: ash, price: 10 }), await sell({ by: ash, price: 5_000 })];
    await sell({ by: ash, status: 'pending' });
    const query = `submitted_by = ${ash.user.username} OR price >= 1000`;
    const page = await Page.listening({ kind: 'item', query });
    await server.services(ash.actor).accountRemoval.removeOwn(ash.user.username);
    expect(await page.nextUpdate()).toBe(`removed ${cheap}`);
    expect(await page.update()).toMatchObject({
      type: 'added',
      sale: { sale_id: dear, submitted_by_username: `deleted user ${ash.user.user_id}` },
      is_new: false,
    });
    expect(page.socket.unread()).toEqual([]);
  });

  it('receives `many` when a deleted account has over a thousand sales', async () => {
    const ash = await makeAccount(server);
    await other.query('update sale set submitted_by = $1 where sale_id = any($2)', [
      ash.user.user_id,
      await sellDirectly(1_001),
    ]);
    const page = await Page.listening({ kind: 'item', name: 'Master Ball', exact: true });
    await server.services(ash.actor).accountRemoval.removeOwn(ash.user.username);
    expect(await page.nextUpdate()).toBe('many');
  });

  it('receives `many` when a statement changes over a thousand sales', async () => {
    const page = await Page.listening({ kind: 'item' });
    await sellDirectly(1_001);
    expect(await page.nextUpdate()).toBe('many');
    const [id] = await sellDirectly();
    expect(await page.nextUpdate()).toBe(`added ${id}`);
  });

  it('receives nothing for changes of the catalogue', async () => {
    const page = await Page.listening({ kind: 'item' });
    await other.query(`update item set image_url = 'https://i.imgur.com/x.png' where name = 'Master Ball'`);
    const id = await sell();
    expect(await page.nextUpdate()).toBe(`added ${id}`);
  });

  it('learns at its start for how long nothing has changed', async () => {
    await (await Page.listening({ kind: 'item' })).leave();
    const before = performance.now();
    await sell();
    // It is the first to find this sale: no page is open.
    const quiet = await quietMs(server);
    expect(quiet).toBeLessThanOrEqual(performance.now() - before);
    for (const { runtime } of [server, edged])
      vi.spyOn(runtime.changeFeed, 'quietFor').mockReturnValue(12_345.6);
    expect(await quietMs(server)).toBe(12_345);
    // Edges may have given it what is ten seconds old.
    expect(await quietMs(edged)).toBe(2_345);
  });

  it('receives its position from time to time, even when no sale matches its filter', async () => {
    const page = await Page.listening({ kind: 'item', min_price: 999_999_999 });
    const before = page.id;
    server.clock.advance(61_000);
    await sell();
    expect(await page.update()).toMatchObject({ type: 'here' });
    expect(page.id).not.toBe(before);
  });
});

describe('a reconnecting page', () => {
  it('receives missed updates exactly once', async () => {
    const page = await Page.listening(GARCHOMP);
    const first = await sellPokemon();
    expect(await page.nextUpdate()).toBe(`added ${first}`);
    await page.leave();
    const missed = [await sellPokemon(), await sellPokemon()];
    await sell();
    const again = await Page.open(GARCHOMP, page.id);
    expect((await again.nextUpdates(2)).toSorted()).toEqual(missed.map((id) => `added ${id}`).toSorted());
    const next = await sellPokemon();
    expect(await again.nextUpdate()).toBe(`added ${next}`);
    await again.leave();
    const third = await Page.open(GARCHOMP, again.id);
    expect(await third.update()).toMatchObject({ type: 'here' });
  });

  it('receives a change that was made before others it has received, and committed after them', async () => {
    const page = await Page.listening({ kind: 'item' });
    await other.query('begin');
    const [slow] = await sellDirectly();
    const quick = await sell();
    expect(await page.nextUpdate()).toBe(`added ${quick}`);
    await page.leave();
    await other.query('commit');
    const again = await Page.open({ kind: 'item' }, page.id);
    expect(await again.nextUpdate()).toBe(`added ${slow}`);
    const next = await sell();
    expect(await again.nextUpdate()).toBe(`added ${next}`);
  });

  it('receives the same message for a change as pages that were open', async () => {
    const [open, left] = [await Page.listening(GARCHOMP), await Page.listening(GARCHOMP)];
    await left.leave();
    await sellPokemon();
    const sentDirectly = await open.socket.next();
    const again = await Page.open(GARCHOMP, left.id);
    expect(JSON.stringify(await again.socket.next())).toBe(JSON.stringify(sentDirectly));
  });

  it('receives neither a sale that was added and removed, nor one that was rolled back', async () => {
    const page = await Page.listening({ kind: 'item' });
    await page.leave();
    const id = await sell();
    await other.query('update sale set deleted_at = now(), version = version + 1 where sale_id = $1', [id]);
    await other.query('begin');
    await sellDirectly();
    await other.query('rollback');
    const again = await Page.open({ kind: 'item' }, page.id);
    expect(await again.nextUpdate()).toBe(`removed ${id}`);
    const next = await sell();
    expect(await again.nextUpdate()).toBe(`added ${next}`);
  });

  it('receives several changes again when the connection broke between them', async () => {
    const page = await Page.listening({ kind: 'item' });
    await page.leave();
    const ids = await sellDirectly(3);
    const again = await Page.open({ kind: 'item' }, page.id);
    await again.nextUpdate();
    const cutOff = again.id;
    await again.leave();
    const third = await Page.open({ kind: 'item' }, cutOff);
    expect((await third.nextUpdates(3)).toSorted()).toEqual(ids.map((id) => `added ${id}`).toSorted());
  });

  it.each(['x', '1:2', '1:1:', '9223372036854775806:9223372036854775806:', "1:1:'); drop table sale; --"])(
    'with the position %j is asked to reload everything',
    async (id) => {
      const page = await Page.open({ kind: 'item' }, id);
      expect(await page.nextUpdate()).toBe('many');
      const sold = await sell();
      expect(await page.nextUpdate()).toBe(`added ${sold}`);
    },
  );

  it('is refused with an id that is too long', async () => {
    await expect(Page.open({ kind: 'item' }, '1'.repeat(4_001))).rejects.toThrow('BAD_REQUEST');
    await expect(Page.open({ kind: 'item', nature: 'Bold' })).rejects.toThrow('BAD_REQUEST');
    await expect(Page.open({ kind: 'pokemon', query: 'nature = ' })).rejects.toThrow('BAD_REQUEST');
  });
});

describe('the cost', () => {
  it('is the same for one page and for a thousand', async () => {
    const { token } = checker;
    const sockets = await Promise.all(Array.from({ length: 50 }, () => TestSocket.open(server, { token })));
    for (const socket of sockets) {
      for (let i = 0; i < LIMITS.live.perConnection; i += 1)
        socket.call('subscription', 'market.live', { kind: 'item', min_price: i + 1 });
      for (let i = 0; i < 2 * LIMITS.live.perConnection; i += 1) await socket.next();
    }
    const { readServers } = server.runtime;
    const queries = [vi.spyOn(readServers, 'changes'), vi.spyOn(readServers, 'read')];
    const [id] = await sellDirectly();
    for (const socket of sockets)
      for (let i = 0; i < LIMITS.live.perConnection; i += 1)
        expect((await socket.update()).data).toMatchObject({ type: 'added', sale: { sale_id: id } });
    // A few for each tick, and a few ticks: far fewer than pages.
    const made = queries.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    expect(made).toBeGreaterThanOrEqual(2);
    expect(made).toBeLessThan((sockets.length * LIMITS.live.perConnection) / 4);
    await Promise.all(sockets.map((socket) => socket.close()));
  });

  it('is zero without listeners', async () => {
    const [one, two] = [await Page.listening({ kind: 'item' }), await Page.listening({ kind: 'pokemon' })];
    expect(server.runtime.marketLive.listening).toBe(2);
    await one.leave();
    await two.leave();
    await expect.poll(() => server.runtime.marketLive.listening).toBe(0);
  });

  it('stays bounded for a slow reader, which catches up from the database', async () => {
    const page = await Page.listening({ kind: 'item' });
    page.socket.client.pause();
    const sold: number[] = [];
    for (let i = 0; i < 30; i += 1) sold.push(...(await sellDirectly(100)));
    page.socket.client.resume();
    const received = new Set<string>();
    while (received.size < sold.length) {
      const update = await page.nextUpdate();
      if (update === 'many') break;
      received.add(update);
    }
    // Delivered as a single update, or within `many`, and then the next one is single.
    const hears = async (): Promise<void> => {
      const next = await sell();
      let last = '';
      while (last !== `added ${next}` && last !== 'many') last = await page.nextUpdate();
      if (last === 'many') await hears();
    };
    await hears();
  });

  it('is limited to three subscriptions on the connection of a visitor', async () => {
    const socket = await TestSocket.open(server);
    for (let i = 0; i <= LIMITS.live.perVisitor; i += 1)
      socket.call('subscription', 'market.live', { kind: 'item' });
    const answers: string[] = [];
    // Each subscription answers that it started, and its position or that it was refused and stopped.
    while (!answers.includes('stopped') || answers.filter((answer) => answer === 'data').length < 3) {
      const { result, error } = await socket.next();
      if (error) expect(error.message).toBe('At most 3 subscriptions on one connection.');
      answers.push(error?.data.code ?? result.type);
    }
    expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(1);
    await socket.close();
  });

  it('counts as a read each time a page subscribes', async () => {
    const socket = await TestSocket.open(narrow);
    // In one message, because a socket gets no further one for a while after a refused call.
    const params = { path: 'market.live', input: { kind: 'item' } };
    socket.send(
      Array.from({ length: 10 }, (_, index) => ({ id: index + 1, method: 'subscription', params })),
    );
    const answers: string[] = [];
    while (!answers.includes('data') || !answers.includes('TOO_MANY_REQUESTS')) {
      const { result, error } = await socket.next();
      answers.push(error?.data.code ?? result.type);
    }
    expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS').length).toBeGreaterThan(3);
    await socket.close();
  });
});

describe('two servers', () => {
  const processes = fixture(
    () => startServerProcesses(2, server.database.url),
    async (all) => expect(await Promise.all(all.map((one) => one.stop()))).toEqual([0, 0]),
  );

  it('deliver approvals made at the other, and let a page resume at the other', async () => {
    const [one, two] = processes as [ServerProcess, ServerProcess];
    const first = await Page.listening({ kind: 'item' }, one);
    const second = await Page.listening({ kind: 'item' }, two);
    const id = await sell({ status: 'pending' });
    const answer = await fetch(`${one.url}/trpc/items.setStatus`, {
      method: 'POST',
      headers: { authorization: `Bearer ${checker.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id, status: 'approved' }),
    });
    expect(answer.status).toBe(200);
    expect(await first.nextUpdate()).toBe(`added ${id}`);
    expect(await second.nextUpdate()).toBe(`added ${id}`);
    await first.leave();
    const missed = await sell();
    const moved = await Page.open({ kind: 'item' }, first.id, two);
    expect(await moved.nextUpdate()).toBe(`added ${missed}`);
  });
});
