import { Migration } from '@mikro-orm/migrations';

/** Addresses of existing accounts count as confirmed. From now on only confirmed addresses are unique. */
export class Migration20261122000120_addresses extends Migration {
  override name = 'Migration20261122000120_addresses';

  override up(): void | Promise<void> {
    this.addSql(`alter table "account" add column "email_confirmed_at" timestamptz(3) null;`);
    this.addSql(`update "account" set "email_confirmed_at" = "created";`);
    this.addSql(`drop index "account_email_unique";`);
    this.addSql(
      `create unique index "account_email_unique" on "account" (lower("email")) where email_confirmed_at is not null;`,
    );
    this.addSql(`alter table "password_reset" add column "email" varchar(254) null;`);
    this.addSql(
      `update "password_reset" set "email" = "account"."email" from "account" where "account"."user_id" = "password_reset"."user_id";`,
    );
    this.addSql(
      `create table "address_link" ("id" uuid not null, "token_hash" varchar(64) not null, "user_id" int not null, "purpose" text not null, "email" varchar(254) not null, "created" timestamptz(3) not null, "expires" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "address_link" add constraint "address_link_purpose_check" check ("purpose" in ('confirm', 'undo'));`,
    );
    this.addSql(
      `alter table "address_link" add constraint "address_link_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "address_link_user_id_index" on "address_link" ("user_id");`);
    this.addSql(`create index "address_link_expires_index" on "address_link" ("expires");`);
    this.addSql(`create index "address_link_email_index" on "address_link" (lower("email"));`);
    this.addSql(
      `alter table "address_link" add constraint "address_link_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "address_link";`);
    this.addSql(`alter table "password_reset" drop column "email";`);
    this.addSql(`drop index "account_email_unique";`);
    this.addSql(`create unique index "account_email_unique" on "account" (lower("email"));`);
    this.addSql(`alter table "account" drop column "email_confirmed_at";`);
  }
}
