import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query, values } from '../../db/query.ts';
import { IS_KNOWN } from '../catalogue/item.queries.ts';
import { traitColumns } from '../market/sale.filter.ts';
import { comparableSince, unusualPrice, usualPrice } from '../market/similar/comparables.queries.ts';
import type { WriteScope } from '../scope.ts';

const { nearDays } = LIMITS.review;
/** More neighbours than are shown, since some of them are hidden from some reviewers. */
const KEPT = 50;

/** Other sales `n` with the name and traits of `t`, and with the same price or proof thread, including decided ones. */
const isNeighbour = sql`n.sale_id <> t.sale_id and n.deleted_at is null and n.kind = t.kind
  and n.name_key = t.name_key and (n.price = t.price or n.proof_thread = t.proof_thread)
  and row(${traitColumns('n')}) is not distinct from row(${traitColumns('t')})`;

const isNear = sql`abs(n.date_sold - t.date_sold) <= ${sql.lit(nearDays)}`;

/**
 * A proof normally belongs to one sale. A shop's thread sells the same item many times, so for items the price
 * or day must match too.
 */
const isSameProof = sql`n.proof_thread = t.proof_thread and (t.kind = 'pokemon' or n.price = t.price or ${isNear})`;

/** A flag with the neighbours that match a condition, oldest first; null when there are none. */
const neighbourFlag = (flag: string, holds: RawBuilder<unknown>) => sql`
  case when count(*) filter (where ${holds}) > 0 then jsonb_build_object('flag', ${sql.lit(flag)}::text,
    'sales', to_jsonb((array_agg(jsonb_build_object('sale_id', n.sale_id, 'status', n.status, 'price', n.price,
      'date_sold', n.date_sold) order by n.sale_id) filter (where ${holds}))[:${sql.lit(KEPT)}]),
    'total', count(*) filter (where ${holds})) end`;

const neighbourFlags = sql`lateral (
  select ${neighbourFlag('duplicate', sql`n.price = t.price and n.date_sold = t.date_sold`)} as duplicate,
    ${neighbourFlag('near_duplicate', sql`n.price = t.price and n.date_sold <> t.date_sold and ${isNear}`)} as near_duplicate,
    ${neighbourFlag('same_proof', isSameProof)} as same_proof
  from sale n where ${isNeighbour})`;

const proofFlag = sql`case when t.proof_url is null then jsonb_build_object('flag', 'no_proof') end`;

const priceFlag = sql`case when ${unusualPrice} is not null
  then jsonb_build_object('flag', 'price', 'ratio', t.price / usual.median::float8,
    'median', usual.median, 'comparable', usual.comparable) end`;

/** Approvals `e` of the sale `t`, except undone ones. An undo directly follows its decision. */
const approvals = sql`sale_event e where e.sale_id = t.sale_id and e.type = 'approved' and (
  select type from sale_event next where next.sale_id = e.sale_id and next.event_id > e.event_id
  order by next.event_id limit 1) is distinct from 'undone'`;

/** Reports of the current state of the sale: those since its last approval, except dismissed ones. */
const reportedFlag = sql`(
  select jsonb_build_object('flag', 'reported', 'reasons',
    jsonb_agg(jsonb_build_object('reason', reason, 'reports', reports) order by reports desc, reason))
  from (select reason, count(*) as reports from sale_report r
    where r.sale_id = t.sale_id and r.outcome is distinct from 'dismissed'
      and not exists (select from ${approvals} and e.at > r.reported_at)
    group by reason) as of_reason having count(*) > 0)`;

/** Whether the item of the sale `t` is known, by its name. */
const isKnownItem = sql`exists (select from item where name_key(item.name) = t.name_key and ${IS_KNOWN})`;

/** Whether another public sale has the name of `t`. */
const isSoldName = sql`exists (select from sale c where c.kind = t.kind and c.name_key = t.name_key
  and c.status = 'approved' and c.deleted_at is null and c.sale_id <> t.sale_id)`;

/** A new item is always the first sale of its name, so it does not get the `first_sale` flag too. */
const nameFlag = (nearest: Record<string, string | null>) => sql`
  case when t.kind = 'item' and not ${isKnownItem}
    then jsonb_build_object('flag', 'new_item', 'nearest', ${JSON.stringify(nearest)}::jsonb ->> t.name)
  when not ${isSoldName} then jsonb_build_object('flag', 'first_sale') end`;

/** The item names of these sales that are not known. */
export async function newItemNames(em: EntityManager, saleIds: readonly number[]): Promise<string[]> {
  return values(em)<string>`select distinct t.name from sale t
    where t.sale_id = any(${saleIds}) and t.kind = 'item' and not ${isKnownItem}`;
}

/**
 * Computes and stores the flags of these sales, of any status, in one statement.
 *
 * @param nearest the nearest known names, by new name
 * @returns the sales whose flags changed or were computed for the first time
 */
export async function checkSales(
  { em, clock }: WriteScope,
  saleIds: readonly number[],
  nearest: Record<string, string | null>,
): Promise<number[]> {
  const now = clock.now();
  return values(em)<number>`
    with t as materialized (select * from sale where sale_id = any(${saleIds})),
    found as (
      select t.sale_id, jsonb_path_query_array(jsonb_build_array(${reportedFlag}, near.duplicate, near.near_duplicate, near.same_proof,
        ${proofFlag}, ${priceFlag}, ${nameFlag(nearest)}), '$[*] ? (@ != null)') as flags
      from t cross join ${neighbourFlags} near cross join ${usualPrice(comparableSince(now))} usual)
    insert into sale_check (sale_id, flags, checked_at)
      select sale_id, flags, ${now}::timestamptz from found order by sale_id
    on conflict (sale_id) do update set flags = excluded.flags, checked_at = excluded.checked_at
      where sale_check.flags <> excluded.flags
    returning sale_id`;
}

