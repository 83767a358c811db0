import { Migration } from '@mikro-orm/migrations';

/** Followed searches, what they matched, and how far the changes of sales were matched. */
export class Migration20261122000200_follows extends Migration {
  override name = 'Migration20261122000200_follows';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "follow" ("follow_id" serial primary key, "user_id" int not null, "kind" text not null, "search" text not null, "key" varchar(64) not null, "condition" text not null default 'every', "price" bigint null, "inbox" boolean not null, "email" text not null, "discord" boolean not null, "feed" boolean not null, "paused_at" timestamptz(3) null, "since" timestamptz(3) not null, "created" timestamptz(3) not null, "xid" xid8 not null default pg_current_xact_id());`,
    );
    this.addSql(`create index "follow_xid_index" on "follow" ("xid");`);
    this.addSql(`alter table "follow" add constraint "follow_key_unique" unique ("user_id", "key");`);

    this.addSql(
      `create table "follow_feed" ("id" uuid not null, "user_id" int not null, "token_hash" varchar(64) not null, "created" timestamptz(3) not null, primary key ("id"));`,
    );
    this.addSql(`alter table "follow_feed" add constraint "follow_feed_user_id_unique" unique ("user_id");`);
    this.addSql(
      `alter table "follow_feed" add constraint "follow_feed_token_hash_unique" unique ("token_hash");`,
    );

    this.addSql(
      `create table "follow_match" ("follow_id" int not null, "sale_id" int not null, "matched_at" timestamptz(3) not null, "email" text not null, "discord" boolean not null, "email_at" timestamptz(3) null, "discord_at" timestamptz(3) null, primary key ("follow_id", "sale_id"));`,
    );
    this.addSql(
      `create index "follow_match_newest_index" on "follow_match" ("follow_id", "matched_at" desc, "sale_id" desc);`,
    );
    this.addSql(`create index "follow_match_matched_index" on "follow_match" ("matched_at");`);

    this.addSql(
      `create table "follow_position" ("reader" varchar(20) not null, "snapshot" text not null, "taken_at" timestamptz(3) not null, "target" text null, "target_at" timestamptz(3) null, "after_change" bigint not null default '0', "scan_from" timestamptz(3) null, "scan_sale" int not null default 0, primary key ("reader"));`,
    );

    // What was approved before the update is no match.
    this.addSql(
      `insert into "follow_position" ("reader", "snapshot", "taken_at") values ('follows', pg_current_snapshot()::text, now());`,
    );

    this.addSql(
      `alter table "follow" add constraint "follow_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
    this.addSql(
      `alter table "follow" add constraint "follow_price_check" check (("price" is not null) = ("condition" in ('at_or_below', 'at_or_above')));`,
    );
    this.addSql(
      `alter table "follow" add constraint "follow_kind_check" check ("kind" in ('item', 'pokemon'));`,
    );
    this.addSql(
      `alter table "follow" add constraint "follow_condition_check" check ("condition" in ('every', 'at_or_below', 'at_or_above', 'outside_middle_half'));`,
    );
    this.addSql(
      `alter table "follow" add constraint "follow_email_check" check ("email" in ('off', 'at_once', 'daily', 'weekly'));`,
    );
    this.addSql(
      `create or replace function "follow_follow_changed_fn"() returns trigger as $$ begin new.xid := pg_current_xact_id(); return new; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "follow_changed" BEFORE UPDATE on "follow" for each ROW execute function "follow_follow_changed_fn"();`,
    );

    this.addSql(
      `alter table "follow_feed" add constraint "follow_feed_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );

    this.addSql(
      `alter table "follow_match" add constraint "follow_match_follow_id_foreign" foreign key ("follow_id") references "follow" ("follow_id") on delete cascade;`,
    );
    this.addSql(
      `alter table "follow_match" add constraint "follow_match_email_check" check ("email" in ('off', 'at_once', 'daily', 'weekly'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "follow_match" cascade;`);
    this.addSql(`drop table if exists "follow_feed" cascade;`);
    this.addSql(`drop table if exists "follow_position" cascade;`);
    this.addSql(`drop table if exists "follow" cascade;`);
    this.addSql(`drop function if exists "follow_follow_changed_fn"();`);
  }
}
