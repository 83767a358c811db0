import {
  type DismissDuplicates,
  type DuplicateGroup,
  type Duplicates,
  type MergeDuplicates,
  PROOF_SEPARATOR,
} from '../../contract/admin/duplicates.ts';
import type { SeenSale } from '../../contract/review/review.ts';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { andList } from '../../contract/shared/lists.ts';
import { plural } from '../../contract/shared/plural.ts';
import { recordOf } from '../../contract/shared/record.ts';
import { query } from '../../db/query.ts';
import { changedMeanwhile, conflict, notFound } from '../../lib/errors.ts';
import { viewerOf } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { presentAnySale, type SaleRow } from '../market/sale.presenter.ts';
import type { SaleQueries } from '../market/sale.queries.ts';
import type { Sale } from '../sales/sale.entity.ts';
import type { SaleTransitions } from '../sales/sale-transitions.ts';
import { Service } from '../service.ts';
import type { DuplicateScanService } from './duplicate-scan.service.ts';
import { areDismissed, currentGroups, groupOf, stillAlike } from './duplicates.queries.ts';

const noDuplicate = () => notFound('duplicate');

const idsOf = (sales: readonly SaleRow[]) => sales.map(({ sale_id }) => sale_id).join(',');

const common = (sales: readonly SaleRow[], { price, date_sold }: SaleRow) => ({
  price,
  date: date_sold,
  count: sales.length,
  proof_urls: sales.flatMap(({ proof_url }) => proof_url ?? []).join(PROOF_SEPARATOR),
});

function presentItemGroup(sales: readonly SaleRow[]): Duplicates['items'] {
  const [first] = sales;
  return first ? [{ item_ids: idsOf(sales), name: first.name, ...common(sales, first) }] : [];
}

function presentPokemonGroup(sales: readonly SaleRow[]): Duplicates['pokemon'] {
  const [first] = sales;
  if (!first) return [];
  return [
    {
      sale_ids: idsOf(sales),
      pokemon_name: first.name,
      ...common(sales, first),
      nature: first.nature ?? '',
      ability: first.ability ?? '',
      hidden_power: first.hidden_power ?? '',
      form: first.form ?? '',
      ...recordOf(STATS, ivColumn, (stat): number | 'X' => first[ivColumn(stat)] ?? 'X'),
    },
  ];
}

interface Deps {
  duplicateScan: DuplicateScanService;
  saleQueries: SaleQueries;
  saleTransitions: SaleTransitions;
  audit: AuditService;
}

