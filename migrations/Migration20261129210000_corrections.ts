import { Migration } from '@mikro-orm/migrations';

/** The rejected sale that a submission corrects. */
export class Migration20261129210000_corrections extends Migration {
  override name = 'Migration20261129210000_corrections';

  override up(): void | Promise<void> {
    this.addSql(`alter table "sale" add "corrects" int null;`);
    this.addSql(`create index "sale_corrects_index" on "sale" ("corrects") where "corrects" is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "sale_corrects_index";`);
    this.addSql(`alter table "sale" drop column "corrects";`);
  }
}
