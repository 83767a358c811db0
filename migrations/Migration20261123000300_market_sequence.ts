import { Migration } from '@mikro-orm/migrations';

/** Each transaction that changes what visitors see gets one number, in the order of commits. */
export class Migration20261123000300_market_sequence extends Migration {
  override name = 'Migration20261123000300_market_sequence';

  override up(): void | Promise<void> {
    this.addSql(`alter table "sale_change" add "sequence" bigint null;`);
    // The tables are locked, so all changes are committed. Follows have been matched up to their snapshot: what it has
    // seen gets the lower numbers.
    this.addSql(
      `update "sale_change" set "sequence" = "numbered"."number" from (select "change_id", dense_rank() over (order by pg_visible_in_snapshot("xid", "snapshot"::pg_snapshot) desc, "xid") as "number" from "sale_change" left join "follow_position" on true) as "numbered" where "sale_change"."change_id" = "numbered"."change_id";`,
    );
    this.addSql(`drop index "sale_change_xid_index";`);
    this.addSql(`create index "sale_change_xid_index" on "sale_change" ("xid", "change_id");`);
    this.addSql(
      `create index "sale_change_sequence_index" on "sale_change" ("sequence", "change_id") where "sequence" is not null;`,
    );
    this.addSql(`create sequence "market_sequence" as bigint owned by "sale_change"."sequence";`);
    this.addSql(
      `create or replace function "sale_change_sale_change_numbered_fn"() returns trigger as $$ declare number bigint; begin if exists (select from sale_change where xid = new.xid and change_id > new.change_id) then return null; end if; if (select count(*) from (select from sale_change where xid = new.xid and sequence is null limit 1001) as own) > 1000 then delete from sale_change where xid = new.xid and sequence is null; insert into sale_change (change) values ('many'); return null; end if; perform pg_advisory_xact_lock(hashtext('market_sequence')); select setval('market_sequence', greatest(last_value + 1, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)) into number from market_sequence; update sale_change set sequence = number, at = clock_timestamp() where xid = new.xid and sequence is null; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create constraint trigger "sale_change_numbered" after insert on "sale_change" deferrable initially deferred for each row execute function "sale_change_sale_change_numbered_fn"();`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "sale_change_numbered" on "sale_change";`);
    this.addSql(`drop function if exists "sale_change_sale_change_numbered_fn"();`);
    this.addSql(`drop index "sale_change_sequence_index";`);
    this.addSql(`drop index "sale_change_xid_index";`);
    this.addSql(`alter table "sale_change" drop column "sequence";`);
    this.addSql(`create index "sale_change_xid_index" on "sale_change" ("xid");`);
  }
}
