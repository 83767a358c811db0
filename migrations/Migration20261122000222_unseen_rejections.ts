import { Migration } from '@mikro-orm/migrations';

/** Rejections that their submitters have not seen yet are unread entries of the inbox. */
export class Migration20261122000222_unseen_rejections extends Migration {
  override name = 'Migration20261122000222_unseen_rejections';

  override up(): void | Promise<void> {
    // Decisions that are not final yet have a row in decision_notice, and get their entry with the same key.
    this.addSql(`
      insert into "inbox_entry" ("user_id", "kind", "key", "sale_id", "data", "created")
      select a."user_id", 'submission_rejected',
        s."sale_id" || to_char(s."decided_at" at time zone 'UTC', ' YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        s."sale_id", jsonb_build_object('name', s."name", 'reason', s."review_notes"), s."decided_at"
      from "sale" s join "account" a on a."user_id" = s."submitted_by"
      where s."status" = 'rejected' and s."deleted_at" is null and s."decided_at" >= a."rejections_seen"
        and a."account_status" = 'Active'
        and not exists (
          select from "decision_notice" n where n."sale_id" = s."sale_id" and n."decided_at" = s."decided_at")
      order by s."decided_at", s."sale_id";`);
  }

  override down(): void {
    this.addSql(`delete from "inbox_entry" where "kind" = 'submission_rejected';`);
  }
}
