import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000003_email_delivery extends Migration {
  override name = 'Migration20261121000003_email_delivery';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "email_delivery" ("job_id" varchar(80) not null, "message_id" varchar(400) not null, "attempts" int not null default 0, "created" timestamptz(3) not null, "sent_at" timestamptz(3) null, primary key ("job_id"));`,
    );
    this.addSql(`create index "email_delivery_created_index" on "email_delivery" ("created");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "email_delivery" cascade;`);
  }
}
