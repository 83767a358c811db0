import { Migration } from '@mikro-orm/migrations';

/** The first tables. Without `down`, because there is nothing before them to go back to. */
export class Migration20261121000001_tables extends Migration {
  override name = 'Migration20261121000001_tables';

  override up(): void {
    this.addSql(`create extension if not exists "pg_trgm";`);
    this.addSql(
      `create table "ability" ("ability_id" int not null, "name" varchar(100) not null, "generation" smallint not null, primary key ("ability_id"));`,
    );
    this.addSql(`create unique index "ability_name_unique" on "ability" (lower("name"));`);
    this.addSql(`create index "ability_name_trgm" on "ability" using gin ("name" gin_trgm_ops);`);

    this.addSql(
      `create table "account" ("user_id" serial primary key, "username" varchar(50) not null, "email" varchar(254) not null, "password_hash" varchar(200) not null, "role" text not null default 'user', "account_status" text not null default 'Active', "last_login" timestamptz(3) null, "created" timestamptz(3) not null default now());`,
    );
    this.addSql(`create unique index "account_username_unique" on "account" (lower("username"));`);
    this.addSql(`create unique index "account_email_unique" on "account" (lower("email"));`);
    this.addSql(
      `alter table "account" add constraint "account_role_check" check ("role" in ('user', 'checker', 'admin'));`,
    );
    this.addSql(
      `alter table "account" add constraint "account_account_status_check" check ("account_status" in ('Active', 'Suspended'));`,
    );

    this.addSql(
      `create table "audit_event" ("event_id" serial primary key, "at" timestamptz(3) not null default now(), "action" varchar(60) not null, "actor_id" int null, "actor_name" varchar(120) null, "target" varchar(254) null, "detail" jsonb null, "ip" varchar(64) null, "request_id" varchar(64) null);`,
    );
    this.addSql(`create index "audit_event_at_index" on "audit_event" ("at");`);
    this.addSql(
      `create or replace function "audit_event_audit_event_append_only_fn"() returns trigger as $$ begin raise exception 'rows of audit_event are never changed' using errcode = 'restrict_violation'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "audit_event_append_only" BEFORE UPDATE OR DELETE on "audit_event" for each ROW execute function "audit_event_audit_event_append_only_fn"();`,
    );

    this.addSql(
      `create table "catalogue_version" ("id" smallint not null, "hash" varchar(64) not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "catalogue_version" add constraint "catalogue_version_single_row" check ("id" = 1);`,
    );

    this.addSql(
      `create table "idempotency_key" ("user_id" int not null, "key" varchar(200) not null, "input_hash" varchar(64) not null, "answer" jsonb null, "created_at" timestamptz(3) not null default now(), primary key ("user_id", "key"));`,
    );
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");`);

    this.addSql(
      `create table "item" ("item_id" serial primary key, "name" varchar(100) not null, "generation" smallint null, "category" varchar(100) null, "image_url" varchar(2048) null, "sprite" varchar(100) null, "source" varchar(20) not null, "created_at" timestamptz not null default now());`,
    );
    this.addSql(`create unique index "item_name_unique" on "item" (lower("name"));`);
    this.addSql(`create index "item_name_trgm" on "item" using gin ("name" gin_trgm_ops);`);
    this.addSql(
      `alter table "item" add constraint "item_source_check" check ("source" in ('catalogue', 'import', 'market'));`,
    );

    this.addSql(
      `create table "outbox" ("id" uuid not null, "job" varchar(60) not null, "payload" jsonb not null, "created_at" timestamptz(3) not null default now(), "relayed_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "outbox_waiting_index" on "outbox" ("created_at") where "relayed_at" is null;`);

    this.addSql(
      `create table "session" ("token_hash" varchar(64) not null, "user_id" int not null, "created" timestamptz(3) not null default now(), "last_seen" timestamptz(3) not null default now(), "expires" timestamptz(3) not null, "ip" varchar(64) null, "user_agent" varchar(400) null, primary key ("token_hash"));`,
    );
    this.addSql(`create index "session_user_id_index" on "session" ("user_id");`);
    this.addSql(`create index "session_expires_index" on "session" ("expires");`);

    this.addSql(
      `create table "setting" ("key" varchar(100) not null, "value" text not null, "updated_at" timestamptz(3) not null default now(), "updated_by" int null, primary key ("key"));`,
    );

    this.addSql(
      `create table "species" ("species_id" int not null, "name" varchar(100) not null, "generation" smallint not null, primary key ("species_id"));`,
    );
    this.addSql(`create unique index "species_name_unique" on "species" (lower("name"));`);
    this.addSql(`create index "species_name_trgm" on "species" using gin ("name" gin_trgm_ops);`);

    this.addSql(
      `create table "sale" ("sale_id" serial primary key, "kind" text not null, "name" varchar(100) not null, "price" bigint not null, "date_sold" date not null, "proof_url" varchar(2048) null, "status" text not null default 'pending', "submitted_by" int null, "date_submitted" timestamptz(3) not null default now(), "decided_by" int null, "decided_at" timestamptz(3) null, "review_notes" text null, "version" int not null default 1, "deleted_at" timestamptz(3) null, "import_key" varchar(64) null, "item_id" int null, "species_id" int null, "form" varchar(100) null, "nature" varchar(20) null, "ability" varchar(100) null, "hidden_power" varchar(20) null, "level" smallint null, "is_shiny" boolean null, "held_item" varchar(100) null, "hp_iv" smallint null, "atk_iv" smallint null, "def_iv" smallint null, "spatk_iv" smallint null, "spdef_iv" smallint null, "speed_iv" smallint null, "perfect_ivs" smallint generated always as (("hp_iv" = 31)::int + ("atk_iv" = 31)::int + ("def_iv" = 31)::int + ("spatk_iv" = 31)::int + ("spdef_iv" = 31)::int + ("speed_iv" = 31)::int) stored null);`,
    );
    this.addSql(`create index "sale_kind_index" on "sale" ("kind");`);
    this.addSql(`create index "sale_submitted_by_index" on "sale" ("submitted_by");`);
    this.addSql(`create index "sale_decided_by_index" on "sale" ("decided_by");`);
    this.addSql(`create index "sale_item_id_index" on "sale" ("item_id");`);
    this.addSql(`create index "sale_species_id_index" on "sale" ("species_id");`);
    this.addSql(
      `create index "sale_newest_index" on "sale" ("kind", "date_sold" desc, "sale_id" desc) where "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_price_index" on "sale" ("kind", "price", "sale_id") where "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_name_newest_index" on "sale" ("kind", lower("name"), "date_sold" desc, "sale_id" desc) include ("price") where "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_name_price_index" on "sale" ("kind", lower("name"), "price", "sale_id") where "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_nature_ivs_index" on "sale" ("nature", "hp_iv", "atk_iv", "speed_iv", "date_sold" desc, "sale_id" desc) where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_ivs_index" on "sale" ("hp_iv", "atk_iv", "def_iv", "spatk_iv", "spdef_iv", "speed_iv", "nature") where "kind" = 'pokemon' and "status" = 'approved' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_pending_index" on "sale" ("date_submitted", "sale_id") where "status" = 'pending' and "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_submitted_index" on "sale" ("date_submitted" desc, "sale_id" desc) where "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_new_item_index" on "sale" (lower("name")) where "kind" = 'item' and "item_id" is null;`,
    );
    this.addSql(
      `create unique index "sale_import_key_unique" on "sale" ("import_key") where "import_key" is not null;`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_price_check" check ("price" >= 1 and "price" <= 999999999999);`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_decided_check" check (("status" = 'pending') = ("decided_at" is null));`,
    );
    this.addSql(`alter table "sale" add constraint "sale_proof_check" check ("proof_url" ~ '^https?://');`);
    this.addSql(
      `alter table "sale" add constraint "sale_traits_check" check (case "kind" when 'pokemon' then "item_id" is null and "species_id" is not null and "form" is not null and "nature" is not null and "ability" is not null and "hidden_power" is not null and "is_shiny" is not null and "hp_iv" is not null and "atk_iv" is not null and "def_iv" is not null and "spatk_iv" is not null and "spdef_iv" is not null and "speed_iv" is not null else "species_id" is null and "form" is null and "nature" is null and "ability" is null and "hidden_power" is null and "is_shiny" is null and "hp_iv" is null and "atk_iv" is null and "def_iv" is null and "spatk_iv" is null and "spdef_iv" is null and "speed_iv" is null and "level" is null and "held_item" is null end);`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_ivs_check" check ("hp_iv" >= 0 and "hp_iv" <= 31 and "atk_iv" >= 0 and "atk_iv" <= 31 and "def_iv" >= 0 and "def_iv" <= 31 and "spatk_iv" >= 0 and "spatk_iv" <= 31 and "spdef_iv" >= 0 and "spdef_iv" <= 31 and "speed_iv" >= 0 and "speed_iv" <= 31);`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_level_check" check ("level" >= 1 and "level" <= 100);`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_nature_check" check ("nature" in ('Hardy', 'Lonely', 'Brave', 'Adamant', 'Naughty', 'Bold', 'Docile', 'Relaxed', 'Impish', 'Lax', 'Timid', 'Hasty', 'Serious', 'Jolly', 'Naive', 'Modest', 'Mild', 'Quiet', 'Bashful', 'Rash', 'Calm', 'Gentle', 'Sassy', 'Careful', 'Quirky'));`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_hidden_power_check" check ("hidden_power" in ('Fighting', 'Flying', 'Poison', 'Ground', 'Rock', 'Bug', 'Ghost', 'Steel', 'Fire', 'Water', 'Grass', 'Electric', 'Psychic', 'Ice', 'Dragon', 'Dark'));`,
    );
    this.addSql(`alter table "sale" add constraint "sale_kind_check" check ("kind" in ('item', 'pokemon'));`);
    this.addSql(
      `alter table "sale" add constraint "sale_status_check" check ("status" in ('pending', 'approved', 'rejected'));`,
    );

    this.addSql(
      `create table "sale_event" ("event_id" bigserial primary key, "sale_id" int not null, "type" text not null, "at" timestamptz(3) not null default now(), "actor_id" int null, "actor_name" varchar(120) null, "before" jsonb null, "after" jsonb null, "notes" text null);`,
    );
    this.addSql(`create index "sale_event_sale_id_index" on "sale_event" ("sale_id");`);
    this.addSql(`create index "sale_event_actor_id_index" on "sale_event" ("actor_id");`);
    this.addSql(
      `alter table "sale_event" add constraint "sale_event_type_check" check ("type" in ('submitted', 'edited', 'approved', 'rejected', 'returned', 'deleted', 'restored'));`,
    );
    this.addSql(
      `create or replace function "sale_event_sale_event_append_only_fn"() returns trigger as $$ begin raise exception 'rows of sale_event are never changed' using errcode = 'restrict_violation'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "sale_event_append_only" BEFORE UPDATE OR DELETE on "sale_event" for each ROW execute function "sale_event_sale_event_append_only_fn"();`,
    );

    this.addSql(
      `create table "species_form" ("species_id" int not null, "form" varchar(100) not null, "generation" smallint not null, "abilities" jsonb not null, "sprite" varchar(100) not null, primary key ("species_id", "form"));`,
    );
    this.addSql(
      `create unique index "species_form_name_unique" on "species_form" ("species_id", lower("form"));`,
    );

    this.addSql(
      `create table "sprite" ("id" serial primary key, "pokemon_id" int not null, "pokemon_name" varchar(100) not null, "variant" varchar(100) not null, "imgur_url" varchar(2048) not null);`,
    );
    this.addSql(`create unique index "sprite_variant_unique" on "sprite" ("pokemon_id", lower("variant"));`);

    this.addSql(
      `alter table "audit_event" add constraint "audit_event_actor_id_foreign" foreign key ("actor_id") references "account" ("user_id") on delete set null;`,
    );

    this.addSql(
      `alter table "idempotency_key" add constraint "idempotency_key_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );

    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );

    this.addSql(
      `alter table "setting" add constraint "setting_updated_by_foreign" foreign key ("updated_by") references "account" ("user_id") on delete set null;`,
    );

    this.addSql(
      `alter table "sale" add constraint "sale_submitted_by_foreign" foreign key ("submitted_by") references "account" ("user_id") on delete set null;`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_decided_by_foreign" foreign key ("decided_by") references "account" ("user_id") on delete set null;`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_item_id_foreign" foreign key ("item_id") references "item" ("item_id") on delete set null;`,
    );
    this.addSql(
      `alter table "sale" add constraint "sale_species_id_foreign" foreign key ("species_id") references "species" ("species_id") on delete set null;`,
    );

    this.addSql(
      `alter table "sale_event" add constraint "sale_event_sale_id_foreign" foreign key ("sale_id") references "sale" ("sale_id");`,
    );
    this.addSql(
      `alter table "sale_event" add constraint "sale_event_actor_id_foreign" foreign key ("actor_id") references "account" ("user_id") on delete set null;`,
    );

    this.addSql(
      `alter table "species_form" add constraint "species_form_species_id_foreign" foreign key ("species_id") references "species" ("species_id") on delete cascade;`,
    );
  }
}
