import { Migration } from '@mikro-orm/migrations';

/** Mails of resets are counted by address. */
export class Migration20261126000200_reset_addresses extends Migration {
  override name = 'Migration20261126000200_reset_addresses';

  override up(): void | Promise<void> {
    this.addSql(`create index "password_reset_email_index" on "password_reset" (lower("email"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "password_reset_email_index";`);
  }
}
