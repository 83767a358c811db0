import { Migration } from '@mikro-orm/migrations';

const RENAMED = [
  ['table', 'farewell', 'account_deleted_mail'],
  ['index', 'farewell_pkey', 'account_deleted_mail_pkey'],
  ['index', 'farewell_created_index', 'account_deleted_mail_created_index'],
] as const;

/** The emails about deleted accounts have the name of their job. */
export class Migration20261130120000_account_deleted_mail extends Migration {
  override name = 'Migration20261130120000_account_deleted_mail';

  override up(): void | Promise<void> {
    for (const [what, before, after] of RENAMED)
      this.addSql(`alter ${what} "${before}" rename to "${after}";`);
    this.#renameId('farewell_id', 'mail_id');
  }

  override down(): void | Promise<void> {
    for (const [what, before, after] of RENAMED)
      this.addSql(`alter ${what} "${after}" rename to "${before}";`);
    this.#renameId('mail_id', 'farewell_id');
  }

  #renameId(before: string, after: string): void {
    this.addSql(
      `update "outbox" set "payload" = jsonb_build_object('${after}', "payload"->'${before}') where "job" = 'mail.account-deleted';`,
    );
  }
}
