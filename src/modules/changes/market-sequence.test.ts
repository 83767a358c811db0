import type { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { fixture } from '../../testing/run/fixture.ts';
import { testServer } from '../../testing/run/server.ts';
import { connect } from '../../testing/servers/postgres.ts';
import { readMarketSequence } from './market-sequence.ts';

const server = testServer();
const first = fixture(() => connect(server.database.url), 'end');
const second = fixture(() => connect(server.database.url), 'end');

const SALE = `insert into sale (kind, name, item_id, price, date_sold, status, decided_at, version)
  select 'item', name, item_id, 1000, '2026-05-01', 'approved', now(), 2
  from item, generate_series(1, $1::int) where name = 'Master Ball' returning sale_id`;
const store = async (by: Client, count = 1): Promise<number[]> =>
  (await by.query<{ sale_id: number }>(SALE, [count])).rows.map(({ sale_id }) => sale_id);

const latest = () => readMarketSequence(server.runtime.orm.em.fork());

interface Numbered {
  sequence: number;
  sale_id: number | null;
  change: string;
}

/** The changes after a number. */
async function changesAfter(sequence: number): Promise<Numbered[]> {
  const rows = await server.sql<Omit<Numbered, 'sequence'> & { sequence: string }>(
    'select sequence, sale_id, change from sale_change where sequence is null or sequence > ? order by sequence, sale_id',
    [sequence],
  );
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

describe('the number of a transaction', () => {
  it('is on all of its changes, and higher than those of earlier commits', async () => {
    const before = await latest();
    await first.query('begin');
    const slow = [...(await store(first, 2)), ...(await store(first))];
    const [quick] = await store(second);
    const between = await latest();
    expect(await changesAfter(before)).toEqual([{ sequence: between, sale_id: quick, change: 'added' }]);
    await first.query('commit');
    const now = await latest();
    expect(now).toBeGreaterThan(between);
    expect(await changesAfter(between)).toEqual(
      slow.map((sale_id) => ({ sequence: now, sale_id, change: 'added' })),
    );
  });

  it('is not used when the transaction is rolled back', async () => {
    const before = await latest();
    await first.query('begin');
    await store(first);
    await first.query('rollback');
    expect(await latest()).toBe(before);
    await first.query('begin');
    await store(first);
    await first.query('savepoint s');
    await store(first);
    await first.query('rollback to s');
    await first.query('commit');
    expect(await changesAfter(before)).toHaveLength(1);
  });

  it('is one for a transaction with more changes than are recorded one by one', async () => {
    const before = await latest();
    await first.query('begin');
    for (let i = 0; i < 3; i += 1) await store(first, 400);
    await first.query('commit');
    expect(await changesAfter(before)).toEqual([{ sequence: await latest(), sale_id: null, change: 'many' }]);
    await first.query('begin');
    await store(first, 600);
    await store(first, 400);
    await first.query('commit');
    expect((await changesAfter(before)).slice(1)).toHaveLength(1_000);
  });

  it('follows the order of commits of transactions that see an old state of the database', async () => {
    const before = await latest();
    await first.query('begin isolation level repeatable read');
    await first.query('select from sale limit 1');
    const [quick] = await store(second);
    const [slow] = await store(first);
    await first.query('commit');
    expect((await changesAfter(before)).map(({ sale_id }) => sale_id)).toEqual([quick, slow]);
    const numbers = (await changesAfter(before)).map(({ sequence }) => sequence);
    expect(new Set(numbers).size).toBe(2);
  });

  it('is given when the transaction asks for its constraints to be checked', async () => {
    const before = await latest();
    await first.query('begin');
    const ids = await store(first);
    await first.query('set constraints all immediate');
    ids.push(...(await store(first)));
    const commit = second.query('begin').then(() => store(second));
    ids.push(...(await commit));
    const waits = second.query('commit');
    await expect
      .poll(() =>
        server.sql(
          `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
        ),
      )
      .toHaveLength(1);
    await first.query('commit');
    await waits;
    expect((await changesAfter(before)).map(({ sale_id }) => sale_id)).toEqual(ids);
  });

  it('is the time in milliseconds, and never that of an earlier change', async () => {
    const [{ ms } = { ms: 0 }] = await server.sql<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    await store(first);
    const now = await latest();
    expect(now).toBeGreaterThanOrEqual(Math.floor(ms));
    // A clock that was put back.
    const ahead = now + 3_600_000;
    await server.sql(`select setval('market_sequence', ?)`, [ahead]);
    await store(first);
    await store(first);
    expect((await changesAfter(now)).map(({ sequence }) => sequence)).toEqual([ahead + 1, ahead + 2]);
  });
});

it('who sees a number sees all lower ones', async () => {
  const writers = await Promise.all(Array.from({ length: 6 }, () => connect(server.database.url)));
  const start = await latest();
  let isWriting = true;
  const looking = (async () => {
    const looks: Numbered[][] = [];
    while (isWriting) looks.push(await changesAfter(start));
    return looks;
  })();
  await Promise.all(
    writers.map(async (writer, i) => {
      for (let j = 0; j < 30; j += 1) {
        await writer.query('begin');
        await store(writer);
        if ((i + j) % 3 === 0) await writer.query('select pg_sleep(0.003)');
        await writer.query('commit');
      }
    }),
  );
  isWriting = false;
  const looks = await looking;
  const all = await changesAfter(start);
  await Promise.all(writers.map((writer) => writer.end()));
  expect(all).toHaveLength(180);
  expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(180);
  // What was seen at any time is the beginning of the whole.
  for (const look of looks) expect(look).toEqual(all.slice(0, look.length));
});
