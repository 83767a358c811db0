import { Migration } from '@mikro-orm/migrations';

/** What `usernameSkeleton` computes; a name that looks like an older one keeps its place by its id. */
const SKELETONS = `
  with looks as (
    select "user_id",
      translate(replace(replace(regexp_replace(lower("username"), '[._-]', '', 'g'), 'rn', 'm'), 'vv', 'w'), '01i', 'oll') as skeleton
    from "account"
  ), ranked as (
    select "user_id", skeleton, row_number() over (partition by skeleton order by "user_id") as place from looks
  )
  update "account" set "username_skeleton" = skeleton || case when place > 1 then '#' || ranked."user_id" else '' end
  from ranked where ranked."user_id" = "account"."user_id";`;

export class Migration20261121000004_limits extends Migration {
  override name = 'Migration20261121000004_limits';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "rate_limit" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    );

    this.addSql(`alter table "account" add "username_skeleton" varchar(70) null;`);
    this.addSql(SKELETONS);
    this.addSql(`alter table "account" alter column "username_skeleton" set not null;`);
    this.addSql(
      `alter table "account" add constraint "account_username_skeleton_unique" unique ("username_skeleton");`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rate_limit" cascade;`);
    this.addSql(`alter table "account" drop column "username_skeleton";`);
  }
}
