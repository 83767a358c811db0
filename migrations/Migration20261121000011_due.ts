import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000011_due extends Migration {
  override name = 'Migration20261121000011_due';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "decision_notice" ("notice_id" bigserial primary key, "sale_id" int not null, "decided_at" timestamptz(3) not null);`,
    );
    this.addSql(`create index "decision_notice_decided_index" on "decision_notice" ("decided_at");`);

    this.addSql(
      `create table "flag_due" ("kind" text not null, "name" text not null, "due_since" timestamptz(3) not null, "looked_to" int not null default 0, "again" boolean not null default false, primary key ("kind", "name"));`,
    );
    this.addSql(`create index "flag_due_since_index" on "flag_due" ("due_since");`);

    this.addSql(`create table "flag_mark" ("mark_id" bigserial primary key, "sale_id" int not null);`);

    this.addSql(`alter table "email_delivery" add "leased_until" timestamptz(3) null;`);

    this.addSql(`alter table "outbox" add "leased_until" timestamptz(3) null;`);

    this.addSql(
      `alter table "flag_due" add constraint "flag_due_kind_check" check ("kind" in ('item', 'pokemon'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "decision_notice" cascade;`);
    this.addSql(`drop table if exists "flag_due" cascade;`);
    this.addSql(`drop table if exists "flag_mark" cascade;`);

    this.addSql(`alter table "email_delivery" drop column "leased_until";`);

    this.addSql(`alter table "outbox" drop column "leased_until";`);
  }
}
