import { z } from 'zod';
import { SALE_KINDS } from '../sale/kinds.ts';
import { zSuggestion } from '../sale/sale.ts';
import { LIMITS } from '../shared/limits.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { zFilterValues } from './sale-filter.ts';

/** The text as typed: positions in the answer refer to it. */
export const zMarketSearchInput = z.strictObject({
  text: z
    .string()
    .max(LIMITS.search.length, { error: `text can be at most ${LIMITS.search.length} characters long` })
    .refine((text) => text.trim().length >= LIMITS.autocomplete.minChars, {
      error: `text must be at least ${LIMITS.autocomplete.minChars} characters long`,
    })
    .refine((text) => !hasForbiddenCharacter(text), {
      error: 'text contains a character that is not allowed',
    }),
});

const span = { from: z.number(), to: z.number() };

/** What a search text means (`ParsedSearch`), and the names of both kinds that it suggests. */
export const zMarketSearch = z.object({
  kind: z.enum(SALE_KINDS).nullable(),
  filters: zFilterValues,
  terms: z.array(z.object({ ...span, filters: zFilterValues })),
  ignored: z.array(z.object(span)),
  /** The best match first. */
  suggestions: z.array(zSuggestion.extend({ kind: z.enum(SALE_KINDS) })),
});
export type MarketSearch = z.infer<typeof zMarketSearch>;
export type SearchSuggestion = MarketSearch['suggestions'][number];
