import { Migration } from '@mikro-orm/migrations';

/** Follows are matched up to a change, in the order of commits. */
export class Migration20261123000301_follow_position extends Migration {
  override name = 'Migration20261123000301_follow_position';

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "follow_position" add "sequence" bigint not null default 0, add "change_id" bigint not null default 0;`,
    );
    // With an old snapshot, or one of another database, changes may be missing: at 0 sales are read by their approval.
    this.addSql(
      `update "follow_position" set ("sequence", "change_id") = (select "sequence", "change_id" from "sale_change" where pg_visible_in_snapshot("xid", "snapshot"::pg_snapshot) order by "sequence" desc, "change_id" desc limit 1) where "taken_at" > now() - interval '12 hours' and pg_snapshot_xmax("snapshot"::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) and exists (select from "sale_change" where pg_visible_in_snapshot("xid", "snapshot"::pg_snapshot));`,
    );
    this.addSql(`alter table "follow_position" rename column "target_at" to "scan_to";`);
    this.addSql(`update "follow_position" set "scan_to" = null where "scan_from" is null;`);
    this.addSql(
      `alter table "follow_position" drop column "snapshot", drop column "target", drop column "after_change", alter column "sequence" drop default, alter column "change_id" drop default;`,
    );
  }

  override down(): void | Promise<void> {
    // A snapshot that has seen nothing: what is matched again is stored once.
    this.addSql(
      `alter table "follow_position" drop column "sequence", drop column "change_id", add "snapshot" text not null default '3:3:', add "target" text null, add "after_change" bigint not null default '0';`,
    );
    this.addSql(`alter table "follow_position" alter column "snapshot" drop default;`);
    this.addSql(`update "follow_position" set "scan_from" = null, "scan_to" = null;`);
    this.addSql(`alter table "follow_position" rename column "scan_to" to "target_at";`);
  }
}
