import type { z } from 'zod';
import type { SeenSale, zAdminAction } from '../../../contract/review/review.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import type { AnySale } from '../../../contract/sale/sale.ts';
import type { SaleStatus } from '../../../contract/sale/statuses.ts';
import { notFound } from '../../../lib/errors.ts';
import type { SaleOfKind } from '../../market/sale.presenter.ts';
import type { SaleQueries } from '../../market/sale.queries.ts';
import { Service } from '../../service.ts';
import type { SaleEdit } from '../drafts.ts';
import type { Sale } from '../sale.entity.ts';
import { notDecided, notDeleted, saleDeleted, staleVersion } from '../sale-conflicts.ts';
import type { SaleEditor } from '../sale-editor.ts';
import type { NotedStep, SaleTransitions } from '../sale-transitions.ts';

interface AdminEdit extends SeenSale {
  change: SaleEdit;
  status?: SaleStatus | undefined;
  /** The review notes; together with a new status, the notes of that decision. */
  review_notes?: string | null | undefined;
}

type AdminAction = z.output<typeof zAdminAction>;

function requireUndeleted({ deletedAt }: Sale): void {
  if (deletedAt) throw saleDeleted();
}

interface Deps {
  saleQueries: SaleQueries;
  saleTransitions: SaleTransitions;
  saleEditor: SaleEditor;
}

/**
 * Admin-only operations on existing sales, including decided ones. Each is recorded in the sale's history. A repeated call
 * with the same `version` changes nothing (`SaleTransitions.isRepeat`).
 */
export class SaleAdminService extends Service<Deps> {
  /**
   * Changes any field of a sale that is not deleted, including its status. A change from approved to rejected passes
   * through pending, as two recorded transitions.
   *
   * @throws DomainError conflict when `version` is stale; invalid when the result does not match the catalogue;
   *   not_found when there is no such sale of that kind, or it is deleted.
   */
  edit<Kind extends SaleKind>(
    kind: Kind,
    { change, status, review_notes, ...seen }: AdminEdit,
  ): Promise<SaleOfKind[Kind]> {
    return this.deps.em.transactional(async () => {
      const { sale, isRepeat } = await this.#locked(seen, kind);
      requireUndeleted(sale);
      const newStatus = status === sale.status ? undefined : status;
      if (isRepeat && newStatus !== undefined) throw staleVersion();
      const notes = review_notes ?? null;
      if (newStatus !== undefined) await this.#returnIfDecided(sale, newStatus, notes);
      const newNotes = newStatus === undefined ? review_notes : undefined;
      const isChanged = await this.deps.saleEditor.edit(sale, change, newNotes);
      if (isRepeat && isChanged) throw staleVersion();
      if (newStatus === 'approved' || newStatus === 'rejected')
        await this.deps.saleTransitions.apply([sale], newStatus, notes);
      return this.deps.saleQueries.present(kind, sale.saleId);
    });
  }

  /** The first step of a change of status. The notes are of the last one: here if the sale shall stay pending. */
  async #returnIfDecided(sale: Sale, newStatus: SaleStatus, notes: string | null): Promise<void> {
    const { saleTransitions } = this.deps;
    if (sale.status === 'pending') return;
    if (newStatus === 'pending') await saleTransitions.returnToReview([sale], notes);
    else await saleTransitions.apply([sale], 'returned', null);
  }

  /** Returns a decided sale to review. @throws DomainError as `edit` does; conflict while it is pending. */
  returnToReview({ reason, ...seen }: AdminAction): Promise<AnySale> {
    return this.deps.em.transactional(async () => {
      const notes = reason ?? null;
      const { sale, isRepeat } = await this.#locked(seen, undefined, { type: 'returned', notes });
      if (!isRepeat) {
        requireUndeleted(sale);
        if (sale.status === 'pending') throw notDecided();
        await this.deps.saleTransitions.returnToReview([sale], notes);
      }
      return this.deps.saleQueries.presentAny(sale.saleId);
    });
  }

  /** Soft-deletes a sale: it keeps its status and can be restored. @throws DomainError as `edit` does. */
  async remove(kind: SaleKind, seen: SeenSale): Promise<void> {
    await this.deps.em.transactional(async () => {
      const { sale, isRepeat } = await this.#locked(seen, kind, { type: 'deleted', notes: null });
      if (isRepeat) return;
      requireUndeleted(sale);
      await this.deps.saleTransitions.apply([sale], 'deleted', null);
    });
  }

  /** Restores a deleted sale. @throws DomainError as `edit` does; conflict when it is not deleted. */
  restore({ reason, ...seen }: AdminAction): Promise<AnySale> {
    return this.deps.em.transactional(async () => {
      const notes = reason ?? null;
      const { sale, isRepeat } = await this.#locked(seen, undefined, { type: 'restored', notes });
      if (!isRepeat) {
        if (!sale.deletedAt) throw notDeleted();
        await this.deps.saleTransitions.apply([sale], 'restored', notes);
      }
      return this.deps.saleQueries.presentAny(sale.saleId);
    });
  }

  /** Locks a sale, and looks whether the call repeats its last change: see `SaleTransitions.isRepeat`. */
  async #locked({ id, version }: SeenSale, kind?: SaleKind, step?: NotedStep) {
    const { saleTransitions } = this.deps;
    const sale = await saleTransitions.lockOne(id);
    if (!sale || (kind && sale.kind !== kind)) throw notFound('sale');
    const isRepeat = await saleTransitions.isRepeat(sale, version, step);
    if (!isRepeat) saleTransitions.requireVersion(sale, version);
    return { sale, isRepeat };
  }
}
