import { Migration } from '@mikro-orm/migrations';
import { proofOf } from '../src/contract/sale/proof.ts';

interface StoredProof {
  sale_id: number;
  proof_url: string;
}

/** Rows a statement. */
const BATCH = 1_000;

export class Migration20261121000005_review extends Migration {
  override name = 'Migration20261121000005_review';

  override async up(): Promise<void> {
    // At once, not with the statements below: the state machine does not let a sale change without a new version.
    await this.execute(`alter table "sale" add "proof_thread" varchar(2048) null;`);
    await this.#fillProofThreads();

    this.addSql(
      `create table "approval_return" ("run_id" serial primary key, "reviewer_id" int not null, "since" timestamptz(3) not null, "suspended" boolean not null, "requested_by" int null, "requested_name" varchar(120) null, "status" text not null default 'waiting', "total" int not null, "returned" int not null default 0, "last_sale_id" int not null default 0, "created" timestamptz(3) not null default now(), "finished" timestamptz(3) null);`,
    );
    this.addSql(`create index "approval_return_reviewer_id_index" on "approval_return" ("reviewer_id");`);
    this.addSql(`create index "approval_return_requested_by_index" on "approval_return" ("requested_by");`);

    this.addSql(
      `create table "sale_check" ("sale_id" int not null, "flags" jsonb not null, "checked_at" timestamptz(3) not null, primary key ("sale_id"));`,
    );

    this.addSql(
      `create index "sale_same_name_index" on "sale" (lower("name"), "price") where "deleted_at" is null;`,
    );
    this.addSql(
      `create index "sale_proof_thread_index" on "sale" ("proof_thread") where "proof_thread" is not null and "deleted_at" is null;`,
    );
    this.addSql(
      `create or replace function "sale_sale_state_machine_fn"() returns trigger as $$ begin if new.sale_id <> old.sale_id or new.kind <> old.kind or new.date_submitted <> old.date_submitted then raise exception 'sale %: kind and submission do not change', old.sale_id using errcode = 'restrict_violation'; end if; if new.status <> old.status and (old.deleted_at is not null or (old.status <> 'pending' and new.status <> 'pending')) then raise exception 'sale %: no step from % to %', old.sale_id, old.status, new.status using errcode = 'restrict_violation'; end if; if new.version <> old.version + 1 and (new.version <> old.version or new.status <> old.status or new.price <> old.price or new.deleted_at is distinct from old.deleted_at) then raise exception 'sale %: version % after %', old.sale_id, new.version, old.version using errcode = 'restrict_violation'; end if; return new; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "sale_state_machine" BEFORE UPDATE on "sale" for each ROW execute function "sale_sale_state_machine_fn"();`,
    );

    this.addSql(`alter table "sale_event" drop constraint "sale_event_type_check";`);
    this.addSql(
      `create index "sale_event_decisions_index" on "sale_event" ("actor_id", "at") where "type" in ('approved', 'rejected');`,
    );
    this.addSql(
      `alter table "sale_event" add constraint "sale_event_type_check" check ("type" in ('submitted', 'edited', 'approved', 'rejected', 'undone', 'returned', 'deleted', 'restored'));`,
    );

    this.addSql(
      `alter table "approval_return" add constraint "approval_return_reviewer_id_foreign" foreign key ("reviewer_id") references "account" ("user_id");`,
    );
    this.addSql(
      `alter table "approval_return" add constraint "approval_return_requested_by_foreign" foreign key ("requested_by") references "account" ("user_id") on delete set null;`,
    );
    this.addSql(
      `alter table "approval_return" add constraint "approval_return_status_check" check ("status" in ('waiting', 'running', 'done', 'failed'));`,
    );

    this.addSql(
      `alter table "sale_check" add constraint "sale_check_sale_id_foreign" foreign key ("sale_id") references "sale" ("sale_id") on update cascade on delete cascade;`,
    );
  }

  /** The threads of the proofs that are stored already. */
  async #fillProofThreads(): Promise<void> {
    let after = 0;
    while (true) {
      const rows = (await this.execute(
        `select "sale_id", "proof_url" from "sale" where "proof_url" is not null and "sale_id" > ? order by "sale_id" limit ?`,
        [after, BATCH],
      )) as StoredProof[];
      const last = rows.at(-1);
      if (!last) return;
      after = last.sale_id;
      const threads = rows.map(({ sale_id, proof_url }) => ({ sale_id, thread: proofOf(proof_url).thread }));
      await this.execute(
        `update "sale" set "proof_thread" = "filled"."thread" from jsonb_to_recordset(?::jsonb) as "filled" ("sale_id" int, "thread" text) where "sale"."sale_id" = "filled"."sale_id"`,
        [JSON.stringify(threads)],
      );
    }
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "approval_return" cascade;`);
    this.addSql(`drop table if exists "sale_check" cascade;`);

    this.addSql(`drop index "sale_same_name_index";`);
    this.addSql(`drop index "sale_proof_thread_index";`);
    this.addSql(`drop trigger if exists "sale_state_machine" on "sale";`);
    this.addSql(`drop function if exists "sale_sale_state_machine_fn"();`);
    this.addSql(`alter table "sale" drop column "proof_thread";`);

    this.addSql(`drop index "sale_event_decisions_index";`);
    this.addSql(`alter table "sale_event" drop constraint "sale_event_type_check";`);
    this.addSql(
      `alter table "sale_event" add constraint "sale_event_type_check" check ("type" in ('submitted', 'edited', 'approved', 'rejected', 'returned', 'deleted', 'restored'));`,
    );
  }
}
