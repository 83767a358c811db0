import { Migration } from '@mikro-orm/migrations';

/** The session that a sign-in replaces, while it waits for its second factor. */
export class Migration20261122000104_replaced_sessions extends Migration {
  override name = 'Migration20261122000104_replaced_sessions';

  override up(): void | Promise<void> {
    this.addSql(`alter table "pending_sign_in" add column "replaces" varchar(64) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "pending_sign_in" drop column "replaces";`);
  }
}
