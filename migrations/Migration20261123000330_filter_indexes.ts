import { Migration } from '@mikro-orm/migrations';

/** Filters by IVs and by ability, and lists of a name by price, are read from an index only. */
export class Migration20261123000330_filter_indexes extends Migration {
  override name = 'Migration20261123000330_filter_indexes';

  override up(): void | Promise<void> {
    this.addSql(
      `create index "sale_ivs_index" on "sale" ("perfect_ivs", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "hidden_power", "is_shiny", "form") where "sale_id" > 0 and "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_item_price_index";`);
    this.addSql(
      `create index "sale_item_price_index" on "sale" ("price", "sale_id") include ("date_sold", "name_key") where "kind" = 'item' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_pokemon_price_index";`);
    this.addSql(
      `create index "sale_pokemon_price_index" on "sale" ("price", "sale_id") include ("date_sold", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form", "name_key") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_ability_index";`);
    this.addSql(
      `create index "sale_ability_index" on "sale" (lower("ability")) include ("price", "date_sold", "sale_id", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "sale_ivs_index";`);
    this.addSql(`drop index "sale_item_price_index";`);
    this.addSql(
      `create index "sale_item_price_index" on "sale" ("price", "sale_id") include ("date_sold") where "kind" = 'item' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_pokemon_price_index";`);
    this.addSql(
      `create index "sale_pokemon_price_index" on "sale" ("price", "sale_id") include ("date_sold", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_ability_index";`);
    this.addSql(
      `create index "sale_ability_index" on "sale" (lower("ability")) where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
  }
}
