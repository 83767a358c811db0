import { type RawBuilder, sql } from 'kysely';
import { can } from '../../contract/accounts/roles.ts';
import type { SaleEventType } from '../../contract/review/review.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { proofOf } from '../../contract/sale/proof.ts';
import { query } from '../../db/query.ts';
import { publish } from '../../events/publish.ts';
import { type Actor, actorId, viewerOf } from '../actor.ts';
import { Service } from '../service.ts';
import { ItemSale, PokemonSale, type Sale } from './sale.entity.ts';
import { staleVersion } from './sale-conflicts.ts';
import { SaleEvent } from './sale-event.entity.ts';
import { recordEvents, type SaleStep } from './sale-history.ts';
import { addNewItems } from './sale-writer.ts';
import { cancelDecisionNotices, notifyReturned, scheduleDecisionNotices } from './submission-notices.ts';

/** Steps that change the state of a sale; the others create or edit it. */
export type StateStep = Exclude<SaleEventType, 'submitted' | 'edited'>;

/** What a call does to a sale. */
export interface NotedStep<Type extends SaleEventType = SaleEventType> {
  type: Type;
  /** The reason, for the history; submitters see those of decisions. */
  notes: string | null;
}

const PENDING = sql`status = 'pending' and deleted_at is null`;
const DECIDED = sql`status <> 'pending' and deleted_at is null`;

/** The state that each step starts from: the condition of its UPDATE statement. */
const FROM: Record<StateStep, RawBuilder<unknown>> = {
  approved: PENDING,
  rejected: PENDING,
  undone: DECIDED,
  returned: DECIDED,
  deleted: sql`deleted_at is null`,
  restored: sql`deleted_at is not null`,
};

/** A row of the table, of which the ORM makes an entity. */
type LockedRow = { sale_id: number; kind: SaleKind };

/** Whether an actor may review a sale: not a deleted one, and, as a checker, not their own. */
export const mayReview = (actor: Actor, { status, submittedBy, deletedAt }: Sale): boolean =>
  !deletedAt && can(viewerOf(actor), 'sale.review', { status, submitted_by: submittedBy?.userId ?? null });

/** `sale 12 (https://forum.example/thread/1), sale 15 (no proof)`. */
const listSales = (sales: readonly Sale[]) =>
  sales.map(({ saleId, proofUrl }) => `sale ${saleId} (${proofUrl ?? 'no proof'})`).join(', ');

/** The first proof of the others, for a sale that has none. */
function proofFrom(keep: Sale, others: readonly Sale[]) {
  const proofUrl = keep.proofUrl ? null : others.find((sale) => sale.proofUrl)?.proofUrl;
  return proofUrl ? { proofUrl, proofThread: proofOf(proofUrl).thread } : null;
}

/** The state machine of sales, also enforced by a database trigger (`sale_state_machine`). */
export class SaleTransitions extends Service {
  /**
   * Locks the sales with these ids, including deleted ones, until the caller's transaction ends, and returns their
   * current state. Locks are taken in the order of the ids, so that two transactions cannot deadlock.
   */
  async lock(saleIds: readonly number[]): Promise<Map<number, Sale>> {
    const sales = await this.lockFirst(sql`sale_id = any(${saleIds})`, saleIds.length);
    return new Map(sales.map((sale) => [sale.saleId, sale]));
  }

  /** The same for the first sales, by id, that meet a condition. */
  async lockFirst(condition: RawBuilder<unknown>, limit: number): Promise<Sale[]> {
    const rows = await query(this.deps.em)<LockedRow>`
      select * from sale where ${condition} order by sale_id limit ${limit} for update`;
    return rows.map((row) => this.#refresh(row));
  }

  /** The same for one sale; undefined when it does not exist. */
  async lockOne(saleId: number): Promise<Sale | undefined> {
    return (await this.lock([saleId])).get(saleId);
  }

  /**
   * Whether a call repeats a change of a locked sale: since the `version` that the call names, only the caller has changed the
   * sale, by this very step. A repeated call changes nothing and succeeds, because the response to the first one may have been
   * lost.
   *
   * @param step what the call does; without it, any steps count, and the caller of this method compares the values
   */
  async isRepeat(sale: Sale, version = sale.version, step?: NotedStep): Promise<boolean> {
    if (version >= sale.version) return false;
    const { em, actor } = this.deps;
    const last = { orderBy: { eventId: 'desc' }, limit: sale.version - version } as const;
    const since = await em.find(SaleEvent, { sale: sale.saleId }, last);
    return since.every(
      ({ actor: by, type, notes }) =>
        by?.userId === actorId(actor) && (!step || (type === step.type && (notes ?? null) === step.notes)),
    );
  }

  /** @throws DomainError conflict when the sale has another version than the caller saw, if the call names that */
  requireVersion(sale: Sale, version = sale.version): void {
    if (version !== sale.version) throw staleVersion();
  }

  /**
   * Applies the same step to each of these locked sales in one statement, refreshes the entities, and records an event
   * for each. Submitters are notified of a decision later, unless it is withdrawn before.
   *
   * @param notes the reason, for the history; submitters see those of decisions
   * @throws Error when a sale is not in the state that the step starts from; the caller must check that first.
   */
  async apply(sales: readonly Sale[], type: StateStep, notes: string | null): Promise<void> {
    await this.#update(sales, type, notes);
    if (type === 'approved' || type === 'rejected') await this.#announce(sales);
    if (type === 'undone' || type === 'returned') await this.#cancelNotices(sales);
  }

  async #update(sales: readonly Sale[], type: StateStep, notes: string | null): Promise<void> {
    if (sales.length === 0) return;
    const { em, actor } = this.deps;
    const saleIds = sales.map(({ saleId }) => saleId);
    // First, so that visitors see one change: the sale appears, with its final name.
    const renamed = type === 'approved' ? await this.#nameItems(sales) : null;
    const rows = await query(em)<LockedRow>`
      update sale set ${this.#columns(type, notes)}, version = version + 1
      where sale_id = any(${saleIds}) and ${FROM[type]} returning *`;
    if (rows.length !== sales.length)
      throw new Error(`${type}: only ${rows.length} of ${sales.length} sales are in the required state`);
    for (const row of rows) this.#refresh(row);
    await recordEvents(
      this.deps,
      sales.map(({ saleId }) => ({ saleId, type, by: actor, notes, ...renamed?.get(saleId) })),
    );
  }

