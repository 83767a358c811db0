import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000009_market_feed extends Migration {
  override name = 'Migration20261121000009_market_feed';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "sale_change" ("change_id" bigserial primary key, "xid" xid8 not null default pg_current_xact_id(), "at" timestamptz(3) not null default clock_timestamp(), "sale_id" int null, "change" text not null);`,
    );
    this.addSql(`create index "sale_change_xid_index" on "sale_change" ("xid");`);

    this.addSql(
      `create or replace function "ability_ability_shown_fn"() returns trigger as $$ begin if tg_op <> 'UPDATE' or old is distinct from new then insert into sale_change (change) select 'catalogue' where not exists (select from sale_change where xid = pg_current_xact_id() and change = 'catalogue'); end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "ability_shown" AFTER INSERT OR UPDATE OR DELETE on "ability" for each ROW execute function "ability_ability_shown_fn"();`,
    );

    this.addSql(
      `create or replace function "item_item_shown_fn"() returns trigger as $$ begin if tg_op <> 'UPDATE' or old is distinct from new then insert into sale_change (change) select 'catalogue' where not exists (select from sale_change where xid = pg_current_xact_id() and change = 'catalogue'); end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "item_shown" AFTER INSERT OR UPDATE OR DELETE on "item" for each ROW execute function "item_item_shown_fn"();`,
    );

    this.addSql(
      `create or replace function "setting_setting_shown_fn"() returns trigger as $$ begin if tg_op <> 'UPDATE' or old is distinct from new then insert into sale_change (change) select 'catalogue' where not exists (select from sale_change where xid = pg_current_xact_id() and change = 'catalogue'); end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "setting_shown" AFTER INSERT OR UPDATE OR DELETE on "setting" for each ROW execute function "setting_setting_shown_fn"();`,
    );

    this.addSql(
      `create or replace function "species_species_shown_fn"() returns trigger as $$ begin if tg_op <> 'UPDATE' or old is distinct from new then insert into sale_change (change) select 'catalogue' where not exists (select from sale_change where xid = pg_current_xact_id() and change = 'catalogue'); end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "species_shown" AFTER INSERT OR UPDATE OR DELETE on "species" for each ROW execute function "species_species_shown_fn"();`,
    );

    this.addSql(
      `create or replace function "sale_sale_change_insert_fn"() returns trigger as $$ begin insert into sale_change (sale_id, change) select distinct case when total <= 1000 then sale_id end, case when total <= 1000 then change else 'many' end from (select *, count(*) over () as total from (select sale_id, 'added' as change from new_rows where status = 'approved' and deleted_at is null limit 1001) as first) as counted; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "sale_change_insert" after insert on "sale" referencing new table as new_rows for each statement execute function "sale_sale_change_insert_fn"();`,
    );
    this.addSql(
      `create or replace function "sale_sale_change_update_fn"() returns trigger as $$ begin insert into sale_change (sale_id, change) select distinct case when total <= 1000 then sale_id end, case when total <= 1000 then change else 'many' end from (select *, count(*) over () as total from (select sale_id, case when bool_and(is_new) then 'added' when bool_or(is_new) then 'edited' else 'removed' end as change from ( select true as is_new, sale_id from (select sale_id, name, price, date_sold, proof_url, submitted_by, version, item_id, species_id, form, nature, ability, hidden_power, level, is_shiny, held_item, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv from new_rows where status = 'approved' and deleted_at is null except select sale_id, name, price, date_sold, proof_url, submitted_by, version, item_id, species_id, form, nature, ability, hidden_power, level, is_shiny, held_item, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv from old_rows where status = 'approved' and deleted_at is null) as gained union all select false, sale_id from (select sale_id, name, price, date_sold, proof_url, submitted_by, version, item_id, species_id, form, nature, ability, hidden_power, level, is_shiny, held_item, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv from old_rows where status = 'approved' and deleted_at is null except select sale_id, name, price, date_sold, proof_url, submitted_by, version, item_id, species_id, form, nature, ability, hidden_power, level, is_shiny, held_item, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv from new_rows where status = 'approved' and deleted_at is null) as lost ) as touched group by sale_id limit 1001) as first) as counted; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "sale_change_update" after update on "sale" referencing old table as old_rows new table as new_rows for each statement execute function "sale_sale_change_update_fn"();`,
    );
    this.addSql(
      `create or replace function "sale_sale_change_delete_fn"() returns trigger as $$ begin insert into sale_change (sale_id, change) select distinct case when total <= 1000 then sale_id end, case when total <= 1000 then change else 'many' end from (select *, count(*) over () as total from (select sale_id, 'removed' as change from old_rows where status = 'approved' and deleted_at is null limit 1001) as first) as counted; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "sale_change_delete" after delete on "sale" referencing old table as old_rows for each statement execute function "sale_sale_change_delete_fn"();`,
    );

    this.addSql(
      `create or replace function "species_form_species_form_shown_fn"() returns trigger as $$ begin if tg_op <> 'UPDATE' or old is distinct from new then insert into sale_change (change) select 'catalogue' where not exists (select from sale_change where xid = pg_current_xact_id() and change = 'catalogue'); end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "species_form_shown" AFTER INSERT OR UPDATE OR DELETE on "species_form" for each ROW execute function "species_form_species_form_shown_fn"();`,
    );

    this.addSql(
      `create or replace function "sprite_sprite_shown_fn"() returns trigger as $$ begin if tg_op <> 'UPDATE' or old is distinct from new then insert into sale_change (change) select 'catalogue' where not exists (select from sale_change where xid = pg_current_xact_id() and change = 'catalogue'); end if; return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "sprite_shown" AFTER INSERT OR UPDATE OR DELETE on "sprite" for each ROW execute function "sprite_sprite_shown_fn"();`,
    );

    this.addSql(
      `alter table "sale_change" add constraint "sale_change_change_check" check ("change" in ('added', 'removed', 'edited', 'many', 'catalogue'));`,
    );

    // Of what was before, nothing is known; and the table is never empty, so that its oldest row tells how far it reaches.
    this.addSql(`insert into "sale_change" ("change") values ('many');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "sale_change" cascade;`);

    this.addSql(`drop trigger if exists "ability_shown" on "ability";`);
    this.addSql(`drop function if exists "ability_ability_shown_fn"();`);

    this.addSql(`drop trigger if exists "item_shown" on "item";`);
    this.addSql(`drop function if exists "item_item_shown_fn"();`);

    this.addSql(`drop trigger if exists "sale_change_insert" on "sale";`);
    this.addSql(`drop function if exists "sale_sale_change_insert_fn"();`);
    this.addSql(`drop trigger if exists "sale_change_update" on "sale";`);
    this.addSql(`drop function if exists "sale_sale_change_update_fn"();`);
    this.addSql(`drop trigger if exists "sale_change_delete" on "sale";`);
    this.addSql(`drop function if exists "sale_sale_change_delete_fn"();`);

    this.addSql(`drop trigger if exists "setting_shown" on "setting";`);
    this.addSql(`drop function if exists "setting_setting_shown_fn"();`);

    this.addSql(`drop trigger if exists "species_shown" on "species";`);
    this.addSql(`drop function if exists "species_species_shown_fn"();`);

    this.addSql(`drop trigger if exists "species_form_shown" on "species_form";`);
    this.addSql(`drop function if exists "species_form_species_form_shown_fn"();`);

    this.addSql(`drop trigger if exists "sprite_shown" on "sprite";`);
    this.addSql(`drop function if exists "sprite_sprite_shown_fn"();`);
  }
}
