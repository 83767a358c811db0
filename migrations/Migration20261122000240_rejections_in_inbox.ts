import { Migration } from '@mikro-orm/migrations';

/** Whether a rejection was seen is known from the inbox. */
export class Migration20261122000240_rejections_in_inbox extends Migration {
  override name = 'Migration20261122000240_rejections_in_inbox';

  override up(): void | Promise<void> {
    this.addSql(`alter table "account" drop column "rejections_seen";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "account" add column "rejections_seen" timestamptz(3) not null default now();`);
  }
}
