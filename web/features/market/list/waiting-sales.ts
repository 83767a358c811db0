import type { MarketUpdate } from '../../../../src/contract/market/market.ts';
import type { AnySale } from '../../../../src/contract/sale/sale.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';

/** What the server has announced and the list on screen may not contain yet. */
export interface Waiting {
  updates: readonly Exclude<MarketUpdate, { type: 'here' }>[];
  /** How many of them came before the last request of the list, whose response contains them. */
  requested: number;
}

export const NOTHING: Waiting = { updates: [], requested: 0 };

export function afterUpdate(waiting: Waiting, update: MarketUpdate): Waiting {
  if (update.type === 'here') return waiting;
  return { ...waiting, updates: [...waiting.updates, update] };
}

export const afterRequest = ({ updates }: Waiting): Waiting => ({ updates, requested: updates.length });

export const afterResponse = ({ updates, requested }: Waiting): Waiting => ({
  updates: updates.slice(requested),
  requested: 0,
});

/** What is waiting, as a label; null when nothing is. @param shown the sales on screen */
export function waitingLabel(
  { updates }: Waiting,
  shown: readonly Pick<AnySale, 'sale_id' | 'version'>[],
): string | null {
  const versions = new Map(shown.map(({ sale_id, version }) => [sale_id, version]));
  const fresh = new Set<number>();
  let changed = false;
  for (const update of updates) {
    if (update.type === 'many') return 'Sales in this list may have changed';
    const { sale_id: id, version } =
      update.type === 'added' ? update.sale : { ...update, version: Number.POSITIVE_INFINITY };
    const onScreen = versions.get(id);
    if (onScreen !== undefined) changed ||= version > onScreen;
    else if (update.type === 'added' && update.is_new) fresh.add(id);
    else if (update.type === 'added') changed ||= !fresh.has(id);
    else if (!fresh.delete(id)) changed ||= update.was_listed;
  }
  if (fresh.size) return counted(fresh.size, 'new sale');
  return changed ? 'Sales in this list have changed' : null;
}
