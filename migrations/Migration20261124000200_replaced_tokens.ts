import { Migration } from '@mikro-orm/migrations';

/** The token that a confirmation replaced, which stays valid for calls under way. */
export class Migration20261124000200_replaced_tokens extends Migration {
  override name = 'Migration20261124000200_replaced_tokens';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "session" add "replaced_hash" varchar(64) null, add "replaced_at" timestamptz(3) null;`,
    );
    this.addSql(
      `alter table "session" add constraint "session_replaced_hash_unique" unique ("replaced_hash");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "session" drop constraint "session_replaced_hash_unique";`);
    this.addSql(`alter table "session" drop column "replaced_hash", drop column "replaced_at";`);
  }
}