interface Marks {
  taken: number;
  saleIds: number[];
  /** Whether the names of known items changed. */
  newItems: boolean;
}

/** Takes the newest marks first: a reviewer is most likely to look at the sales that changed last. */
export async function takeMarks(em: EntityManager, most: number): Promise<Marks> {
  const marked = await values(em)<number | null>`
    delete from flag_mark where mark_id in (select mark_id from flag_mark order by mark_id desc limit ${most})
    returning sale_id`;
  const saleIds = new Set(marked.filter((id) => id !== null));
  return { taken: marked.length, saleIds: [...saleIds], newItems: marked.includes(null) };
}

/** Whether these sales may have made an item of the market known, or unknown: there is no other public sale of it. */
export async function mayChangeKnownItems(em: EntityManager, saleIds: readonly number[]): Promise<boolean> {
  const rows = await query(em)`
    select from sale t join sale_event e using (sale_id)
    cross join unnest(array[t.name_key, name_key(e.before ->> 'name')]) as named(name)
    join item on name_key(item.name) = named.name
    where t.sale_id = any(${saleIds}) and t.kind = 'item' and item.source = 'market'
      and not exists (select from sale s where s.item_id = item.item_id and s.status = 'approved'
        and s.deleted_at is null and s.sale_id <> all(${saleIds}))
    limit 1`;
  return rows.length > 0;
}

/** A name is due only once, but again after a pass over its sales that has begun. */
const onceDue = sql`on conflict (kind, name) do update set again = flag_due.again or flag_due.looked_to > 0`;

/** Makes the names of all pending sales due whose item may be new, or may have been until now: no public sale has it. */
export async function makeNewItemsDue(em: EntityManager): Promise<void> {
  await query(em)`insert into flag_due (kind, name, due_since)
    select distinct t.kind, t.name_key, now() from sale t
    where t.kind = 'item' and t.status = 'pending' and t.deleted_at is null
      and not ${isSoldName}
    ${onceDue}`;
}

export async function pendingOf(em: EntityManager, saleIds: readonly number[]): Promise<number[]> {
  return values(em)<number>`
    select sale_id from sale where sale_id = any(${saleIds}) and status = 'pending' and deleted_at is null
    order by sale_id`;
}

/**
 * Makes the names due under which other pending sales may be affected by these sales, in their current or a previous
 * state. A sale that was ever approved affects every sale of its name; others only sales of the same price or proof.
 */
export async function makeNamesDue(em: EntityManager, saleIds: readonly number[]): Promise<void> {
  await query(em)`
    with steps as (
      select s.sale_id, s.kind, e.type, s.name_key, s.price, s.proof_thread, e.before
      from sale s left join sale_event e using (sale_id) where s.sale_id = any(${saleIds})),
    changed as (
      select kind, bool_or(type = 'approved') as counted,
        array_agg(name_key) || array_agg(name_key(before ->> 'name')) as names,
        array_agg(price) || array_agg((before ->> 'price')::bigint) as prices,
        array_agg(proof_thread) || array_agg(before ->> 'proofThread') as threads
      from steps group by sale_id, kind)
    insert into flag_due (kind, name, due_since)
      select distinct changed.kind, named.name, now() from changed cross join lateral unnest(changed.names) as named(name)
      where exists (select from sale p where p.kind = changed.kind and p.name_key = named.name
        and p.status = 'pending' and p.deleted_at is null and p.sale_id <> all(${saleIds})
        and (changed.counted or p.price = any(changed.prices) or p.proof_thread = any(changed.threads)))
    ${onceDue}`;
}

/** A name that is due, with the progress of the pass over its pending sales. */
interface DueName {
  kind: SaleKind;
  name: string;
  looked_to: number;
  again: boolean;
}

/** The name that has been due longest, if for at least `dueForMs` milliseconds. */
export async function nextDueName(em: EntityManager, dueForMs: number): Promise<DueName | undefined> {
  const [row] = await query(em)<DueName>`select kind, name, looked_to, again from flag_due
    where due_since <= now() - ${dueForMs} * interval '1 ms' order by due_since, kind, name limit 1`;
  return row;
}

/** The next pending sales of a name, at most `most`. */
export async function nextPending(
  em: EntityManager,
  { kind, name, looked_to }: DueName,
  most: number,
): Promise<number[]> {
  return values(em)<number>`
    select sale_id from sale where kind = ${kind} and name_key = ${name} and sale_id > ${looked_to}
      and status = 'pending' and deleted_at is null order by sale_id limit ${most}`;
}

export async function passReached(
  em: EntityManager,
  { kind, name }: DueName,
  lookedTo: number,
): Promise<void> {
  await query(em)`update flag_due set looked_to = ${lookedTo} where kind = ${kind} and name = ${name}`;
}

/** Ends a pass. A name that changed in the meantime is due again from now on. */
export async function passEnded(em: EntityManager, { kind, name, again }: DueName): Promise<void> {
  const ofName = sql`where kind = ${kind} and name = ${name}`;
  if (again) await query(em)`update flag_due set looked_to = 0, again = false, due_since = now() ${ofName}`;
  else await query(em)`delete from flag_due ${ofName}`;
}
