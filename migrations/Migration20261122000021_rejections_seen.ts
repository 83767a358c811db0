import { Migration } from '@mikro-orm/migrations';

/** What was rejected before counts as seen. */
export class Migration20261122000021_rejections_seen extends Migration {
  override name = 'Migration20261122000021_rejections_seen';

  override up(): void | Promise<void> {
    this.addSql(`alter table "account" add column "rejections_seen" timestamptz(3) not null default now();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "account" drop column "rejections_seen";`);
  }
}
