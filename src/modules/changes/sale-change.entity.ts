import { defineEntity, p } from '@mikro-orm/core';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import { index } from '../../db/tables/indexes.ts';

/**
 * Changes of what visitors see: a sale became public, stopped being public, or was edited while public; more sales
 * changed in one statement than are recorded one by one; names, pictures or settings in public responses changed.
 */
const SALE_CHANGES = ['added', 'removed', 'edited', 'many', 'catalogue'] as const;
export type SaleChangeType = (typeof SALE_CHANGES)[number];

/** The most public sales changed by one statement, or one transaction, that are recorded one by one. */
export const MOST_AT_ONCE = 1_000;

/**
 * Gives the changes of a transaction one number, in the order of commits. It runs at the commit, and the lock is held
 * until the transaction is visible. So a reader who sees a number sees all lower ones, also on a standby.
 *
 * Only the last change of a transaction does anything: the lock is taken last, and for a short time. More changes than
 * are recorded one by one become one `many` before, for the same reason.
 *
 * A number is the time in milliseconds, or one more than the last number if that is higher. So no number is used twice,
 * not even after the last ones were lost: by the restore of a backup, or because a standby took over before it had them.
 */
const NUMBER = `declare number bigint;
begin
  if exists (select from sale_change where xid = new.xid and change_id > new.change_id) then return null; end if;
  if (select count(*) from (select from sale_change where xid = new.xid and sequence is null limit ${MOST_AT_ONCE + 1}) as own) > ${MOST_AT_ONCE} then
    delete from sale_change where xid = new.xid and sequence is null;
    insert into sale_change (change) values ('many');
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtext('market_sequence'));
  select setval('market_sequence', greatest(last_value + 1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint))
    into number from market_sequence;
  update sale_change set sequence = number, at = clock_timestamp() where xid = new.xid and sequence is null;
  return null;
end;`.replaceAll(/\s+/g, ' ');

const numberedTrigger = {
  name: 'sale_change_numbered',
  timing: 'after' as const,
  events: ['insert' as const],
  forEach: 'row' as const,
  // The ORM does not support deferred triggers.
  expression: [
    `create or replace function "sale_change_sale_change_numbered_fn"() returns trigger as $$ ${NUMBER} $$ language plpgsql;`,
    `create constraint trigger "sale_change_numbered" after insert on "sale_change" deferrable initially deferred for each row execute function "sale_change_sale_change_numbered_fn"();`,
  ].join('\n'),
};

/**
 * A change of what visitors see. Triggers write it, so that no writer can omit it; only
 * the deletion of an account, whose name is in another table, writes it itself.
 */
export const SaleChange = defineEntity({
  name: 'SaleChange',
  tableName: 'sale_change',
  triggers: [numberedTrigger],
  indexes: [
    { name: 'sale_change_xid_index', properties: ['xid', 'changeId'] },
    index(
      'sale_change_sequence_index',
      '"sale_change" ("sequence", "change_id") where "sequence" is not null',
    ),
  ],
  properties: {
    changeId: p.bigint().primary(),
    /** The number of its transaction in the order of commits; null until the transaction commits. */
    sequence: p.bigint('number').nullable(),
    /** The transaction of the change. */
    xid: p.string().columnType('xid8').defaultRaw('pg_current_xact_id()'),
    /** When it was numbered. */
    at: p.datetime(3).defaultRaw('clock_timestamp()'),
    /** Set for `added`, `removed` and `edited`; the row of the sale may no longer exist. */
    saleId: p.integer().nullable(),
    change: p.enum([...SALE_CHANGES]),
  },
});

/** Columns of a sale that affect what visitors see. */
const SHOWN = `sale_id, name, price, date_sold, proof_url, submitted_by, version, item_id, species_id, form, nature,
  ability, hidden_power, level, is_shiny, held_item, ${STATS.map(ivColumn).join(', ')}`;

const shown = (rows: string, columns = SHOWN) =>
  `select ${columns} from ${rows} where status = 'approved' and deleted_at is null`;

/** Inserts one row for each change that a query finds, or a single `many` row when there are too many. */
const record = (changes: string) => `insert into sale_change (sale_id, change)
  select distinct case when total <= ${MOST_AT_ONCE} then sale_id end, case when total <= ${MOST_AT_ONCE} then change else 'many' end
  from (select *, count(*) over () as total from (${changes} limit ${MOST_AT_ONCE + 1}) as first) as counted;`;

/** Uses set operations instead of joins, so that a plan cached for one row also performs well for a million. */
const UPDATED = `select sale_id, case when bool_and(is_new) then 'added' when bool_or(is_new) then 'edited' else 'removed' end as change
  from (
    select true as is_new, sale_id from (${shown('new_rows')} except ${shown('old_rows')}) as gained
    union all
    select false, sale_id from (${shown('old_rows')} except ${shown('new_rows')}) as lost
  ) as touched
  group by sale_id`;

const saleTrigger = (event: 'insert' | 'update' | 'delete', rows: string, changes: string) => {
  const name = `sale_change_${event}`;
  const body = `begin ${record(changes)} return null; end;`.replaceAll(/\s+/g, ' ');
  return {
    name,
    timing: 'after' as const,
    events: [event],
    forEach: 'statement' as const,
    // The ORM does not support transition tables.
    expression: [
      `create or replace function "sale_${name}_fn"() returns trigger as $$ ${body} $$ language plpgsql;`,
      `create trigger "${name}" after ${event} on "sale" referencing ${rows} for each statement execute function "sale_${name}_fn"();`,
    ].join('\n'),
  };
};

/** Statement-level triggers on sales that record what the statement changed for visitors. */
export const saleChangeTriggers = [
  saleTrigger('insert', 'new table as new_rows', shown('new_rows', `sale_id, 'added' as change`)),
  saleTrigger('update', 'old table as old_rows new table as new_rows', UPDATED),
  saleTrigger('delete', 'old table as old_rows', shown('old_rows', `sale_id, 'removed' as change`)),
];

/** A trigger on a table whose names, pictures or texts appear in public responses: one change row per transaction. */
export const catalogueTrigger = (table: string) => ({
  name: `${table}_shown`,
  timing: 'after' as const,
  events: ['insert' as const, 'update' as const, 'delete' as const],
  body: [
    "if tg_op <> 'UPDATE' or old is distinct from new then",
    "insert into sale_change (change) select 'catalogue' where not exists",
    "(select from sale_change where xid = pg_current_xact_id() and change = 'catalogue');",
    'end if;',
    'return null;',
  ].join(' '),
});
