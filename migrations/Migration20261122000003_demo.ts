import { Migration } from '@mikro-orm/migrations';

/** Marks generated sales, so that a site that shows them can say so. */
export class Migration20261122000003_demo extends Migration {
  override name = 'Migration20261122000003_demo';

  override up(): void | Promise<void> {
    this.addSql(
      `update "sale" set "import_key" = 'demo-' || "sale"."sale_id" from "sale_event" where "sale_event"."sale_id" = "sale"."sale_id" and "sale_event"."type" = 'submitted' and "sale_event"."actor_id" is null and "sale_event"."actor_name" = 'demo data' and "sale"."import_key" is null;`,
    );
    this.addSql(
      `create index "sale_demo_index" on "sale" ("sale_id") where "import_key" like 'demo-%' and "status" = 'approved' and "deleted_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "sale_demo_index";`);
  }
}
