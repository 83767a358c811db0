import { Migration } from '@mikro-orm/migrations';

/** The lease of a channel is apart from its wait: ending the wait must not end the lease. */
export class Migration20261129132946_channel_lease extends Migration {
  override name = 'Migration20261129132946_channel_lease';

  override up(): void | Promise<void> {
    this.addSql(`alter table "notice_channel" add "leased_until" timestamptz(3) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "notice_channel" drop column "leased_until";`);
  }
}
