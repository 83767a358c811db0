import { Migration } from '@mikro-orm/migrations';

/** Browsers in which an account has signed in. */
export class Migration20261122000140_known_devices extends Migration {
  override name = 'Migration20261122000140_known_devices';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "known_device" ("token_hash" varchar(64) not null, "user_id" int not null, "kind_hash" varchar(64) not null, "expires" timestamptz(3) not null, primary key ("token_hash"));`,
    );
    this.addSql(`create index "known_device_expires_index" on "known_device" ("expires");`);
    this.addSql(`create index "known_device_user_id_index" on "known_device" ("user_id");`);
    this.addSql(
      `alter table "known_device" add constraint "known_device_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "known_device" cascade;`);
  }
}
