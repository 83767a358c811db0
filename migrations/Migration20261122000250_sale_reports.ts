import { Migration } from '@mikro-orm/migrations';

/** Reports of approved sales by players. */
export class Migration20261122000250_sale_reports extends Migration {
  override name = 'Migration20261122000250_sale_reports';

  override up(): void | Promise<void> {
    this.addSql(
      `create table "sale_report" ("report_id" serial primary key, "sale_id" int not null, "sale_version" int not null, "reporter_id" int null, "reason" text not null, "comment" varchar(500) null, "duplicate_of" int null, "reported_at" timestamptz(3) not null default now(), "outcome" text null, "decided_at" timestamptz(3) null, "decided_by" int null, "decision_comment" varchar(500) null);`,
    );
    this.addSql(`create index "sale_report_sale_id_index" on "sale_report" ("sale_id");`);
    this.addSql(
      `create unique index "sale_report_open_unique" on "sale_report" ("sale_id", "reporter_id") where "outcome" is null;`,
    );
    this.addSql(`create index "sale_report_reporter_index" on "sale_report" ("reporter_id", "report_id");`);

    this.addSql(
      `alter table "sale_report" add constraint "sale_report_sale_id_foreign" foreign key ("sale_id") references "sale" ("sale_id");`,
    );
    this.addSql(
      `alter table "sale_report" add constraint "sale_report_reporter_id_foreign" foreign key ("reporter_id") references "account" ("user_id") on delete set null;`,
    );
    this.addSql(
      `alter table "sale_report" add constraint "sale_report_decided_by_foreign" foreign key ("decided_by") references "account" ("user_id") on delete set null;`,
    );
    this.addSql(
      `alter table "sale_report" add constraint "sale_report_decided_check" check (("outcome" is null) = ("decided_at" is null));`,
    );
    this.addSql(
      `alter table "sale_report" add constraint "sale_report_duplicate_check" check ("duplicate_of" is null or "reason" = 'duplicate');`,
    );
    this.addSql(
      `alter table "sale_report" add constraint "sale_report_reason_check" check ("reason" in ('wrong_price', 'wrong_name', 'wrong_values', 'wrong_date', 'never_happened', 'duplicate', 'dead_proof'));`,
    );
    this.addSql(
      `alter table "sale_report" add constraint "sale_report_outcome_check" check ("outcome" in ('dismissed', 'corrected', 'returned', 'deleted'));`,
    );
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "sale_report" cascade;`);
  }
}
