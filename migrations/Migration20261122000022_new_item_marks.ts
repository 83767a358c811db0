import { Migration } from '@mikro-orm/migrations';

/** A mark without a sale means that the known items changed. */
export class Migration20261122000022_new_item_marks extends Migration {
  override name = 'Migration20261122000022_new_item_marks';

  override up(): void | Promise<void> {
    this.addSql(`alter table "flag_mark" alter column "sale_id" drop not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`delete from "flag_mark" where "sale_id" is null;`);
    this.addSql(`alter table "flag_mark" alter column "sale_id" set not null;`);
  }
}
