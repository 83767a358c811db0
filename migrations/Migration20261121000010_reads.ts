import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000010_reads extends Migration {
  override name = 'Migration20261121000010_reads';

  override up(): void | Promise<void> {
    this.addSql(`drop index "sale_ivs_index";`);
    this.addSql(`drop index "sale_nature_ivs_index";`);
    this.addSql(`drop index "sale_newest_index";`);
    this.addSql(`drop index "sale_price_index";`);
    this.addSql(
      `create index "sale_item_newest_index" on "sale" ("date_sold" desc, "sale_id" desc) include ("price") where "kind" = 'item' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_item_price_index" on "sale" ("price", "sale_id") include ("date_sold") where "kind" = 'item' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_pokemon_newest_index" on "sale" ("date_sold" desc, "sale_id" desc) include ("price", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_pokemon_price_index" on "sale" ("price", "sale_id") include ("date_sold", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_traits_index" on "sale" ("nature", "hidden_power", "perfect_ivs") include ("price", "date_sold", "sale_id", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "is_shiny", "ability", "form") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_ability_index" on "sale" (lower("ability")) where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_form_index" on "sale" (lower("form")) where "form" <> 'Normal' and "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_shiny_index" on "sale" ("date_sold" desc, "sale_id" desc) where "is_shiny" and "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_level_index" on "sale" ("level") where "level" is not null and "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_name_newest_index";`);
    this.addSql(
      `create index "sale_item_name_index" on "sale" (lower("name"), "date_sold" desc, "sale_id" desc) include ("price", "name") where "kind" = 'item' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_pokemon_name_index" on "sale" (lower("name"), "date_sold" desc, "sale_id" desc) include ("price", "hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form", "name") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_pending_name_index" on "sale" (lower("name")) where "status" = 'pending' and "deleted_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "sale_pending_name_index";`);
    this.addSql(`drop index "sale_item_newest_index";`);
    this.addSql(`drop index "sale_item_price_index";`);
    this.addSql(`drop index "sale_pokemon_newest_index";`);
    this.addSql(`drop index "sale_pokemon_price_index";`);
    this.addSql(`drop index "sale_traits_index";`);
    this.addSql(`drop index "sale_ability_index";`);
    this.addSql(`drop index "sale_form_index";`);
    this.addSql(`drop index "sale_shiny_index";`);
    this.addSql(`drop index "sale_level_index";`);
    this.addSql(
      `create index "sale_ivs_index" on "sale" ("hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "nature") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_nature_ivs_index" on "sale" ("nature", "hp_iv", "atk_iv", "speed_iv", "date_sold" desc, "sale_id" desc) where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_newest_index" on "sale" ("kind", "date_sold" desc, "sale_id" desc) where "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_price_index" on "sale" ("kind", "price", "sale_id") where "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(`drop index "sale_item_name_index";`);
    this.addSql(`drop index "sale_pokemon_name_index";`);
    this.addSql(
      `create index "sale_name_newest_index" on "sale" ("kind", lower("name"), "date_sold" desc, "sale_id" desc) include ("price") where "status" = 'approved' and "deleted_at" is null;`,
    );
  }
}
