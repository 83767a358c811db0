import { Migration } from '@mikro-orm/migrations';

/** Passkeys, and the challenges that were answered. An account with only passkeys has no secret of an app. */
export class Migration20261122000101_passkeys extends Migration {
  override name = 'Migration20261122000101_passkeys';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "passkey" ("id" uuid not null default gen_random_uuid(), "user_id" int not null, "credential_id" text not null, "public_key" text not null, "counter" bigint not null default '0', "transports" varchar(100) not null default '', "name" varchar(50) not null, "synced" boolean not null, "created" timestamptz(3) not null default now(), "last_used" timestamptz(3) null, primary key ("id"));`,
    );
    this.addSql(`create index "passkey_user_id_index" on "passkey" ("user_id");`);
    this.addSql(
      `alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "account" ("user_id") on delete cascade;`,
    );
    this.addSql(
      `create table "used_challenge" ("challenge_hash" varchar(64) not null, "expires" timestamptz(3) not null, primary key ("challenge_hash"));`,
    );
    this.addSql(`create index "used_challenge_expires_index" on "used_challenge" ("expires");`);
    this.addSql(
      `alter table "two_factor" alter column "secret" drop not null, alter column "key_id" drop not null;`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "passkey", "used_challenge";`);
    this.addSql(`delete from "two_factor" where "secret" is null;`);
    this.addSql(
      `alter table "two_factor" alter column "secret" set not null, alter column "key_id" set not null;`,
    );
  }
}
