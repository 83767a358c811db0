import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000008_approvals extends Migration {
  override name = 'Migration20261121000008_approvals';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "sale_approved_index" on "sale" ("decided_at" desc, "sale_id" desc) where "status" = 'approved' and "deleted_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "sale_approved_index";`);
  }
}