  /** Returns decided sales to review, and notifies the submitters who already knew of the decision. */
  async returnToReview(sales: readonly Sale[], reason: string | null): Promise<void> {
    await this.#update(sales, 'returned', reason);
    const uninformed = await this.#cancelNotices(sales);
    const returned = sales.flatMap(({ saleId: sale_id, name, status, version, submittedBy }) =>
      submittedBy && !uninformed.has(sale_id)
        ? [{ sale_id, submitted_by: submittedBy.userId, name, status, version }]
        : [],
    );
    await notifyReturned(this.deps, returned);
    await publish(
      this.deps.em,
      returned.map(({ version: _, ...sale }) => ({ type: 'submission.decided', ...sale })),
    );
  }

  /**
   * Keeps one of these locked sales and deletes the others. The histories of the kept and the deleted sales name each
   * other. If the kept sale has no proof, it takes the first proof of the others.
   */
  async merge(keep: Sale, others: readonly Sale[]): Promise<void> {
    const { em, actor: by } = this.deps;
    const { saleId, proofThread } = keep;
    const after = proofFrom(keep, others);
    em.assign(keep, { ...after, version: keep.version + 1 });
    await em.flush();
    const change = after && { before: { proofUrl: null, proofThread: proofThread ?? null }, after };
    await recordEvents(this.deps, [
      { saleId, type: 'edited', by, ...change, notes: `Merged with ${listSales(others)}.` },
    ]);
    await this.apply(others, 'deleted', `Merged into sale ${saleId}.`);
  }

  /** The entity of a row that was just read, with its values. */
  #refresh(row: LockedRow): Sale {
    return this.deps.em.map<Sale>(row.kind === 'item' ? ItemSale : PokemonSale, row);
  }

  #columns(type: StateStep, notes: string | null): RawBuilder<unknown> {
    const { actor, clock } = this.deps;
    if (type === 'deleted') return sql`deleted_at = ${clock.now()}`;
    if (type === 'restored') return sql`deleted_at = null`;
    return type === 'approved' || type === 'rejected'
      ? sql`status = ${type}, decided_by = ${actorId(actor)}, decided_at = ${clock.now()}, review_notes = ${notes}`
      : sql`status = 'pending', decided_by = null, decided_at = null, review_notes = null`;
  }

  /**
   * An approved sale belongs to an item of the catalogue, and has its spelling: new names are added to it on approval.
   *
   * @returns the changes of names, by the ids of their sales
   */
  async #nameItems(sales: readonly Sale[]): Promise<Map<number, Pick<SaleStep, 'before' | 'after'>>> {
    const renamed = new Map<number, Pick<SaleStep, 'before' | 'after'>>();
    const unnamed = sales.filter((sale) => sale instanceof ItemSale && !sale.item);
    const items = await addNewItems(
      this.deps.em,
      unnamed.map(({ name }) => name),
    );
    for (const { saleId, name: submitted } of unnamed) {
      const { item_id: item, name } = items(submitted);
      await this.deps.em.nativeUpdate(ItemSale, { saleId }, { item, name });
      if (name !== submitted) renamed.set(saleId, { before: { name: submitted }, after: { name } });
    }
    return renamed;
  }

  /** @returns the sales whose submitters had not been notified of the decision, and never will be */
  #cancelNotices(sales: readonly Sale[]): Promise<Set<number>> {
    return cancelDecisionNotices(
      this.deps.em,
      sales.map(({ saleId }) => saleId),
    );
  }

  /** The submitter is notified of a decision once it can no longer be undone. */
  #announce(sales: readonly Sale[]): Promise<void> {
    return scheduleDecisionNotices(
      this.deps.em,
      sales.flatMap(({ saleId, decidedAt, submittedBy }) =>
        decidedAt && submittedBy ? [{ sale_id: saleId, decided_at: decidedAt.toISOString() }] : [],
      ),
    );
  }
}
