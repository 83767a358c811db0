import { Migration } from '@mikro-orm/migrations';

/** Gives the same key as `nameKey` of the application. */
const NAME_KEY = `create or replace function "name_key"("name" text) returns text immutable parallel safe language sql as $$ select coalesce(nullif(regexp_replace(replace(replace(lower(normalize(name, NFKD)), '♀', 'f'), '♂', 'm'), '[\\ufe00-\\ufe0f\\u0020-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u00d7\\u00f7\\u02b9-\\u036f\\u2000-\\u2bff\\u2e00-\\u2e7f\\u3000-\\u3003\\u3008-\\u3020\\u30fb]+', '', 'g'), ''), replace(replace(lower(normalize(name, NFKD)), '♀', 'f'), '♂', 'm')) $$;`;

const PUBLIC = `"status" = 'approved' and "deleted_at" is null`;
const TRAITS = `"hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "perfect_ivs", "is_shiny", "nature", "hidden_power", "ability", "form"`;

const indexOf = (name: string, columns: string) => `create index "${name}" on "sale" ${columns};`;

/** The indexes by name: now by its key, before by the name in lower case. */
const NAME_INDEXES = [
  [
    'sale_item_name_index',
    `("name_key", "date_sold" desc, "sale_id" desc) include ("price") where "kind" = 'item' and ${PUBLIC}`,
    `(lower("name"), "date_sold" desc, "sale_id" desc) include ("price", "name") where "kind" = 'item' and ${PUBLIC}`,
  ],
  [
    'sale_pokemon_name_index',
    `("name_key", "date_sold" desc, "sale_id" desc) include ("price", ${TRAITS}) where "kind" = 'pokemon' and ${PUBLIC}`,
    `(lower("name"), "date_sold" desc, "sale_id" desc) include ("price", ${TRAITS}, "name") where "kind" = 'pokemon' and ${PUBLIC}`,
  ],
  [
    'sale_name_price_index',
    `("kind", "name_key", "price", "sale_id") where ${PUBLIC}`,
    `("kind", lower("name"), "price", "sale_id") where ${PUBLIC}`,
  ],
  [
    'sale_pending_name_index',
    `("name_key") where "status" = 'pending' and "deleted_at" is null`,
    `(lower("name")) where "status" = 'pending' and "deleted_at" is null`,
  ],
  [
    'sale_same_name_index',
    `("name_key", "price") where "deleted_at" is null`,
    `(lower("name"), "price") where "deleted_at" is null`,
  ],
  [
    'sale_new_item_index',
    `("name_key") where "kind" = 'item' and "item_id" is null`,
    `(lower("name")) include ("name") where "kind" = 'item' and "item_id" is null`,
  ],
] as const;

/** Names are compared by their key: only letters and digits, in lower case and without accents. */
export class Migration20261122000002_name_key extends Migration {
  override name = 'Migration20261122000002_name_key';

  override up(): void | Promise<void> {
    this.addSql(NAME_KEY);

    // Items whose names have the same key become one item; a live item of the catalogue is kept before others.
    this.addSql(
      `create temp table same_item on commit drop as select * from (select item_id, image_url, first_value(item_id) over (partition by name_key(name) order by merged_into is not null, source <> 'catalogue', item_id) as kept from item) as keyed where item_id <> kept;`,
    );
    this.addSql(
      `update "sale" set "item_id" = kept from same_item where "sale"."item_id" = same_item.item_id;`,
    );
    this.addSql(
      `update "item" set "merged_into" = kept from same_item where "item"."merged_into" = same_item.item_id and "item"."item_id" <> kept;`,
    );
    this.addSql(
      `update "item" set "image_url" = same_item.image_url from same_item where "item"."item_id" = kept and "item"."image_url" is null;`,
    );
    this.addSql(`delete from "item" using same_item where "item"."item_id" = same_item.item_id;`);
    this.addSql(`drop table same_item;`);

    this.addSql(`drop index "item_name_unique";`);
    this.addSql(`create unique index "item_name_unique" on "item" (name_key("name"::text));`);
    this.addSql(`drop index "species_name_unique";`);
    this.addSql(`create unique index "species_name_unique" on "species" (name_key("name"::text));`);

    // Dropped before the table is rewritten, so that they are built once.
    for (const [index] of NAME_INDEXES) this.addSql(`drop index "${index}";`);
    this.addSql(
      `alter table "sale" add "name_key" text generated always as (name_key("name"::text)) stored not null;`,
    );
    for (const [index, key] of NAME_INDEXES) this.addSql(indexOf(index, key));

    this.addSql(
      `with old as (delete from "flag_due" where "name" <> name_key("name") returning *) insert into "flag_due" ("kind", "name", "due_since") select "kind", name_key("name"), min("due_since") from old group by 1, 2 on conflict do nothing;`,
    );
    // Names and flags are compared in another way, so the flags of all pending sales are computed again.
    this.addSql(
      `insert into "flag_mark" ("sale_id") select "sale_id" from "sale" where "status" = 'pending' and "deleted_at" is null;`,
    );
  }

  override down(): void | Promise<void> {
    for (const [index] of NAME_INDEXES) this.addSql(`drop index "${index}";`);
    this.addSql(`alter table "sale" drop column "name_key";`);
    for (const [index, , before] of NAME_INDEXES) this.addSql(indexOf(index, before));
    this.addSql(`drop index "species_name_unique";`);
    this.addSql(`create unique index "species_name_unique" on "species" (lower("name"));`);
    this.addSql(`drop index "item_name_unique";`);
    this.addSql(`create unique index "item_name_unique" on "item" (lower("name"));`);
    this.addSql(`drop function name_key(text);`);
  }
}
