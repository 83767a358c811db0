import { Migration } from '@mikro-orm/migrations';

/** The devices with which accounts sign in, to recognise new ones. */
export class Migration20261122000121_known_devices extends Migration {
  override name = 'Migration20261122000121_known_devices';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "known_device" ("user_id" int not null, "device_hash" varchar(64) not null, "last_seen" timestamptz(3) not null, primary key ("user_id", "device_hash"));`,
    );
    this.addSql(`create index "known_device_last_seen_index" on "known_device" ("last_seen");`);
    this.addSql(
      `alter table "known_device" add constraint "known_device_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "known_device";`);
  }
}
