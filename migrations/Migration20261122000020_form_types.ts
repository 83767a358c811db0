import { Migration } from '@mikro-orm/migrations';

/** The first type of a form. The start of the product fills it from the catalogue. */
export class Migration20261122000020_form_types extends Migration {
  override name = 'Migration20261122000020_form_types';

  override up(): void | Promise<void> {
    this.addSql(`alter table "species_form" add column "type" varchar(20) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "species_form" drop column "type";`);
  }
}
