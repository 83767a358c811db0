import type { EntityManager } from '@mikro-orm/postgresql';
import { SALE_KINDS } from '../../contract/sale/kinds.ts';
import type { SaleStatus } from '../../contract/sale/statuses.ts';
import { nameKey } from '../../contract/shared/text.ts';
import { values } from '../../db/query.ts';
import { type Actor, actorId } from '../actor.ts';
import { addItem, findItems, type KnownItem } from '../catalogue/item.queries.ts';
import { markNewItemsForFlags } from '../changes/flag-mark.entity.ts';
import type { RequestScope } from '../scope.ts';
import { ItemSale, PokemonSale } from './sale.entity.ts';
import { recordEvents, type SaleStep } from './sale-history.ts';
import type { ResolvedSale } from './sale-resolver.ts';

/** A sale to store, with the values that the resolver does not determine. */
export interface NewSale {
  sale: ResolvedSale;
  status: SaleStatus;
  submittedBy: number | null;
  dateSubmitted: Date;
  /** Who decided on a sale that is not pending. Without it, the history names the submitting actor. */
  decidedBy?: Actor | null;
  /** Now by default. */
  decidedAt?: Date;
  reviewNotes?: string | null;
  importKey?: string | null;
  /** The rejected sale that it corrects. */
  corrects?: number | undefined;
}

/**
 * Adds new item names to the catalogue, in a fixed order, so that two transactions cannot deadlock. A name that is new
 * can be the nearest known name of other new items, so their flags are recomputed.
 *
 * @returns a lookup of the item by each of the names
 */
export async function addNewItems(em: EntityManager, names: readonly string[]) {
  const spellings = new Map(names.toReversed().map((name) => [nameKey(name), name]));
  const items = new Map<string, KnownItem>();
  const known = await findItems(em, names);
  if (names.some((name) => !known.has(name))) await markNewItemsForFlags(em);
  for (const key of [...spellings.keys()].toSorted())
    items.set(key, await addItem(em, spellings.get(key) ?? key));
  return (name: string): KnownItem => {
    const item = items.get(nameKey(name));
    if (!item) throw new Error(`The item ${name} was not among the names`);
    return item;
  };
}

const isNewItem = ({ sale, status }: NewSale) =>
  sale.kind === 'item' && sale.item === null && status === 'approved';

/** New item names are added to the catalogue with their first approved sale (docs/product.md "Validation"). */
async function withItems(scope: RequestScope, sales: readonly NewSale[]): Promise<NewSale[]> {
  const names = sales.filter(isNewItem).map(({ sale }) => sale.name);
  const items = await addNewItems(scope.em, names);
  return sales.map((entry) => {
    if (!isNewItem(entry)) return entry;
    const { item_id: item, name } = items(entry.sale.name);
    return { ...entry, sale: { ...entry.sale, item, name } };
  });
}

const CLASSES = { item: ItemSale, pokemon: PokemonSale };

function rowOf(entry: NewSale & { saleId: number }, now: Date) {
  const { saleId, sale, status, submittedBy, dateSubmitted, decidedBy, decidedAt } = entry;
  return {
    ...sale,
    saleId,
    status,
    submittedBy,
    dateSubmitted,
    // Submission and decision are two events of its history.
    version: status === 'pending' ? 1 : 2,
    decidedBy: status === 'pending' || !decidedBy ? null : actorId(decidedBy),
    decidedAt: status === 'pending' ? null : (decidedAt ?? now),
    reviewNotes: entry.reviewNotes ?? null,
    importKey: entry.importKey ?? null,
    corrects: entry.corrects ?? null,
  };
}

/** Reserves ids for new rows: after inserting several rows, the ORM reports only the id of the first. */
async function takeIds(em: EntityManager, count: number): Promise<number[]> {
  return values(em)<number>`
    select nextval(pg_get_serial_sequence('sale', 'sale_id')) as id from generate_series(1, ${count})`;
}

/**
 * Stores sales with the first events of their histories, in the caller's transaction.
 *
 * @param by who submits the sales
 * @returns the ids, in the order of the entries
 */
export async function insertSales(
  scope: RequestScope,
  by: Actor,
  entries: readonly NewSale[],
): Promise<number[]> {
  const now = scope.clock.now();
  const ids = await takeIds(scope.em, entries.length);
  const stored = (await withItems(scope, entries)).map((entry, index) => ({
    ...entry,
    saleId: ids[index] as number,
  }));
  for (const kind of SALE_KINDS) {
    const rows = stored.filter(({ sale }) => sale.kind === kind).map((entry) => rowOf(entry, now));
    if (rows.length) await scope.em.insertMany<ItemSale | PokemonSale>(CLASSES[kind], rows as never);
  }
  await recordEvents(
    scope,
    stored.flatMap(({ saleId, status, dateSubmitted, decidedBy, decidedAt = now, reviewNotes }) => {
      const submitted: SaleStep = { saleId, type: 'submitted', by, at: dateSubmitted };
      return status === 'pending'
        ? [submitted]
        : [
            submitted,
            {
              saleId,
              type: status,
              by: decidedBy ?? by,
              at: decidedAt,
              notes: reviewNotes ?? null,
            },
          ];
    }),
  );
  return ids;
}
