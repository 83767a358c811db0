import { Migration } from '@mikro-orm/migrations';

/** With which browsers and from which networks accounts sign in, to recognise new ones. */
export class Migration20261122000121_sign_in_origins extends Migration {
  override name = 'Migration20261122000121_sign_in_origins';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "sign_in_origin" ("user_id" int not null, "origin_hash" varchar(64) not null, "last_seen" timestamptz(3) not null, primary key ("user_id", "origin_hash"));`,
    );
    this.addSql(`create index "sign_in_origin_last_seen_index" on "sign_in_origin" ("last_seen");`);
    this.addSql(
      `alter table "sign_in_origin" add constraint "sign_in_origin_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "sign_in_origin";`);
  }
}
