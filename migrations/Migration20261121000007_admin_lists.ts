import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000007_admin_lists extends Migration {
  override name = 'Migration20261121000007_admin_lists';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "account_username_trgm" on "account" using gin (lower("username") gin_trgm_ops);`,
    );
    this.addSql(`create index "account_email_trgm" on "account" using gin (lower("email") gin_trgm_ops);`);

    this.addSql(`alter table "item" add "merged_into" int null;`);
    this.addSql(`create index "item_merged_into_index" on "item" ("merged_into");`);
    this.addSql(`alter table "item" add constraint "item_merged_check" check ("merged_into" <> "item_id");`);

    this.addSql(`create index "sale_figures_index" on "sale" ("kind", "status") where "deleted_at" is null;`);
    this.addSql(
      `create index "sale_deleted_index" on "sale" ("date_submitted" desc, "sale_id" desc) where "deleted_at" is not null;`,
    );
    this.addSql(`drop index "sale_new_item_index";`);
    this.addSql(
      `create index "sale_new_item_index" on "sale" (lower("name")) include ("name") where "kind" = 'item' and "item_id" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "account_username_trgm";`);
    this.addSql(`drop index "account_email_trgm";`);

    this.addSql(`drop index "item_merged_into_index";`);
    this.addSql(`alter table "item" drop constraint "item_merged_check";`);
    this.addSql(`alter table "item" drop column "merged_into";`);

    this.addSql(`drop index "sale_figures_index";`);
    this.addSql(`drop index "sale_deleted_index";`);
    this.addSql(`drop index "sale_new_item_index";`);
    this.addSql(
      `create index "sale_new_item_index" on "sale" (lower("name")) where "kind" = 'item' and "item_id" is null;`,
    );
  }
}
