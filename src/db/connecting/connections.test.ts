import { expect, it } from 'vitest';
import { createTestLog } from '../../testing/run/log.ts';
import { createOrm } from '../orm.ts';
import { statementOf } from './connections.ts';

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

it('logs an unreachable database once', async () => {
  const log = createTestLog();
  const watch = { logger: log.logger, slowQueryMs: 200 };
  const orm = await createOrm({ url: 'postgres://nobody@127.0.0.1:1/nothing', pool: 1, watch });
  for (let i = 0; i < 3; i += 1) await expect(orm.em.fork().execute('select 1')).rejects.toThrow();
  await orm.close();
  const logged = log.lines.filter(({ level }) => level !== 'debug');
  expect(logged).toMatchObject([{ level: 'warn', category: 'database', msg: 'the database fails' }]);
});
