import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000002_accounts extends Migration {
  override name = 'Migration20261121000002_accounts';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "password_reset" ("id" uuid not null, "token_hash" varchar(64) not null, "user_id" int null, "requested_at" timestamptz(3) not null, "expires" timestamptz(3) not null, "used_at" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "password_reset" add constraint "password_reset_token_hash_unique" unique ("token_hash");`,
    );
    this.addSql(`create index "password_reset_user_id_index" on "password_reset" ("user_id");`);
    this.addSql(`create index "password_reset_expires_index" on "password_reset" ("expires");`);

    this.addSql(
      `create table "pending_sign_in" ("token_hash" varchar(64) not null, "user_id" int not null, "expires" timestamptz(3) not null, "tries" int not null default 0, primary key ("token_hash"));`,
    );
    this.addSql(`create index "pending_sign_in_user_id_index" on "pending_sign_in" ("user_id");`);
    this.addSql(`create index "pending_sign_in_expires_index" on "pending_sign_in" ("expires");`);

    this.addSql(
      `create table "recovery_code" ("user_id" int not null, "code_hash" varchar(64) not null, "used_at" timestamptz(3) null, primary key ("user_id", "code_hash"));`,
    );

    this.addSql(
      `create table "two_factor" ("user_id" int not null, "secret" text not null, "key_id" varchar(16) not null, "enabled_at" timestamptz(3) null, "last_step" bigint not null default '0', "failed_in_row" int not null default 0, "blocked_until" timestamptz(3) null, "tries_day" date null, "tries_today" int not null default 0, primary key ("user_id"));`,
    );

    this.addSql(`alter table "session" add "id" uuid not null default gen_random_uuid();`);
    this.addSql(`alter table "session" add constraint "session_id_unique" unique ("id");`);

    this.addSql(
      `alter table "password_reset" add constraint "password_reset_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );

    this.addSql(
      `alter table "pending_sign_in" add constraint "pending_sign_in_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );

    this.addSql(
      `alter table "recovery_code" add constraint "recovery_code_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );

    this.addSql(
      `alter table "two_factor" add constraint "two_factor_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on update cascade on delete cascade;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "password_reset" cascade;`);
    this.addSql(`drop table if exists "pending_sign_in" cascade;`);
    this.addSql(`drop table if exists "recovery_code" cascade;`);
    this.addSql(`drop table if exists "two_factor" cascade;`);

    this.addSql(`alter table "session" drop constraint "session_id_unique";`);
    this.addSql(`alter table "session" drop column "id";`);
  }
}
