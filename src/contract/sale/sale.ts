import { z } from 'zod';
import { filterNotes, ignoredTerms, itemFilters, pokemonFilters, zDays } from '../market/sale-filter.ts';
import { formatDate, todayUtc } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import {
  isMissing,
  notAllowed,
  pageFields,
  tooLong,
  zDate,
  zDay,
  zFlag,
  zId,
  zMoment,
  zName,
  zOneOf,
  zPage,
  zQueryBool,
  zQueryInt,
  zSearch,
  zWholeNumber,
} from '../shared/primitives.ts';
import { recordOf } from '../shared/record.ts';
import { SORT_ORDERS } from '../shared/sort-orders.ts';
import { isPlainText } from '../shared/text.ts';
import { zProofUrl } from '../shared/urls.ts';
import { IV_PAYLOAD, ivColumn, STAT_LABELS, STATS } from './ivs.ts';
import { NATURE_NAMES } from './nature-names.ts';
import { PRICE_TOO_HIGH } from './price.ts';
import { DECISIONS, SALE_STATUSES } from './statuses.ts';

/** A text such as `5`, `1,500`, `5k` or `1e5`. */
const isAmount = (input: unknown) => typeof input === 'string' && /^\s*\d/.test(input);

function priceError({ input }: { input: unknown }): string {
  if (isMissing(input)) return 'Price is required';
  return isAmount(input)
    ? 'Price must be a number in digits, without quotes, separators or units, such as 1500000'
    : MESSAGES.pricePositive;
}

/** A price in whole Pokedollars, 1 to 999,999,999,999 (docs/product.md "Validation"). */
export const zPrice = z
  .number({ error: priceError })
  .positive({ error: MESSAGES.pricePositive })
  .max(LIMITS.price.max, { error: PRICE_TOO_HIGH, abort: true })
  .int({ error: 'Price must be a whole number of Pokedollars' });

/**
 * Error message for a sale date after today, in UTC; null when the date is valid (docs/product.md "Validation"). It names the
 * day, because the reader's clock or time zone may have another one.
 */
export const dateSoldError = (date: string, now: Date): string | null =>
  date > todayUtc(now) ? `Date sold cannot be after today, ${formatDate(todayUtc(now))} UTC` : null;

/** Error message for a sale date after the day of its submission, in UTC; null when the date is valid. */
export const soldLateError = (date: string, submitted: Date): string | null =>
  date > todayUtc(submitted) ? 'Date sold cannot be after the day of submission' : null;

const blankAsNull = (value: string | null | undefined) =>
  typeof value === 'string' && value.trim() === '' ? null : value;

const submissionFields = {
  price: zPrice,
  date_sold: zDate('Date sold'),
  proof_url: zProofUrl.nullish(),
};

/** `https://a.example`, `www.a.example`, `a.example/b`, `mailto:a@b.example`; not `Mr. Mime` or `3/5`. */
const LINK = /:\/\/|\bwww\.|\bmailto:|\.\p{L}{2,}\//iu;

/** Names of items may be new, but a pasted line is not a name, and a mark needs a letter to be on. */
const zItemName = zName('Item name')
  .refine((name) => !/^\p{M}/u.test(name), notAllowed('Item name'))
  .refine((name) => !LINK.test(name), { error: 'Item name must not contain a link: put it into the proof' });

export const zItemSubmission = z.strictObject({ item_name: zItemName, ...submissionFields });

export const zPokemonSubmission = z.strictObject({
  pokemon_name: zName('Pokemon name'),
  ...submissionFields,
  nature: zOneOf('Nature', NATURE_NAMES, MESSAGES.natureRequired),
  ability: zName('Ability', MESSAGES.abilityRequired),
  form: zName('Form'),
  ...recordOf(
    STATS,
    (stat) => IV_PAYLOAD[stat],
    (stat) => zWholeNumber(`${STAT_LABELS[stat]} IV`, LIMITS.iv.min, LIMITS.iv.max),
  ),
  level: zWholeNumber('Level', LIMITS.level.min, LIMITS.level.max).nullish(),
  is_shiny: zFlag('is_shiny').optional(),
  held_item: z.preprocess(blankAsNull, zName('Held item').nullish()),
});

const submitMeta = { corrects: zWholeNumber('corrects', 1, LIMITS.id.max).optional() };
/** A submission, with the own rejected sale that it corrects, if it does. */
export const zItemSubmitInput = zItemSubmission.extend(submitMeta);
export const zPokemonSubmitInput = zPokemonSubmission.extend(submitMeta);

const editMeta = { id: zId('id'), version: zWholeNumber('version', 1, LIMITS.id.max).optional() };

/** The reason for a decision or another step with a sale. An empty text counts as none. */
export const zReviewNotes = z
  .string()
  .trim()
  .max(LIMITS.reviewNotes.max, tooLong('Review notes', LIMITS.reviewNotes.max))
  .refine(isPlainText, {
    error: 'Review notes contain a character that is not allowed',
  })
  .transform((notes) => notes || null)
  .nullish();

export const zDecision = z.strictObject({
  ...editMeta,
  status: zOneOf('status', DECISIONS),
  review_notes: zReviewNotes,
});

/** What reviewers cannot change. */
const ADMIN_ONLY = { date_sold: true, proof_url: true } as const;

const changesSomething = (edit: Record<string, unknown>) =>
  Object.keys(edit).some((key) => key !== 'id' && key !== 'version' && edit[key] !== undefined);

const zEdit = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({ ...editMeta, ...fields }).refine(changesSomething, { error: MESSAGES.nothingToChange });

export const zItemEdit = zEdit(zItemSubmission.omit(ADMIN_ONLY).partial().shape);
export const zPokemonEdit = zEdit(zPokemonSubmission.omit(ADMIN_ONLY).partial().shape);