/** Lists sales that were entered more than once, and deletes or merges the superfluous ones. */
export class DuplicatesService extends Service<Deps> {
  /** The current groups of both kinds: at most `limit` of each, with the total numbers of groups. */
  async list(limit: number = LIMITS.duplicates.listed): Promise<Duplicates> {
    const [items, pokemon, { scanned_at, status }] = await Promise.all([
      currentGroups(this.deps.em, 'item', limit),
      currentGroups(this.deps.em, 'pokemon', limit),
      this.deps.duplicateScan.status(),
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

  /** The first current groups of a kind with their full sales, and the total number of groups. */
  async groups(kind: SaleKind, limit: number): Promise<{ data: DuplicateGroup[]; total: number }> {
    const { groups, total } = await currentGroups(this.deps.em, kind, limit);
    const viewer = viewerOf(this.deps.actor);
    return { data: groups.map((rows) => ({ sales: rows.map((row) => presentAnySale(row, viewer)) })), total };
  }

  /**
   * Deletes one sale of a group; it can be restored from its history. A repeated call with the same `version` changes nothing
   * (`SaleTransitions.isRepeat`).
   *
   * @throws DomainError not_found for a sale that is in no group of the last scan; conflict when it is already deleted,
   *   was changed since, or has no duplicates left.
   */
  async remove({ id, version }: SeenSale, kind?: SaleKind): Promise<void> {
    const { em, saleTransitions } = this.deps;
    await em.transactional(async () => {
      const { sales, group } = await this.#lock([id], kind);
      const [sale] = sales;
      if (sale?.deletedAt && (await saleTransitions.isRepeat(sale, version))) return;
      const alike = await this.#checkAlike(sales, group);
      if (sale) saleTransitions.requireVersion(sale, version);
      const other = alike.find((like) => like !== id);
      await saleTransitions.apply(sales, 'deleted', `Duplicate of sale ${other}.`);
    });
  }

  /**
   * Keeps one sale of a group and deletes others; the history of the kept sale lists their proofs. Does nothing when the caller
   * has merged them already.
   *
   * @returns the kept sale
   * @throws DomainError as `remove` does, for any of them; conflict when an approved sale would give way to one that is not,
   *   and when the group has been dismissed.
   */
  async merge({ keep, remove }: MergeDuplicates): Promise<AnySale> {
    const { saleTransitions } = this.deps;
    return this.deps.em.transactional(async () => {
      const { sales, group } = await this.#lock([keep, ...remove]);
      const merged = { type: 'deleted', notes: `Merged into sale ${keep}.` } as const;
      const repeated = sales.slice(1).map((sale) => saleTransitions.isRepeat(sale, sale.version - 1, merged));
      if ((await Promise.all(repeated)).every(Boolean)) return this.deps.saleQueries.presentAny(keep);
      const alike = await this.#checkAlike(sales, group);
      if (await areDismissed(this.deps.em, alike))
        throw changedMeanwhile('these sales are marked as different ones');
      const [kept, ...others] = sales;
      if (!kept) throw noDuplicate();
      const approved = others.find(({ status }) => status === 'approved');
      if (approved && kept.status !== 'approved')
        throw conflict(
          'APPROVED_WOULD_GO',
          `Sale ${approved.saleId} is approved and sale ${keep} is not, so the market would lose both. Keep sale ${approved.saleId}.`,
        );
      await saleTransitions.merge(kept, others);
      await this.deps.audit.record('duplicates.merged', {
        target: `sale ${keep}`,
        detail: { keep, removed: remove },
      });
      return this.deps.saleQueries.presentAny(keep);
    });
  }

  /**
   * Leaves a group of different sales out of the lists, until a further sale joins it; or lists it again. Does nothing for one
   * that is left out, or is not.
   *
   * @throws DomainError as `remove` does, for any of the sales to leave out; conflict when the group has more sales, which would
   *   keep it in the lists.
   */
  async dismiss({ sale_ids, dismissed = true }: DismissDuplicates): Promise<void> {
    const { em, audit } = this.deps;
    await em.transactional(async () => {
      const target = `sale ${sale_ids[0]}`;
      if (dismissed) {
        const { sales, group } = await this.#lock(sale_ids);
        const alike = await this.#checkAlike(sales, group);
        const others = alike.filter((id) => !sale_ids.includes(id));
        if (others.length > 0)
          throw conflict(
            'PART_OF_GROUP',
            `The group also has ${plural(others.length, 'sale')} ${andList(others.map(String))}.`,
          );
        const added = await query(em)`insert into not_duplicates (sale_ids) select ${sale_ids}::int[]
          where not exists (select from not_duplicates where sale_ids @> ${sale_ids}::int[]) returning dismissal_id`;
        if (added.length > 0) await audit.record('duplicates.dismissed', { target, detail: { sale_ids } });
      } else {
        // Also when more sales were dismissed with them.
        const forgotten = await query(em)`delete from not_duplicates where sale_ids @> ${sale_ids}::int[]
          returning dismissal_id`;
        if (forgotten.length > 0)
          await audit.record('duplicates.listed-again', { target, detail: { sale_ids } });
      }
    });
  }

  /**
   * Locks these sales and the group of the first one.
   *
   * @returns the sales in the given order, and the ids of the group
   * @throws DomainError not_found for a sale that does not exist, or is of another kind
   */
  async #lock(ids: readonly number[], kind?: SaleKind): Promise<{ sales: Sale[]; group: number[] }> {
    const group = await groupOf(this.deps.em, ids[0] ?? 0, kind);
    const locked = await this.deps.saleTransitions.lock([...ids, ...group]);
    const sales = ids.map((id) => {
      const sale = locked.get(id);
      if (!sale || (kind && sale.kind !== kind)) throw noDuplicate();
      return sale;
    });
    return { sales, group };
  }

  /** Checks that locked sales of a group are still duplicates of each other. @returns the ids of all current duplicates */
  async #checkAlike(sales: readonly Sale[], group: readonly number[]): Promise<number[]> {
    const ids = sales.map(({ saleId }) => saleId);
    const [first = 0] = ids;
    for (const { saleId, deletedAt } of sales) {
      if (deletedAt) throw conflict('ALREADY_DELETED', `Sale ${saleId} has already been deleted.`);
      if (!group.includes(saleId)) throw noDuplicate();
    }
    const alike = await stillAlike(this.deps.em, first, group);
    const changed = ids.find((id) => !alike.includes(id));
    if (changed !== undefined && changed !== first)
      throw conflict(
        'NO_DUPLICATE',
        `Sale ${changed} is no longer a duplicate of sale ${first}: one of them was changed.`,
      );
    if (changed === first || alike.length < 2)
      throw conflict(
        'NO_DUPLICATE',
        `Sale ${first} is no longer a duplicate: it was changed, or its duplicates are gone.`,
      );
    return alike;
  }
}
