import { sql } from 'kysely';
import type { SimilarTo } from '../../../contract/market/market.ts';
import { SIMILARITY_TRAITS, type SimilarityTrait } from '../../../contract/market/similarity.ts';
import { splitShiny } from '../../../contract/sale/forms.ts';
import { ivColumn, STATS, type Stat } from '../../../contract/sale/ivs.ts';
import type { SaleKind } from '../../../contract/sale/kinds.ts';
import { perfectIvs } from '../../../contract/sale/spreads.ts';
import { todayUtc } from '../../../contract/shared/dates.ts';
import { findForm } from '../../catalogue/pokemon.resolver.ts';
import type { MarketReads } from '../market-reads.ts';
import type { SaleRow } from '../sale.presenter.ts';
import type { Similarity } from './similarity.ts';

/** The sale that others are compared with: a stored sale, or a description. */
export interface Subject {
  kind: SaleKind;
  name: string;
  /** 0 for one that is not stored. */
  sale_id: number;
  price: number | null;
  date_sold: string;
  nature: string | null;
  ability: string | null;
  form: string | null;
  is_shiny: boolean | null;
  ivs: Partial<Record<Stat, number>>;
  /** Of a description: how many of the six are 31 at least. */
  minPerfectIvs: number | null;
}

const knownStats = ({ ivs }: Subject): Stat[] => STATS.filter((stat) => ivs[stat] !== undefined);

/** The known traits of a subject, without excluded ones. */
export function similarityOf(subject: Subject, without: readonly SimilarityTrait[] = []): Similarity {
  const stats = knownStats(subject);
  const known: Record<SimilarityTrait, boolean> = {
    ivs: stats.length > 0 || subject.minPerfectIvs !== null,
    nature: subject.nature !== null,
    ability: subject.ability !== null,
    form: subject.form !== null,
    shiny: subject.is_shiny !== null,
    time: true,
  };
  const traits = SIMILARITY_TRAITS.filter((trait) => known[trait] && !without.includes(trait));
  return { traits, stats, minPerfectIvs: subject.minPerfectIvs };
}

/** The subject as a query of one row, with the columns that `similarity.ts` compares; the caller names it `t`. */
export function subjectRow(subject: Subject) {
  const { kind, name, sale_id, price, date_sold, nature, ability, form, is_shiny, ivs } = subject;
  const perfect = perfectIvs(ivs);
  const columns = STATS.map((stat) => sql`${ivs[stat] ?? null}::int as ${sql.ref(ivColumn(stat))}`);
  return sql`select ${kind}::text as kind, name_key(${name}) as name_key, ${sale_id}::int as sale_id,
    ${price}::bigint as price, ${date_sold}::date as date_sold, ${nature}::text as nature,
    ${ability}::text as ability, ${form}::text as form, ${is_shiny}::boolean as is_shiny,
    ${perfect}::int as perfect_ivs, ${sql.join(columns)}`;
}

export const storedSubject = (row: SaleRow): Subject => ({
  ...row,
  ivs: Object.fromEntries(
    STATS.flatMap((stat) => {
      const value = row[ivColumn(stat)];
      return value === null ? [] : [[stat, value]];
    }),
  ),
  minPerfectIvs: null,
});

/** A described sale as a subject that is sold today, in the catalogue's spelling where it is known. */
export async function describedSubject(
  { clock, catalogueSource, names }: Pick<MarketReads, 'clock' | 'catalogueSource' | 'names'>,
  described: SimilarTo,
): Promise<Subject> {
  const { kind, price = null } = described;
  const { name } = await names.current({ kind, name: described.name, exact: true });
  const common = { kind, name, sale_id: 0, price, date_sold: todayUtc(clock.now()), minPerfectIvs: null };
  if (described.kind === 'item')
    return { ...common, nature: null, ability: null, form: null, is_shiny: null, ivs: {} };
  const split = described.form ? splitShiny(described.form) : null;
  const species = catalogueSource.findSpecies(name);
  const { ability } = described;
  return {
    ...common,
    nature: described.nature ?? null,
    ability: ability ? (catalogueSource.findAbility(ability)?.name ?? ability) : null,
    form: split && ((species && findForm(species.forms, split.form)?.form) ?? split.form),
    is_shiny: described.is_shiny ?? (split?.shiny || null),
    ivs: Object.fromEntries(Object.entries(described.ivs ?? {}).filter(([, value]) => value !== null)),
    minPerfectIvs: described.min_perfect_ivs ?? null,
  };
}
