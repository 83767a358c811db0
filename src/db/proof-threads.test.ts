import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { administer, urlOf } from '../testing/servers/postgres.ts';
import { createOrm } from './orm.ts';

const BEFORE = 'Migration20261121000004_limits';

it('fills in the thread of existing proofs', async () => {
  const { url } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(url, `create database ${name}`);
  const orm = await createOrm({ url: urlOf(url, name), pool: 2 });
  const sql = <Row>(query: string) => orm.em.fork().execute<Row[]>(query);
  try {
    await orm.migrator.up({ to: BEFORE });
    await sql(`insert into sale (kind, name, price, date_sold, proof_url, status)
      select 'item', 'Master Ball', 5, '2026-01-01',
        case when n % 2 = 0 then 'https://www.forum.example/topic/' || n || '-title/?page=3#comment-' || n end, 'pending'
      from generate_series(1, 2100) n`);
    await orm.migrator.up();
    const [filled] = await sql(`select count(*)::int as sales, count(proof_thread)::int as threads,
      count(*) filter (where proof_thread = 'forum.example/topic/' || sale_id)::int as right, max(version) as version
      from sale`);
    expect(filled).toEqual({ sales: 2100, threads: 1050, right: 1050, version: 1 });
    await expect(sql(`update sale set price = 6`)).rejects.toThrow('version 1 after 1');
  } finally {
    await orm.close();
    await administer(url, `drop database ${name} with (force)`);
  }
});
