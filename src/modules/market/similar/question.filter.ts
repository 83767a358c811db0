import { sql } from 'kysely';
import { exactIvs, filterTerms, ivFilters } from '../../../contract/market/filter-terms.ts';
import { zMarketFilter } from '../../../contract/market/sale-filter.ts';
import type { SimilarityTrait } from '../../../contract/market/similarity.ts';
import { filtersOf } from '../../../contract/query/convert.ts';
import { splitShiny } from '../../../contract/sale/forms.ts';
import { ivColumn } from '../../../contract/sale/ivs.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { todayUtc } from '../../../contract/shared/dates.ts';
import type { Condition } from '../../../db/query.ts';
import type { MarketReads } from '../market-reads.ts';
import { filterConditions, type SaleFilter, withNames } from '../sale.filter.ts';
import { comparableSince } from './comparables.queries.ts';
import { comparable, type Similarity } from './similarity.ts';
import { ivColumns, type Subject, similarityOf } from './subject.ts';

/** A question about one name: which of its public sales match exactly, and which are similar (docs/similar-sales.md). */
export interface Question {
  subject: Subject;
  similarity: Similarity;
  /** What was asked for beyond the name, as conditions on a sale `s`. */
  exact: Condition[];
  /**
   * The conditions of a similar sale that is not an exact match, on a sale `s` and the subject `t`. Null when nothing was
   * asked for in which sales could differ.
   */
  similar: Condition[] | null;
}

interface NameFilter extends SaleFilter {
  kind: SaleKind;
  name: string;
  exact: true;
}

/** True for sales that do not meet all conditions. */
export const not = (conditions: readonly Condition[]): Condition =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)}) is not true` : sql`false`;

/** The conditions of a filter, except those that hold for every public sale of its name. */
const asked = ({ kind: _, name: __, exact: ___, status: ____, ...values }: SaleFilter): Condition[] =>
  filterConditions(values);

const omit = (filter: SaleFilter, params: readonly string[]): SaleFilter =>
  Object.fromEntries(Object.entries(filter).filter(([param]) => !params.includes(param)));

/**
 * Splits a filter: `differing` are the values in which similar sales may differ (nature, ability, form, hidden power,
 * level, exact IVs, and by one the number of perfect IVs), and `relaxed` what they must still meet. A form such as
 * `Shiny Wash` includes shininess, which may not differ.
 */
function splitFilter(filter: NameFilter): { differing: SaleFilter; relaxed: SaleFilter } {
  const { nature, ability, form, hidden_power, min_level, max_level, min_perfect_ivs, ...others } = filter;
  const ivs = ivFilters(exactIvs(filter));
  const traits = { nature, ability, form, hidden_power, min_level, max_level, min_perfect_ivs };
  const relaxed = omit(others, Object.keys(ivs));
  if (form && splitShiny(form).shiny) relaxed.is_shiny = true;
  if (min_perfect_ivs) relaxed.min_perfect_ivs = min_perfect_ivs - 1;
  return { differing: { ...traits, ...ivs }, relaxed };
}

/** @param since `YYYY-MM-DD`; null for sales of any age */
function similarConditions(
  filter: NameFilter,
  similarity: Similarity,
  since: string | null,
): Condition[] | null {
  const { differing, relaxed } = splitFilter(filter);
  const differs = asked(differing);
  if (differs.length === 0) return null;
  return [
    not(differs),
    ...asked(relaxed),
    comparable(similarity),
    ...(since === null ? [] : [sql`s.date_sold >= ${since}::date`]),
  ];
}

/** A filter's traits as a subject that is sold today. */
function filterSubject(filter: NameFilter, today: string): Subject {
  const { kind, name, nature = null, ability = null, form = null, is_shiny = null } = filter;
  const traits = { nature, ability, form, is_shiny, ...ivColumns(exactIvs(filter)) };
  const minPerfectIvs = filter.min_perfect_ivs ?? null;
  return { kind, name, sale_id: 0, price: null, date_sold: today, ...traits, minPerfectIvs };
}

/** A subject's traits that count as a filter. */
function subjectFilter(subject: Subject, { traits, stats }: Similarity): NameFilter {
  const { kind, name, nature, ability, form, is_shiny, minPerfectIvs = null } = subject;
  const given = <Value>(trait: SimilarityTrait, value: Value | null) =>
    value !== null && traits.includes(trait) ? value : undefined;
  const fixed = traits.includes('ivs') ? stats : [];
  return {
    kind,
    name,
    exact: true,
    nature: given('nature', nature),
    ability: given('ability', ability),
    form: given('form', form),
    is_shiny: given('shiny', is_shiny),
    min_perfect_ivs: given('ivs', minPerfectIvs),
    ...ivFilters(Object.fromEntries(fixed.map((stat) => [stat, subject[ivColumn(stat)]]))),
  };
}

/** Asks about sales like a subject. Without the trait `time`, similar sales can have any age. */
export function questionOfSubject(
  { clock }: Pick<MarketReads, 'clock'>,
  subject: Subject,
  without: readonly SimilarityTrait[] = [],
): Question {
  const similarity = similarityOf(subject, without);
  const filter = subjectFilter(subject, similarity);
  const since = similarity.traits.includes('time') ? comparableSince(clock.now()) : null;
  return {
    subject,
    similarity,
    exact: asked(filter),
    similar: similarConditions(filter, similarity, since),
  };
}

/** A filter with its query as simple filters; null when the query has no equivalent. */
function simplified({ query, names: _, kind, name, exact, ...values }: SaleFilter): SaleFilter | null {
  if (!query || !kind) return { kind, name, exact, ...values };
  const terms = [...filterTerms(values), query.ast];
  const filters = filtersOf({ type: 'and', terms }, kind, query.today);
  if (!filters || (filters.name && name)) return null;
  const { query: __, ...simple } = zMarketFilter.parse(filters);
  return { ...simple, ...(name && { name, exact }) };
}

/** The only name of a filter, whole; null when the filter can match several names. */
async function onlyName(
  { names }: Pick<MarketReads, 'names'>,
  { kind, name, exact }: SaleFilter,
): Promise<Pick<NameFilter, 'kind' | 'name'> | null> {
  if (!kind || !name) return null;
  if (exact) return { kind, name };
  const [only, ...others] = (await names.of(kind)).containing(name);
  return only === undefined || others.length ? null : { kind, name: only };
}

/**
 * Asks about the sales of a filter. Null when it does not name exactly one name. A query without equivalent simple
 * filters has only exact matches.
 */
export async function questionOfFilter(
  market: Pick<MarketReads, 'names' | 'clock'>,
  filter: SaleFilter,
): Promise<Question | null> {
  const simple = simplified(filter);
  const named = await onlyName(market, simple ?? filter);
  return named && asking(market, filter, simple, named);
}

/** The same for a filter with a whole name. */
export const questionOfName = (
  market: Pick<MarketReads, 'names' | 'clock'>,
  filter: NameFilter,
): Promise<Question> => asking(market, filter, simplified(filter), filter);

async function asking(
  market: Pick<MarketReads, 'names' | 'clock'>,
  filter: SaleFilter,
  simple: SaleFilter | null,
  { kind, name }: Pick<NameFilter, 'kind' | 'name'>,
): Promise<Question> {
  const named: NameFilter = { ...(simple ?? filter), kind, name, exact: true };
  const now = market.clock.now();
  const subject = filterSubject(named, todayUtc(now));
  const similarity = similarityOf(subject);
  return {
    subject,
    similarity,
    exact: asked(await withNames(market, filter)),
    similar: simple && similarConditions(named, similarity, comparableSince(now)),
  };
}
