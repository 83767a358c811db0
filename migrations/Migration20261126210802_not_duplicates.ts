import { Migration } from '@mikro-orm/migrations';

/** Groups of duplicates that an admin dismissed. */
export class Migration20261126210802_not_duplicates extends Migration {
  override name = 'Migration20261126210802_not_duplicates';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "not_duplicates" ("dismissal_id" serial primary key, "sale_ids" int[] not null);`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "not_duplicates" cascade;`);
  }
}
