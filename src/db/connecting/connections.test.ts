import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createTestLog } from '../../testing/run/log.ts';
import { createOrm } from '../orm.ts';
import { statementOf, watchDatabase, watchPool } from './connections.ts';

it.each([
  ['select * from sale where sale_id = $1', 'select * from sale where sale_id = $1'],
  ["select 'it''s ok', 'x'", 'select ?, ?'],
  [String.raw`select E'a\'b', ' \', 'c'`, 'select ?, ?, ?'],
  ['select  1.5,\n 20 as a2 limit 50', 'select ?, ? as a2 limit ?'],
  ["insert into t values ('never ends", 'insert into t values (?'],
  [{ text: "select 'x'", values: [] }, 'select ?'],
  [undefined, ''],
])('shows %j without its values', (query, shown) => expect(statementOf(query)).toBe(shown));

it('hides values of a truncated statement', () => {
  const long = `select '${'secret '.repeat(10_000)}' as a`;
  expect(statementOf(long)).toBe('select ?');
});

it('logs that the database works again when any of its pools reaches it', async () => {
  const log = createTestLog();
  const watch = watchDatabase(log.logger, 200);
  const [down, up] = [{ connect: () => Promise.reject(new Error('away')) }, { connect: async () => ({}) }];
  for (const one of [down, up]) {
    const watched = { ...one, on: () => undefined } as unknown as Pool;
    watchPool(watched, watch);
    await Promise.resolve(watched.connect()).catch(() => undefined);
  }
  expect(log.lines.map(({ msg }) => msg)).toEqual(['the database fails', 'the database works again']);
});

it('logs an unreachable database once', async () => {
  const log = createTestLog();
  const watch = watchDatabase(log.logger, 200);
  const orm = await createOrm({ url: 'postgres://nobody@127.0.0.1:1/nothing', pool: 1, watch });
  for (let i = 0; i < 3; i += 1) await expect(orm.em.fork().execute('select 1')).rejects.toThrow();
  await orm.close();
  const logged = log.lines.filter(({ level }) => level !== 'debug');
  expect(logged).toMatchObject([{ level: 'warn', category: 'database', msg: 'the database fails' }]);
});
