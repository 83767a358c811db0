import { skipToken } from '@tanstack/react-query';
import type { Similar, SimilarTo } from '../../../src/contract/market/market.ts';
import type { PriceCheck, PriceCheckInput } from '../../../src/contract/market/price-check.ts';
import { STATS } from '../../../src/contract/sale/ivs.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { cleanName } from '../../../src/contract/shared/text.ts';
import type { Fetched } from '../../lib/fetched.ts';
import { trpc } from '../../lib/trpc.ts';
import type { SaleDraft } from '../../sales/sale-draft.ts';
import { useSimilarTo } from '../../sales/use-similar.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

/** A value of plain data once typing has rested. */
function useRested<T>(value: T): T {
  const rested = useDebounced(JSON.stringify(value), LIMITS.autocomplete.debounceMs);
  return JSON.parse(rested) as T;
}

/** Sales shown beside the form. */
const SHOWN = 4;

/** What sales are looked for: as much of a draft as there is; null before it has a name. */
function described(kind: SaleKind, draft: SaleDraft): SimilarTo | null {
  const name = cleanName(draft.name);
  const { nature, ability, form, is_shiny, spread: ivs } = draft;
  // No sale has a price of 0: the server refuses it.
  const price = draft.price || null;
  if (name.length < LIMITS.autocomplete.minChars) return null;
  if (kind === 'item') return { kind, name, price, limit: SHOWN };
  const traits = { nature: nature || null, ability: ability || null, form: form || null, is_shiny, ivs };
  return { kind, name, price, limit: SHOWN, ...traits };
}

/** The existing sales that are nearest to a draft. */
export const useNearest = (kind: SaleKind, draft: SaleDraft): Fetched<Similar> =>
  useSimilarTo(useRested(described(kind, draft)));

/** What is checked: null while something is missing that the price depends on. */
function checked(kind: SaleKind, draft: SaleDraft): PriceCheckInput | null {
  const name = cleanName(draft.name);
  const { price, nature, ability, form, is_shiny, spread } = draft;
  if (name === '' || !price) return null;
  const common = { name, price, date_sold: draft.date_sold || null };
  if (kind === 'item') return { kind, ...common };
  if (!nature || !ability || !form || STATS.some((stat) => spread[stat] === null)) return null;
  return { kind, ...common, nature, ability, form, is_shiny, ivs: spread } as PriceCheckInput;
}

/** What the server warns of in a draft; null while it has nothing to say. */
export function useWarnings(kind: SaleKind, draft: SaleDraft): PriceCheck | null {
  const input = useRested(checked(kind, draft));
  const { data } = trpc.market.priceCheck.useQuery(input ?? skipToken);
  return data ?? null;
}
