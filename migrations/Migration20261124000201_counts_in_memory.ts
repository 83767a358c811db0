import { Migration } from '@mikro-orm/migrations';

/** Filters by IVs are counted in memory. */
export class Migration20261124000201_counts_in_memory extends Migration {
  override name = 'Migration20261124000201_counts_in_memory';

  override up(): void | Promise<void> {
    this.addSql(`drop index "sale_ivs_index";`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create index "sale_ivs_index" on "sale" ("perfect_ivs", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "hidden_power", "is_shiny", "form") where "sale_id" > 0 and "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
  }
}
