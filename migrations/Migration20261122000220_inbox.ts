import { Migration } from '@mikro-orm/migrations';

/** The inboxes of accounts. */
export class Migration20261122000220_inbox extends Migration {
  override name = 'Migration20261122000220_inbox';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "inbox_entry" ("entry_id" bigserial primary key, "user_id" int not null, "kind" text not null, "key" varchar(120) not null, "sale_id" int null, "data" jsonb not null, "created" timestamptz(3) not null default now(), "read_at" timestamptz(3) null);`,
    );
    this.addSql(`create index "inbox_entry_created_index" on "inbox_entry" ("created");`);
    this.addSql(`create index "inbox_entry_list_index" on "inbox_entry" ("user_id", "entry_id");`);
    this.addSql(
      `create index "inbox_entry_unread_index" on "inbox_entry" ("user_id", "entry_id") where "read_at" is null;`,
    );
    this.addSql(
      `alter table "inbox_entry" add constraint "inbox_entry_key_unique" unique ("user_id", "kind", "key");`,
    );
    this.addSql(
      `alter table "inbox_entry" add constraint "inbox_entry_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
    this.addSql(
      `alter table "inbox_entry" add constraint "inbox_entry_kind_check" check ("kind" in ('submission_approved', 'submission_rejected', 'submission_corrected', 'submission_returned', 'follow_match', 'report_outcome', 'channel_paused'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "inbox_entry" cascade;`);
  }
}
