import { z } from 'zod';
import type { QueryNode } from '../query/ast.ts';
import type { QueryField } from '../query/fields.ts';
import { type DroppedTerm, issueSentence, parseQuery } from '../query/parser.ts';
import { printQuery } from '../query/printer.ts';
import type { SaleKind } from '../sale/kinds.ts';
import { LIMITS } from '../shared/limits.ts';
import { zDate, zOneOf, zQueryBool, zQueryInt, zSearch } from '../shared/primitives.ts';
import {
  type FilterParam,
  type FilterValues,
  filtersOfKind,
  flagChoices,
  type ItemFilterParam,
} from './filter-fields.ts';

/** A valid advanced query. */
export interface SaleQuery {
  ast: QueryNode;
  /** Canonical text: queries with the same text have the same result on the same day. */
  text: string;
  /** Terms without effect, because their fields do not support their operators. */
  ignored: readonly DroppedTerm[];
}

/** Parses an advanced query for a kind of sales. Blank counts as absent; an error contains its position. */
const zQueryOf = (kind: SaleKind) =>
  z
    .string({ error: 'query must be text' })
    // Not a rule: the parser's error is more precise.
    .meta({ maxLength: LIMITS.query.length })
    .transform((text, context): SaleQuery | undefined => {
      if (text.trim() === '') return undefined;
      const parsed = parseQuery(text, kind);
      if (parsed.ok) return { ast: parsed.ast, text: printQuery(parsed.ast), ignored: parsed.dropped };
      context.addIssue({ code: 'custom', message: `query: ${issueSentence(parsed.issue)}` });
      return z.NEVER;
    });

/** A field of the answers to a query. */
export const ignoredTerms = {
  ignored: z
    .array(z.string())
    .meta({ description: 'The terms of the query that have no effect, as written; only if there are any' })
    .optional(),
};
/** The fields of an answer that say where a filter of pokemon may be mistaken. */
export const filterNotes = {
  ...ignoredTerms,
  unknown: z
    .array(z.string())
    .meta({
      description: 'A sentence about each ability that the catalogue does not have; only if there are any',
    })
    .optional(),
};
export type FilterNotes = z.output<z.ZodObject<typeof filterNotes>>;

/** Explicitly ignores a flag; the same as omitting the parameter. */
const ANY = 'any';

function schemaOf(param: string, field: QueryField): z.ZodType {
  switch (field.type) {
    case 'flag': {
      const choices = flagChoices(field).filter((choice) => typeof choice === 'string');
      if (choices.length === 0) return zQueryBool(param).optional();
      return zOneOf(param, [...choices, ANY])
        .transform((choice) => (choice === ANY ? undefined : choice))
        .optional();
    }
    case 'choice':
      return zOneOf(param, field.values ?? []).optional();
    case 'number':
    case 'price':
      return zQueryInt(param, field.range?.min ?? 0, field.range?.max ?? 0).optional();
    case 'date':
      return zDate(param).optional();
    case 'text':
      return zSearch(param).optional();
  }
}

type Shape<Param extends FilterParam> = {
  [P in Param]: z.ZodOptional<z.ZodType<NonNullable<FilterValues[P]>>>;
};

/** The cast is safe: `Param` is derived from the table of fields, but TypeScript cannot infer this from the loop. */
const shapeOf = <Param extends FilterParam>(kind: SaleKind): Shape<Param> =>
  Object.fromEntries(
    filtersOfKind(kind).map(({ param, field }) => [param, schemaOf(param, field)]),
  ) as unknown as Shape<Param>;

/** Filters of item sales, except the name. */
export const itemFilters = { ...shapeOf<ItemFilterParam>('item'), query: zQueryOf('item').optional() };
/** Filters of pokemon sales, except the name. */
export const pokemonFilters = { ...shapeOf<FilterParam>('pokemon'), query: zQueryOf('pokemon').optional() };

/** The simple filters of both kinds with the name, as the answer to a search. */
export const zFilterValues = z.object({
  name: z.string().optional(),
  exact: z.boolean().optional(),
  ...shapeOf<FilterParam>('pokemon'),
});

/** A chart's time window: the number of days up to today. */
export const zDays = zQueryInt('days', 1, LIMITS.priceHistory.maxDays).optional();

const nameFilters = { name: zSearch('name').optional(), exact: zQueryBool('exact').optional() };

/**
 * The filter of Market History, shared by its list, count, chart, live sales and URL.
 *
 * @param extra more fields, for a call that takes other input too
 */
export const zMarketFilterWith = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('item'), ...nameFilters, ...itemFilters, ...extra }),
    z.strictObject({ kind: z.literal('pokemon'), ...nameFilters, ...pokemonFilters, ...extra }),
  ]);

export const zMarketFilter = zMarketFilterWith({});
export type MarketFilter = z.input<typeof zMarketFilter>;
