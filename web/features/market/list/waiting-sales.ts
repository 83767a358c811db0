import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';

/** What the server has told of the market and the list on screen does not show yet. */
export interface Waiting {
  /** New sales, each with the number of what told of it. */
  fresh: ReadonlyMap<number, number>;
  /** The number of what told last that a sale on screen has changed or is gone; 0 for nothing. */
  changed: number;
  /** The same of more sales than are told one by one. */
  many: number;
  /** How much has been told. */
  told: number;
  /** How much had been when the list was asked for: it shows all of that. */
  asked: number;
}

export const NOTHING: Waiting = { fresh: new Map(), changed: 0, many: 0, told: 0, asked: 0 };

type Shown = readonly Pick<AnySale, 'sale_id' | 'version'>[];

/** What waits after one more update. */
export function afterUpdate(waiting: Waiting, update: MarketUpdate, shown: Shown): Waiting {
  if (update.type === 'here') return waiting;
  const told = waiting.told + 1;
  if (update.type === 'many') return { ...waiting, told, many: told };
  const id = update.type === 'added' ? update.sale.sale_id : update.sale_id;
  const onScreen = shown.find(({ sale_id }) => sale_id === id);
  if (onScreen)
    return update.type === 'added' && update.sale.version === onScreen.version
      ? waiting
      : { ...waiting, told, changed: told };
  const fresh = new Map(waiting.fresh);
  fresh.delete(id);
  if (update.type === 'added') fresh.set(id, told);
  return { ...waiting, told, fresh };
}

/** The list is asked for. */
export const afterAsking = (waiting: Waiting): Waiting => ({ ...waiting, asked: waiting.told });

/** The list that was asked for is there: what was told before is in it, and of what was told since, what it shows. */
export function afterAnswer({ fresh, changed, many, ...rest }: Waiting, shown: Shown): Waiting {
  const since = (number: number) => (number > rest.asked ? number : 0);
  const ids = new Set(shown.map(({ sale_id }) => sale_id));
  return {
    ...rest,
    fresh: new Map([...fresh].filter(([id, number]) => since(number) && !ids.has(id))),
    changed: since(changed),
    many: since(many),
  };
}

/** What waits, in words; null when nothing does. */
export function waitingWords({ fresh, changed, many }: Waiting): string | null {
  if (many) return 'There are new sales';
  if (fresh.size) return counted(fresh.size, 'new sale');
  return changed ? 'Sales shown here have changed' : null;
}
