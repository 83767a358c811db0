import { type RawBuilder, sql } from 'kysely';
import { SIMILARITY_TRAITS, type SimilarityTrait } from '../../../contract/market/similarity.ts';
import { ivColumn, STATS, type Stat } from '../../../contract/sale/ivs.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';

/**
 * The distance between two sales of the same name: 0 for the same traits on the same day. It orders sales by similarity
 * and is not a price; the weights reflect what buyers look at first.
 *
 * - shininess: 6, the largest of the weights
 * - 2 for each perfect IV that one has more than the other
 * - 1.5 for a different nature, 1 for a different form, 0.5 for a different ability
 * - the IVs themselves: up to 1, when all six differ by the maximum
 * - 0.5 for each year between the sales
 *
 * An excluded trait adds nothing. When only some IVs are known, only those count.
 */
const WEIGHT = { shiny: 6, perfectIv: 2, nature: 1.5, form: 1, ability: 0.5, ivs: 1, year: 0.5 };

/** The basis of a comparison of two sales. */
export interface Similarity {
  /** Those that count. */
  traits: readonly SimilarityTrait[];
  /** Those whose IVs are known. */
  stats: readonly Stat[];
  /** The number of perfect IVs that was asked for, whichever they are. */
  minPerfectIvs: number | null;
}

/** Compares all traits and all IVs. */
export const FULL_SIMILARITY: Similarity = { traits: SIMILARITY_TRAITS, stats: STATS, minPerfectIvs: null };

type Part = RawBuilder<unknown>;

/** Floating-point, because exact decimals are ten times as slow here with no benefit. */
const float = (value: number) => sql`${sql.lit(value)}::float8`;
const of = (table: 's' | 't', column: string) => sql.ref(`${table}.${column}`);
const sum = (parts: readonly Part[]) => (parts.length ? sql.join(parts, sql` + `) : float(0));

const differs = (column: string) => sql`${of('s', column)} <> ${of('t', column)}`;
const apart = (column: string, weight: number) =>
  sql`case when ${differs(column)} then ${float(weight)} else ${float(0)} end`;
const days = sql`abs(s.date_sold - t.date_sold)`;

/** The difference in the number of perfect IVs; `t.perfect_ivs` counts the known ones. */
function perfectApart(stats: readonly Stat[]): Part {
  if (stats.length === STATS.length) return sql`abs(s.perfect_ivs - t.perfect_ivs)`;
  const perfect = stats.map((stat) => sql`(${of('s', ivColumn(stat))} = ${sql.lit(LIMITS.iv.max)})::int`);
  return sql`abs(${sum(perfect)} - t.perfect_ivs)`;
}

/** How many of the perfect IVs that were asked for are missing. */
const perfectMissing = ({ minPerfectIvs }: Similarity): Part =>
  minPerfectIvs === null ? sql`0` : sql`greatest(${sql.lit(minPerfectIvs)} - s.perfect_ivs, 0)`;

const ivsApart = (stats: readonly Stat[]): Part =>
  sum(stats.map((stat) => sql`abs(${of('s', ivColumn(stat))} - ${of('t', ivColumn(stat))})`));

/** The part of each pokemon trait in the distance. */
const TRAIT_PARTS: Record<Exclude<SimilarityTrait, 'time'>, (similarity: Similarity) => Part> = {
  ivs: (
    similarity,
  ) => sql`${float(WEIGHT.perfectIv)} * (${perfectApart(similarity.stats)} + ${perfectMissing(similarity)})
    + ${float(WEIGHT.ivs / (STATS.length * LIMITS.iv.max))} * (${ivsApart(similarity.stats)})`,
  nature: () => apart('nature', WEIGHT.nature),
  ability: () => apart('ability', WEIGHT.ability),
  form: () => apart('form', WEIGHT.form),
  shiny: () => apart('is_shiny', WEIGHT.shiny),
};

/** The distance of a sale `s` from the sale `t`; items have no traits, so only time counts for them. */
export function distance(similarity: Similarity): Part {
  const { traits } = similarity;
  const ofTraits = traits.flatMap((trait) => (trait === 'time' ? [] : [TRAIT_PARTS[trait](similarity)]));
  const time = traits.includes('time') ? sql`${float(WEIGHT.year / 365)} * ${days}` : float(0);
  return sql`case when t.kind = 'pokemon' then ${sum(ofTraits)} else ${float(0)} end + ${time}`;
}

/**
 * Whether the price of a sale `s` is comparable to that of `t`: the same shininess, and numbers of perfect IVs that differ
 * by at most one, unless these traits are excluded.
 */
export function comparable({ traits, stats }: Similarity): Part {
  const alike = [
    ...(traits.includes('shiny') ? [sql`s.is_shiny = t.is_shiny`] : []),
    ...(traits.includes('ivs') ? [sql`${perfectApart(stats)} <= 1`] : []),
  ];
  return alike.length ? sql`(t.kind = 'item' or (${sql.join(alike, sql` and `)}))` : sql`true`;
}

const DIFFERS: Record<SimilarityTrait, (similarity: Similarity) => Part> = {
  ivs: (similarity) =>
    sql.join(
      [sql`${perfectMissing(similarity)} > 0`, ...similarity.stats.map((stat) => differs(ivColumn(stat)))],
      sql` or `,
    ),
  nature: () => differs('nature'),
  ability: () => differs('ability'),
  form: () => differs('form'),
  shiny: () => differs('is_shiny'),
  time: () => sql`${days} > ${sql.lit(LIMITS.similar.apartDays)}`,
};

/** The counting traits in which `s` differs from `t`, as an array; sales that are months apart differ in time. */
export function differences(similarity: Similarity): Part {
  const marks = similarity.traits.map(
    (trait) => sql`case when ${DIFFERS[trait](similarity)} then ${sql.lit(trait)} end`,
  );
  return marks.length ? sql`array_remove(array[${sql.join(marks)}]::text[], null)` : sql`array[]::text[]`;
}

/** Other public sales `s` with the kind and name of `t`. */
export const sameName = sql`s.kind = t.kind and s.name_key = t.name_key and s.sale_id <> t.sale_id
  and s.status = 'approved' and s.deleted_at is null`;
