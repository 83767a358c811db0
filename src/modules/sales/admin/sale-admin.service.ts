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
import type { SaleTransitions } from '../sale-transitions.ts';

interface AdminEdit extends SeenSale {
  change: SaleEdit;
  status?: SaleStatus | undefined;
  /** The review notes; together with a new status, the notes of that decision. */
  review_notes?: string | null | undefined;
}

type AdminAction = z.output<typeof zAdminAction>;

interface Deps {
  saleQueries: SaleQueries;
  saleTransitions: SaleTransitions;
  saleEditor: SaleEditor;
}

/** Admin-only operations on existing sales, including decided ones. Each is recorded in the sale's history. */
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
      const sale = await this.#lockedUndeleted(seen, kind);
      const newStatus = status === sale.status ? undefined : status;
      const notes = review_notes ?? null;
      if (newStatus !== undefined) await this.#returnIfDecided(sale, newStatus, notes);
      await this.deps.saleEditor.edit(sale, change, newStatus === undefined ? review_notes : undefined);
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
      const sale = await this.#lockedUndeleted(seen);
      if (sale.status === 'pending') throw notDecided();
      await this.deps.saleTransitions.returnToReview([sale], reason ?? null);
      return this.deps.saleQueries.presentAny(sale.saleId);
    });
  }

  /** Soft-deletes a sale: it keeps its status and can be restored. @throws DomainError as `edit` does. */
  async remove(kind: SaleKind, seen: SeenSale): Promise<void> {
    await this.deps.em.transactional(async () =>
      this.deps.saleTransitions.apply([await this.#lockedUndeleted(seen, kind)], 'deleted', null),
    );
  }

  /** Restores a deleted sale. @throws DomainError as `edit` does; conflict when it is not deleted. */
  restore({ reason, ...seen }: AdminAction): Promise<AnySale> {
    return this.deps.em.transactional(async () => {
      const sale = await this.#locked(seen);
      if (!sale.deletedAt) throw notDeleted();
      await this.deps.saleTransitions.apply([sale], 'restored', reason ?? null);
      return this.deps.saleQueries.presentAny(sale.saleId);
    });
  }

  async #lockedUndeleted(seen: SeenSale, kind?: SaleKind): Promise<Sale> {
    const sale = await this.#locked(seen, kind);
    if (sale.deletedAt) throw saleDeleted();
    return sale;
  }

  async #locked({ id, version }: SeenSale, kind?: SaleKind): Promise<Sale> {
    const sale = await this.deps.saleTransitions.lockOne(id);
    if (!sale || (kind && sale.kind !== kind)) throw notFound('sale');
    if (version !== undefined && version !== sale.version) throw staleVersion();
    return sale;
  }
}
