import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '../../contract/limits.ts';
import { comparableSince, usualPrice } from '../sales/comparables.queries.ts';
import { traitsOf } from '../sales/same-thing.filter.ts';
import type { Scope } from '../scope.ts';

const { nearDays, priceFactor, comparables } = LIMITS.review;
/** More than are shown, since some of them are hidden from some of the reviewers. */
const KEPT = 50;

/** Other sales `n` of the very thing that `t` is, at the same price or out of the same thread; decided ones too. */
const sameThing = sql`n.sale_id <> t.sale_id and n.deleted_at is null and n.kind = t.kind
  and lower(n.name) = lower(t.name) and (n.price = t.price or n.proof_thread = t.proof_thread)
  and row(${traitsOf('n')}) is not distinct from row(${traitsOf('t')})`;

const isNear = sql`abs(n.date_sold - t.date_sold) <= ${sql.lit(nearDays)}`;

/**
 * A proof leads to one sale of a thing. A shop's thread sells the same item many times, though, so that for items
 * price or day must agree too.
 */
const isSameProof = sql`n.proof_thread = t.proof_thread and (t.kind = 'pokemon' or n.price = t.price or ${isNear})`;

/** A flag with the neighbours that hold, the oldest first; null when none does. */
const neighbourFlag = (flag: string, holds: RawBuilder<unknown>) => sql`
  case when count(*) filter (where ${holds}) > 0 then jsonb_build_object('flag', ${sql.lit(flag)}::text,
    'sales', to_jsonb((array_agg(jsonb_build_object('sale_id', n.sale_id, 'status', n.status, 'price', n.price,
      'date_sold', n.date_sold) order by n.sale_id) filter (where ${holds}))[:${sql.lit(KEPT)}]),
    'total', count(*) filter (where ${holds})) end`;

const neighbourFlags = sql`lateral (
  select ${neighbourFlag('duplicate', sql`n.price = t.price and n.date_sold = t.date_sold`)} as duplicate,
    ${neighbourFlag('near_duplicate', sql`n.price = t.price and n.date_sold <> t.date_sold and ${isNear}`)} as near_duplicate,
    ${neighbourFlag('same_proof', isSameProof)} as same_proof
  from sale n where ${sameThing})`;

const priceFlag = sql`case when usual.comparable >= ${sql.lit(comparables.min)}
    and (t.price > usual.median * ${sql.lit(priceFactor)} or t.price * ${sql.lit(priceFactor)} < usual.median)
  then jsonb_build_object('flag', 'price', 'ratio', round(t.price::numeric / usual.median, 4),
    'median', usual.median, 'comparable', usual.comparable) end`;

/** A new item is the first of its name anyway, so that is not said beside it. */
const nameFlag = (meant: Record<string, string | null>) => sql`
  case when t.kind = 'item' and not exists (select from item where lower(item.name) = lower(t.name))
    then jsonb_build_object('flag', 'new_item', 'nearest', ${JSON.stringify(meant)}::jsonb ->> t.name)
  when not exists (select from sale c where c.kind = t.kind and lower(c.name) = lower(t.name)
      and c.status = 'approved' and c.deleted_at is null and c.sale_id <> t.sale_id)
    then jsonb_build_object('flag', 'first_sale') end`;

/** Names of these sales' items that the catalogue does not have. */
export async function newItemNames({ em }: Pick<Scope, 'em'>, saleIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name from sale
    where sale_id = any(${saleIds}) and kind = 'item'
      and not exists (select from item where lower(item.name) = lower(sale.name))`.execute(em.getKysely());
  return rows.map(({ name }) => name);
}

/**
 * Computes the flags of these sales, all at once and whatever their status, and keeps them.
 *
 * @param meant the nearest names of the catalogue, by new name
 */
export async function checkSales(
  { em, clock }: Pick<Scope, 'em' | 'clock'>,
  saleIds: readonly number[],
  meant: Record<string, string | null>,
): Promise<void> {
  const now = clock.now();
  await sql`
    with t as materialized (select * from sale where sale_id = any(${saleIds})),
    found as (
      select t.sale_id, jsonb_path_query_array(jsonb_build_array(near.duplicate, near.near_duplicate, near.same_proof,
        ${priceFlag}, ${nameFlag(meant)}), '$[*] ? (@ != null)') as flags
      from t cross join ${neighbourFlags} near cross join ${usualPrice(comparableSince(now))} usual)
    insert into sale_check (sale_id, flags, checked_at)
      select sale_id, flags, ${now}::timestamptz from found order by sale_id
    on conflict (sale_id) do update set flags = excluded.flags, checked_at = excluded.checked_at`.execute(
    em.getKysely(),
  );
}

/**
 * The pending ones of these sales, and the pending ones that these are evidence for, as they are or as they were.
 * What was ever approved bears on every sale of its name; others on sales of the same price or proof alone.
 */
export async function salesToCheck({ em }: Pick<Scope, 'em'>, saleIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ sale_id: number }>`
    with steps as (
      select s.sale_id, s.kind, e.type, s.name, s.price, s.proof_thread, e.before
      from sale s left join sale_event e using (sale_id) where s.sale_id = any(${saleIds})),
    changed as (
      select kind, bool_or(type = 'approved') as counted,
        array_agg(lower(name)) || array_agg(lower(before ->> 'name')) as names,
        array_agg(price) || array_agg((before ->> 'price')::bigint) as prices,
        array_agg(proof_thread) || array_agg(before ->> 'proofThread') as threads
      from steps group by sale_id, kind)
    select sale_id from sale where sale_id = any(${saleIds}) and status = 'pending' and deleted_at is null
    union
    select p.sale_id from changed join sale p on p.kind = changed.kind and lower(p.name) = any(changed.names)
    where p.status = 'pending' and p.deleted_at is null
      and (changed.counted or p.price = any(changed.prices) or p.proof_thread = any(changed.threads))
    order by sale_id`.execute(em.getKysely());
  return rows.map(({ sale_id }) => sale_id);
}
