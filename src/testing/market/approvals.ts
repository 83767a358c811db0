import type { TestAccount } from '../accounts/factories.ts';
import type { TestServer } from '../run/server.ts';

/** Creates many sales that a reviewer approved at once, with their histories; returns the ids in order. */
export async function makeApprovals(
  server: TestServer,
  { user }: TestAccount,
  count: number,
  at: Date = server.clock.now(),
): Promise<number[]> {
  const rows = await server.sql<{ sale_id: number }>(
    `with approved as (
       insert into sale (kind, name, item_id, price, date_sold, status, date_submitted, decided_by, decided_at, version)
       select 'item', name, item_id, n * 1000, ?::date, 'approved', ?, ?, ?, 2
       from item, generate_series(1, ?) n where name = 'Master Ball'
       returning sale_id
     ), history as (
       insert into sale_event (sale_id, type, at, actor_id, actor_name)
       select sale_id, type, ?, actor_id, actor_name
       from approved, (values ('submitted', null::int, 'test'), ('approved', ?::int, ?)) step (type, actor_id, actor_name)
     )
     select sale_id from approved order by sale_id`,
    [at, at, user.user_id, at, count, at, user.user_id, user.username],
  );
  return rows.map(({ sale_id }) => sale_id);
}
