import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';

/** What the server has announced and the list on screen does not show yet. */
export interface Waiting {
  /** New sales, each with the number of the event that announced it. */
  fresh: ReadonlyMap<number, number>;
  /** The number of the last event that changed or removed a sale on screen; 0 for none. */
  changed: number;
  /** The same for the event of more sales than are announced one by one. */
  many: number;
  /** The number of events received. */
  received: number;
  /** Its value when the list was requested: the list contains those events. */
  requested: number;
}

export const NOTHING: Waiting = { fresh: new Map(), changed: 0, many: 0, received: 0, requested: 0 };

type Shown = readonly Pick<AnySale, 'sale_id' | 'version'>[];

/** The state after one more event. */
export function afterUpdate(waiting: Waiting, update: MarketUpdate, shown: Shown): Waiting {
  if (update.type === 'here') return waiting;
  const received = waiting.received + 1;
  if (update.type === 'many') return { ...waiting, received, many: received };
  const id = update.type === 'added' ? update.sale.sale_id : update.sale_id;
  const onScreen = shown.find(({ sale_id }) => sale_id === id);
  if (onScreen)
    return update.type === 'added' && update.sale.version === onScreen.version
      ? waiting
      : { ...waiting, received, changed: received };
  const fresh = new Map(waiting.fresh);
  fresh.delete(id);
  if (update.type === 'added') fresh.set(id, received);
  return { ...waiting, received, fresh };
}

/** The list has been requested. */
export const afterRequest = (waiting: Waiting): Waiting => ({ ...waiting, requested: waiting.received });

/** The requested list has loaded: it contains all earlier events, and those later ones whose sales it shows. */
export function afterResponse({ fresh, changed, many, ...rest }: Waiting, shown: Shown): Waiting {
  const since = (number: number) => (number > rest.requested ? number : 0);
  const ids = new Set(shown.map(({ sale_id }) => sale_id));
  return {
    ...rest,
    fresh: new Map([...fresh].filter(([id, number]) => since(number) && !ids.has(id))),
    changed: since(changed),
    many: since(many),
  };
}

/** What is waiting, as a label; null when nothing is. */
export function waitingLabel({ fresh, changed, many }: Waiting): string | null {
  if (many) return 'There are new sales';
  if (fresh.size) return counted(fresh.size, 'new sale');
  return changed ? 'Sales shown here have changed' : null;
}
