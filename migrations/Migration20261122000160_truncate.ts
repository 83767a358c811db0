import { Migration } from '@mikro-orm/migrations';

/** History tables cannot be emptied either. Restoring a backup truncates tables that are empty. */
export class Migration20261122000160_truncate extends Migration {
  override name = 'Migration20261122000160_truncate';

  override up(): void | Promise<void> {
    this.addSql(
      `create or replace function "refuse_truncate"() returns trigger as $$ declare filled boolean; begin execute format('select exists (select from %I.%I)', tg_table_schema, tg_table_name) into filled; if filled then raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation'; end if; return null; end; $$ language plpgsql;`,
    );
    for (const table of ['audit_event', 'sale_event'])
      this.addSql(
        `create trigger "${table}_no_truncate" before truncate on "${table}" for each statement execute function "refuse_truncate"();`,
      );
  }

  override down(): void | Promise<void> {
    for (const table of ['audit_event', 'sale_event'])
      this.addSql(`drop trigger if exists "${table}_no_truncate" on "${table}";`);
    this.addSql(`drop function if exists "refuse_truncate"();`);
  }
}
