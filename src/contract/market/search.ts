import { z } from 'zod';
import { SALE_KINDS } from '../sale/kinds.ts';
import { SORT_ORDERS, zSuggestion } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAllowed, tooLong } from '../shared/primitives.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { MARKET_SORTS } from './market-search-params.ts';
import { zFilterValues } from './sale-filter.ts';

/** The text as typed: positions in the answer refer to it. */
export const zMarketSearchInput = z.strictObject({
  text: z
    .string()
    .max(LIMITS.search.length, tooLong('text', LIMITS.search.length))
    .refine((text) => text.trim().length >= LIMITS.autocomplete.minChars, {
      error: `text must be at least ${LIMITS.autocomplete.minChars} characters long`,
    })
    .refine((text) => !hasForbiddenCharacter(text), notAllowed('text')),
});

const span = { from: z.number(), to: z.number() };
/** With alternatives, there is an advanced query: simple filters have no OR. */
const zFilters = zFilterValues.extend({ query: z.string().optional() });
const zOrder = z.object({ sort: z.enum(MARKET_SORTS), order: z.enum(SORT_ORDERS) });

/** What a search text means (`ParsedSearch`), and the names of both kinds that it suggests. */
export const zMarketSearch = z.object({
  kind: z.enum(SALE_KINDS).nullable(),
  filters: zFilters,
  order: zOrder.nullable(),
  terms: z.array(
    z.object({
      ...span,
      filters: zFilterValues,
      order: zOrder.optional(),
      alternatives: z.array(zFilters).optional(),
    }),
  ),
  ignored: z.array(z.object(span)),
  /** The best match first. */
  suggestions: z.array(zSuggestion.extend({ kind: z.enum(SALE_KINDS) })),
});
export type MarketSearch = z.infer<typeof zMarketSearch>;
export type SearchSuggestion = MarketSearch['suggestions'][number];
