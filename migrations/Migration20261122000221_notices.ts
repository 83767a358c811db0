import { Migration } from '@mikro-orm/migrations';

/** Settings and channels of notices, and indexes for the delivery of matches. */
export class Migration20261122000221_notices extends Migration {
  override name = 'Migration20261122000221_notices';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "notice_channel" ("user_id" int not null, "channel" text not null, "sealed" text null, "key_id" varchar(16) null, "failing_since" timestamptz(3) null, "last_error" varchar(200) null, "paused_at" timestamptz(3) null, "failures" int not null default 0, "wait_until" timestamptz(3) null, primary key ("user_id", "channel"));`,
    );
    this.addSql(
      `create table "notice_settings" ("user_id" int not null, "submissions" jsonb not null, primary key ("user_id"));`,
    );
    this.addSql(
      `create index "follow_match_mails_index" on "follow_match" ("email", "matched_at") where "email_at" is null and "email" <> 'off';`,
    );
    this.addSql(
      `create index "follow_match_posts_index" on "follow_match" ("matched_at") where "discord_at" is null and "discord";`,
    );
    this.addSql(
      `alter table "notice_channel" add constraint "notice_channel_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
    this.addSql(
      `alter table "notice_channel" add constraint "notice_channel_channel_check" check ("channel" in ('email', 'discord'));`,
    );
    this.addSql(
      `alter table "notice_settings" add constraint "notice_settings_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on update cascade on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "notice_channel" cascade;`);
    this.addSql(`drop table if exists "notice_settings" cascade;`);
    this.addSql(`drop index "follow_match_mails_index";`);
    this.addSql(`drop index "follow_match_posts_index";`);
  }
}
