import { Migration } from '@mikro-orm/migrations';

/** Existing events are sealed by the first runs of the job. */
export class Migration20261122000161_history_seal extends Migration {
  override name = 'Migration20261122000161_history_seal';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "history_seal" ("chain" text not null, "last_id" bigint not null, "event_ids" bigint[] not null, "hashes" bytea not null, "at" timestamptz(3) not null default now(), primary key ("chain", "last_id"));`,
    );
    this.addSql(
      `alter table "history_seal" add constraint "history_seal_chain_check" check ("chain" in ('audit_event', 'sale_event'));`,
    );
    this.addSql(
      `create or replace function "history_seal_history_seal_append_only_fn"() returns trigger as $$ begin raise exception 'rows of history_seal are never changed' using errcode = 'restrict_violation'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "history_seal_append_only" BEFORE UPDATE OR DELETE on "history_seal" for each ROW execute function "history_seal_history_seal_append_only_fn"();`,
    );
    this.addSql(
      `create trigger "history_seal_no_truncate" before truncate on "history_seal" for each statement execute function "refuse_truncate"();`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "history_seal" cascade;`);
    this.addSql(`drop function if exists "history_seal_history_seal_append_only_fn"();`);
  }
}
