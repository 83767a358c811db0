import { Migration } from '@mikro-orm/migrations';

/** Existing sessions were last confirmed when they were opened. */
export class Migration20261122000100_confirmed_sessions extends Migration {
  override name = 'Migration20261122000100_confirmed_sessions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "session" add column "confirmed_at" timestamptz(3) not null default now();`);
    this.addSql(`update "session" set "confirmed_at" = "created";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "session" drop column "confirmed_at";`);
  }
}
