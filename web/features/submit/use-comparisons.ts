import { skipToken } from '@tanstack/react-query';
import type { PriceCheckInput, PriceWarnings } from '../../../src/contract/market/market.ts';
import { ANY, type PriceCheck } from '../../../src/contract/market/price-check-search-params.ts';
import { STATS } from '../../../src/contract/sale/ivs.ts';
import type { SaleKind } from '../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { cleanName } from '../../../src/contract/shared/text.ts';
import { trpc } from '../../lib/server/trpc.ts';
import type { SaleDraft } from '../../sales/draft/sale-draft.ts';
import { type Described, type FetchedSimilar, useSimilarTo } from '../../sales/similar/use-similar.ts';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';

/** Debounces plain data while the user types. */
function useRested<T>(value: T): T {
  const rested = useDebounced(JSON.stringify(value), LIMITS.autocomplete.debounceMs);
  return JSON.parse(rested) as T;
}

/** Sales shown next to the form. */
const SHOWN = 4;

/** What similar sales of a draft are compared with. */
function checkOfDraft(draft: SaleDraft): PriceCheck {
  const { nature, ability, form, is_shiny: shiny, spread, price } = draft;
  // The server refuses a price of 0.
  return { ...ANY, nature, ability, form, shiny, spread, price: price || null };
}

/** The draft as a description; null without a name. */
function described(kind: SaleKind, draft: SaleDraft): Described | null {
  const name = cleanName(draft.name);
  if (name.length < LIMITS.autocomplete.minChars) return null;
  return { kind, name, check: checkOfDraft(draft), limit: SHOWN };
}

/** The existing sales most similar to a draft. */
export const useNearest = (kind: SaleKind, draft: SaleDraft): FetchedSimilar =>
  useSimilarTo(useRested(described(kind, draft)));

/** The draft as a request for a price check; null while a field that affects the price is missing. */
function checked(kind: SaleKind, draft: SaleDraft): PriceCheckInput | null {
  const name = cleanName(draft.name);
  const { price, nature, ability, form, is_shiny, spread } = draft;
  if (name === '' || !price) return null;
  const common = { name, price, date_sold: draft.date_sold || null };
  if (kind === 'item') return { kind, ...common };
  if (!nature || !ability || !form || STATS.some((stat) => spread[stat] === null)) return null;
  return { kind, ...common, nature, ability, form, is_shiny, ivs: spread } as PriceCheckInput;
}

/** The server's warnings about a draft; null while there are none. */
export function useWarnings(kind: SaleKind, draft: SaleDraft): PriceWarnings | null {
  const input = useRested(checked(kind, draft));
  const { data } = trpc.market.priceCheck.useQuery(input ?? skipToken);
  return data ?? null;
}
