import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000006_admin extends Migration {
  override name = 'Migration20261121000006_admin';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "duplicate_scan" ("scan_id" serial primary key, "status" text not null default 'waiting', "progress" real not null default 0, "requested_name" varchar(120) null, "created" timestamptz(3) not null default now(), "started" timestamptz(3) null, "finished" timestamptz(3) null, "error" text null);`,
    );
    this.addSql(
      `create unique index "duplicate_scan_open_unique" on "duplicate_scan" ((true)) where "status" in ('waiting', 'running');`,
    );

    this.addSql(
      `create table "duplicate_group" ("group_id" bigserial primary key, "scan_id" int not null, "kind" text not null, "sale_ids" int[] not null);`,
    );
    this.addSql(
      `create index "duplicate_group_scan_index" on "duplicate_group" ("scan_id", "kind", "group_id");`,
    );

    this.addSql(
      `create table "job_state" ("key" varchar(60) not null, "value" jsonb not null, "updated_at" timestamptz(3) not null, primary key ("key"));`,
    );

    this.addSql(
      `create table "log_entry" ("id" uuid not null, "at" timestamptz(3) not null, "level" varchar(10) not null, "category" text not null, "message" text not null, "metadata" jsonb not null, "username" varchar(120) null, "ip" varchar(64) null, primary key ("id"));`,
    );
    this.addSql(`create index "log_entry_category_index" on "log_entry" ("category", "at" desc, "id" desc);`);
    this.addSql(`create index "log_entry_at_index" on "log_entry" ("at");`);

    this.addSql(
      `alter table "duplicate_scan" add constraint "duplicate_scan_status_check" check ("status" in ('waiting', 'running', 'done', 'failed'));`,
    );

    this.addSql(
      `alter table "duplicate_group" add constraint "duplicate_group_scan_id_foreign" foreign key ("scan_id") references "duplicate_scan" ("scan_id") on delete cascade;`,
    );
    this.addSql(
      `alter table "duplicate_group" add constraint "duplicate_group_kind_check" check ("kind" in ('item', 'pokemon'));`,
    );

    this.addSql(
      `alter table "log_entry" add constraint "log_entry_category_check" check ("category" in ('database', 'security', 'api', 'errors', 'discord', 'general'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "duplicate_group" drop constraint "duplicate_group_scan_id_foreign";`);

    this.addSql(`drop table if exists "duplicate_scan" cascade;`);
    this.addSql(`drop table if exists "duplicate_group" cascade;`);
    this.addSql(`drop table if exists "job_state" cascade;`);
    this.addSql(`drop table if exists "log_entry" cascade;`);
  }
}
