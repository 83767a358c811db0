import { Migration } from '@mikro-orm/migrations';

/** A new installation requires a second factor of its staff; one that has accounts decides that itself. */
export class Migration20261122000102_staff_factor extends Migration {
  override name = 'Migration20261122000102_staff_factor';

  override up(): void | Promise<void> {
    this.addSql(`alter table "account" add column "staff_since" timestamptz(3) null;`);
    this.addSql(`update "account" set "staff_since" = "created" where "role" <> 'user';`);
    this.addSql(
      `insert into "setting" ("key", "value") select 'require_staff_two_factor', 'true' where not exists (select from "account");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "setting" where "key" = 'require_staff_two_factor';`);
    this.addSql(`alter table "account" drop column "staff_since";`);
  }
}
