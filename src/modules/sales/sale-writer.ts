import { SALE_KINDS } from '../../contract/kinds.ts';
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

function rowOf(entry: NewSale & { saleId: number }, now: Date) {
  const { saleId, sale, status, submittedBy, dateSubmitted, decidedBy, decidedAt, reviewNotes, importKey } =
    entry;
  const own = Object.entries(sale).filter(([property]) => !FOREIGN[sale.kind].has(property));
  return {
    ...Object.fromEntries(own),
    saleId,
    status,
    submittedBy,
    dateSubmitted,
    decidedBy: status === 'pending' ? null : (decidedBy ?? null),
    decidedAt: status === 'pending' ? null : (decidedAt ?? now),
    reviewNotes: reviewNotes ?? null,
    importKey: importKey ?? null,
  };
}

/** Ids for rows about to be stored: of several rows at once the ORM would report only the first one's. */
async function takeIds({ em }: Scope, count: number): Promise<number[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select nextval(pg_get_serial_sequence('sale', 'sale_id')) as id from generate_series(1, ?)`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
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
  const ids = await takeIds(scope, entries.length);
  const stored = (await withItems(catalogue, entries)).map((entry, index) => ({
    ...entry,
    saleId: ids[index] as number,
  }));
  for (const kind of SALE_KINDS) {
    const rows = stored.filter(({ sale }) => sale.kind === kind).map((entry) => rowOf(entry, now));
    if (rows.length) await scope.em.insertMany<ItemSale | PokemonSale>(CLASSES[kind], rows as never);
  }
  await recordEvents(
    scope,
    stored.flatMap(({ saleId, status, dateSubmitted, decidedAt = now, reviewNotes }) => {
      const submitted: Event = { saleId, type: 'submitted', by, at: dateSubmitted };
      return status === 'pending'
        ? [submitted]
        : [submitted, { saleId, type: status, by: decidedAs, at: decidedAt, notes: reviewNotes ?? null }];
    }),
  );
  return ids;
}