const adminFields = { status: zOneOf('status', SALE_STATUSES).optional(), review_notes: zReviewNotes };
export const zAdminItemEdit = zEdit({ ...zItemSubmission.partial().shape, ...adminFields });
export const zAdminPokemonEdit = zEdit({ ...zPokemonSubmission.partial().shape, ...adminFields });

const listFields = {
  status: zOneOf('status', SALE_STATUSES).optional(),
  exact: zQueryBool('exact').optional(),
  ...pageFields,
  order: zOneOf('order', SORT_ORDERS).meta({ default: 'desc' }).optional(),
};

export const zItemList = z.strictObject({
  ...listFields,
  item_name: zSearch('item_name').optional(),
  ...itemFilters,
  sort: zOneOf('sort', ['date_sold', 'price', 'item_name', 'date_submitted', 'date_approved'])
    .meta({ default: 'date_sold' })
    .optional(),
});

export const zPokemonList = z.strictObject({
  ...listFields,
  pokemon_name: zSearch('pokemon_name').optional(),
  ...pokemonFilters,
  sort: zOneOf('sort', ['date_sold', 'price', 'pokemon_name', 'date_submitted', 'date_approved'])
    .meta({ default: 'date_sold' })
    .optional(),
});

export const zItemAnswerInput = z.strictObject({ name: zName('name'), ...itemFilters });
export const zPokemonAnswerInput = z.strictObject({ name: zName('name'), ...pokemonFilters });

const zHistoryDays = zDays.unwrap().meta({ default: LIMITS.priceHistory.defaultDays }).optional();
export const zItemPriceHistory = zItemAnswerInput.extend({ days: zHistoryDays });
export const zPokemonPriceHistory = zPokemonAnswerInput.extend({ days: zHistoryDays });

export const zAutocomplete = z.strictObject({
  query: zSearch('query')
    .refine((text) => text.length >= LIMITS.autocomplete.minChars, {
      error: `query must be at least ${LIMITS.autocomplete.minChars} characters long`,
    })
    .meta({ minLength: LIMITS.autocomplete.minChars }),
  limit: zQueryInt('limit', 1, LIMITS.autocomplete.max)
    .meta({ default: LIMITS.autocomplete.default })
    .optional(),
});

const saleHead = { sale_id: z.number() };
const saleTail = {
  price: z.number(),
  date_sold: zDay,
  proof_url: z.string().nullable(),
  image_url: z.string().nullable(),
  status: z.enum(SALE_STATUSES),
  submitted_by: z.number().nullable(),
  submitted_by_username: z.string().nullable(),
  date_submitted: zMoment,
  approved_by: z.number().nullable(),
  review_notes: z.string().nullable(),
  version: z.number(),
};

/** An item sale in the responses of all transports (docs/api.md "Sales"). */
export const zItemSale = z
  .object({
    ...saleHead,
    item_id: z.number().nullable(),
    item_name: z.string(),
    ...saleTail,
  })
  .meta({ id: 'ItemSale' });

/** A pokemon sale in the responses of all transports (docs/api.md "Sales"). */
export const zPokemonSale = z
  .object({
    ...saleHead,
    pokemon_id: z.number(),
    pokemon_name: z.string(),
    form: z.string(),
    /** The first type of the form: `Dragon`; null when the catalogue does not know it. */
    pokemon_type: z.string().nullable(),
    ...saleTail,
    nature: z.string(),
    ability: z.string(),
    hidden_power: z.string(),
    level: z.number().nullable(),
    is_shiny: z.boolean(),
    held_item: z.string().nullable(),
    ...recordOf(STATS, ivColumn, () => z.number()),
  })
  .meta({ id: 'PokemonSale' });

/** A sale of either kind, discriminated by `kind`, with additional fields. */
export const zAnySaleWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion('kind', [
    zItemSale.extend({ kind: z.literal('item'), ...extra }),
    zPokemonSale.extend({ kind: z.literal('pokemon'), ...extra }),
  ]);
export const zAnySale = zAnySaleWith({});
export type AnySale = z.infer<typeof zAnySale>;

export const zItemSalePage = zPage(zItemSale);
export const zPokemonSalePage = zPage(zPokemonSale);
/** The answers to a filter, which may have a query. */
export const zItemMatches = zItemSalePage.extend(ignoredTerms);
export const zPokemonMatches = zPokemonSalePage.extend(filterNotes);

export const zSubmitted = z.object({
  sale_id: z.number(),
  status: z.enum(SALE_STATUSES),
  message: z.string(),
});
export type Submitted = z.infer<typeof zSubmitted>;

export const zNameSuggestion = z.object({
  name: z.string(),
  image_url: z.string().nullable(),
  /** The first type of a pokemon in its normal form; null for an item. */
  pokemon_type: z.string().nullable(),
  sales: z.number(),
});
export const zNameSuggestions = z.object({ data: z.array(zNameSuggestion) });

/** A single sale, or a day of sales, where `price` is the median sale and `sale_id` is absent. */
export const zPricePoint = z.object({
  date: zDay,
  price: z.number(),
  volume: z.number(),
  low: z.number(),
  high: z.number(),
  sale_id: z.number().optional(),
});

const historyPoints = { data: z.array(zPricePoint), total_records: z.number() };
export const zItemHistory = z.object({ item_name: z.string(), ...historyPoints, ...ignoredTerms });
export const zPokemonHistory = z.object({ pokemon_name: z.string(), ...historyPoints, ...filterNotes });

export type ItemSale = z.infer<typeof zItemSale>;
export type PokemonSale = z.infer<typeof zPokemonSale>;
export type NameSuggestion = z.infer<typeof zNameSuggestion>;
