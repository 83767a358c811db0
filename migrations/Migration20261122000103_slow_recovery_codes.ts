import { Migration } from '@mikro-orm/migrations';

/** Recovery codes get an id. The next start replaces their fast hashes; a slow hash cannot be computed here. */
export class Migration20261122000103_slow_recovery_codes extends Migration {
  override name = 'Migration20261122000103_slow_recovery_codes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "recovery_code" add column "code_id" varchar(5) not null default '';`);
    this.addSql(`update "recovery_code" set "code_id" = left("code_hash", 5);`);
    this.addSql(`alter table "recovery_code" alter column "code_id" drop default;`);
    this.addSql(`alter table "recovery_code" alter column "code_hash" type varchar(200);`);
  }

  /** A slow hash cannot be turned back: these codes are lost, and their owners have to create new ones. */
  override down(): void | Promise<void> {
    this.addSql(`delete from "recovery_code" where length("code_hash") > 64;`);
    this.addSql(`alter table "recovery_code" alter column "code_hash" type varchar(64);`);
    this.addSql(`alter table "recovery_code" drop column "code_id";`);
  }
}
