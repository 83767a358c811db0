import { Migration } from '@mikro-orm/migrations';

/** Accounts that their owner deleted. */
export class Migration20261122000122_account_deletion extends Migration {
  override name = 'Migration20261122000122_account_deletion';

  override up(): void | Promise<void> {
    this.addSql(`alter table "account" add column "deleted_at" timestamptz(3) null;`);
    this.addSql(
      `create table "farewell" ("id" uuid not null, "email" varchar(254) not null, "created" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`create index "farewell_created_index" on "farewell" ("created");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "farewell";`);
    this.addSql(`alter table "account" drop column "deleted_at";`);
  }
}
