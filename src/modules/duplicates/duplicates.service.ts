import type { DuplicateGroup, Duplicates, MergeDuplicates } from '../../contract/admin/duplicates.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { viewerOf } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { presentAnySale } from '../market/sale.presenter.ts';
import type { SaleQueries } from '../market/sale.queries.ts';
import type { Sale } from '../sales/sale.entity.ts';
import type { SaleMerge } from '../sales/sale-merge.ts';
import type { SaleTransitions } from '../sales/sale-transitions.ts';
import type { RequestScope } from '../scope.ts';
import type { DuplicateScanService } from './duplicate-scan.service.ts';
import { presentItemGroup, presentPokemonGroup } from './duplicates.presenter.ts';
import type { DuplicateQueries } from './duplicates.queries.ts';

const noDuplicate = () => notFound('duplicate');
const gone = (id: number) =>
  new DomainError('conflict', 'ALREADY_DELETED', `Sale ${id} has been deleted already.`);
const noLonger = (id: number) =>
  new DomainError(
    'conflict',
    'NO_DUPLICATE',
    `Sale ${id} is no duplicate any more: it was changed, or the sales like it are gone.`,
  );

interface Deps extends RequestScope {
  duplicateQueries: DuplicateQueries;
  duplicateScan: DuplicateScanService;
  saleQueries: SaleQueries;
  saleTransitions: SaleTransitions;
  saleMerge: SaleMerge;
  audit: AuditService;
}

/** Sales that were entered more than once, and getting rid of the others. */
export class DuplicatesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The groups of both kinds that stand, as the contract has them: at most 500 of each, with their true totals. */
  async list(limit: number = LIMITS.duplicates.listed): Promise<Duplicates> {
    const [items, pokemon, { scanned_at, status }] = await Promise.all([
      this.#deps.duplicateQueries.standing('item', limit),
      this.#deps.duplicateQueries.standing('pokemon', limit),
      this.#deps.duplicateScan.status(),
    ]);
    return {
      items: items.groups.flatMap(presentItemGroup),
      pokemon: pokemon.groups.flatMap(presentPokemonGroup),
      total_items: items.total,
      total_pokemon: pokemon.total,
      scanned_at,
      status,
    };
  }

  /** The first groups of a kind that stand, each sale as a whole, and how many stand. */
  async groups(kind: SaleKind, limit: number): Promise<{ data: DuplicateGroup[]; total: number }> {
    const { groups, total } = await this.#deps.duplicateQueries.standing(kind, limit);
    const viewer = viewerOf(this.#deps.actor);
    return { data: groups.map((rows) => ({ sales: rows.map((row) => presentAnySale(row, viewer)) })), total };
  }

  /**
   * Deletes one sale of a group; it can be restored from its history.
   *
   * @throws DomainError not_found for a sale that the last scan did not group; conflict when it is deleted already, or
   *   was changed since, or is the last of its kind.
   */
  async remove(id: number, kind?: SaleKind): Promise<void> {
    await this.#deps.em.transactional(async () => {
      const { sales, alike } = await this.#lock([id], kind);
      const other = alike.find((like) => like !== id);
      await this.#deps.saleTransitions.take(sales, 'deleted', `Duplicate of sale ${other}.`);
    });
  }

  /**
   * Keeps one sale of a group and deletes others of it, whose proofs its history names.
   *
   * @returns the kept sale
   * @throws DomainError as `remove`, for any of them.
   */
  async merge({ keep, remove }: MergeDuplicates): Promise<AnySale> {
    return this.#deps.em.transactional(async () => {
      const { sales } = await this.#lock([keep, ...remove]);
      const [kept, ...others] = sales;
      if (!kept) throw noDuplicate();
      await this.#deps.saleMerge.merge(kept, others);
      await this.#deps.audit.record({
        action: 'duplicates.merged',
        target: `sale ${keep}`,
        detail: { keep, removed: remove },
      });
      return this.#deps.saleQueries.present(keep);
    });
  }

  /**
   * Locks the group of the first of these sales and holds all of them against it as it is now: in the order asked, and
   * the ids that are alike.
   */
  async #lock(ids: readonly number[], kind?: SaleKind): Promise<{ sales: Sale[]; alike: number[] }> {
    const [first = 0] = ids;
    const group = await this.#deps.duplicateQueries.groupOf(first, kind);
    const locked = await this.#deps.saleTransitions.lock(group);
    const alike = await this.#deps.duplicateQueries.alike(first, group);
    const sales = ids.map((id) => {
      const sale = locked.get(id);
      if (!sale) throw noDuplicate();
      if (sale.deletedAt) throw gone(id);
      if (alike.length < 2 || !alike.includes(id)) throw noLonger(id);
      return sale;
    });
    return { sales, alike };
  }
}
