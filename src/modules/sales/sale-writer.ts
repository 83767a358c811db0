import type { SaleStatus } from '../../contract/sale.ts';
import { type Actor, actorId, actorName } from '../actor.ts';
import type { CatalogueService } from '../catalogue/catalogue.service.ts';
import type { Scope } from '../scope.ts';
import { ItemSale, PokemonSale } from './sale.entity.ts';
import { SaleEvent, type SaleEventType } from './sale-event.entity.ts';
import type { ResolvedSale } from './sale-resolver.ts';

/** A sale about to be stored, with what the resolver does not decide. */
export interface NewSale {
  sale: ResolvedSale;
  status: SaleStatus;
  submittedBy: number | null;
  dateSubmitted: Date;
  /** Who decided, for a sale that is not pending; null when it was a setting or an operator. */
  decidedBy?: number | null;
  /** When that was; now by default. */
  decidedAt?: Date;
  reviewNotes?: string | null;
  importKey?: string | null;
}

export interface Event {
  saleId: number;
  type: SaleEventType;
  by: Actor;
  at?: Date;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  notes?: string | null;
}

/** Appends steps to the histories of sales. */
export async function recordEvents(scope: Scope, events: readonly Event[]): Promise<void> {
  const now = scope.clock.now();
  await scope.em.insertMany(
    SaleEvent,
    events.map(({ saleId, type, by, at = now, before, after, notes }) => ({
      sale: saleId,
      type,
      at,
      actor: actorId(by),
      actorName: actorName(by),
      before: before ?? null,
      after: after ?? null,
      notes: notes ?? null,
    })),
  );
}

/** New item names enter the catalogue with their first approved sale (API.md "Sales"). */
async function withItems(catalogue: CatalogueService, sales: readonly NewSale[]): Promise<NewSale[]> {
  const completed: NewSale[] = [];
  for (const entry of sales) {
    const { sale, status } = entry;
    if (sale.kind !== 'item' || sale.item !== null || status !== 'approved') {
      completed.push(entry);
      continue;
    }
    const item = await catalogue.addItem(sale.name, 'market');
    completed.push({ ...entry, sale: { ...sale, item: item.item_id, name: item.name } });
  }
  return completed;
}

const CLASSES = { item: ItemSale, pokemon: PokemonSale };
/** Columns that the other kind has; its rows must not name them. */
const FOREIGN = {
  item: new Set([
    'species',
    'form',
    'nature',
    'ability',
    'hiddenPower',
    'level',
    'isShiny',
    'heldItem',
    'hpIv',
    'atkIv',
    'defIv',
    'spatkIv',
    'spdefIv',
    'speedIv',
  ]),
  pokemon: new Set(['item']),
};

function rowOf(
  { sale, status, submittedBy, dateSubmitted, decidedBy, decidedAt, reviewNotes, importKey }: NewSale,
  now: Date,
) {
  const own = Object.entries(sale).filter(([property]) => !FOREIGN[sale.kind].has(property));
  return {
    ...Object.fromEntries(own),
    status,
    submittedBy,
    dateSubmitted,
    decidedBy: status === 'pending' ? null : (decidedBy ?? null),
    decidedAt: status === 'pending' ? null : (decidedAt ?? now),
    reviewNotes: reviewNotes ?? null,
    importKey: importKey ?? null,
  };
}

/**
 * Stores sales with the first events of their histories, in the caller's transaction; ids in the order given.
 *
 * @param by who submits; `decidedAs` names what decided those that are not pending
 */
export async function insertSales(
  scope: Scope,
  catalogue: CatalogueService,
  by: Actor,
  decidedAs: Actor,
  entries: readonly NewSale[],
): Promise<number[]> {
  const now = scope.clock.now();
  const sales = await withItems(catalogue, entries);
  const ids: number[] = new Array(sales.length);
  for (const kind of ['item', 'pokemon'] as const) {
    const positions = sales.flatMap((entry, index) => (entry.sale.kind === kind ? [index] : []));
    if (positions.length === 0) continue;
    const rows = positions.map((index) => rowOf(sales[index] as NewSale, now));
    const inserted = (await scope.em.insertMany<ItemSale | PokemonSale>(
      CLASSES[kind],
      rows as never,
    )) as number[];
    for (const [order, index] of positions.entries()) ids[index] = inserted[order] as number;
  }
  await recordEvents(
    scope,
    sales.flatMap(({ status, dateSubmitted, decidedAt = now, reviewNotes }, index) => {
      const saleId = ids[index] as number;
      const submitted: Event = { saleId, type: 'submitted', by, at: dateSubmitted };
      return status === 'pending'
        ? [submitted]
        : [submitted, { saleId, type: status, by: decidedAs, at: decidedAt, notes: reviewNotes ?? null }];
    }),
  );
  return ids;
}
