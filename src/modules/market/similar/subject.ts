import { sql } from 'kysely';
import type { SimilarTo } from '../../../contract/market/market.ts';
import { comparableTraits, type SimilarityTrait } from '../../../contract/market/similarity.ts';
import { splitShiny } from '../../../contract/sale/forms.ts';
import { type IvColumn, ivColumn, STATS, type Stat } from '../../../contract/sale/ivs.ts';
import { todayUtc } from '../../../contract/shared/dates.ts';
import { LIMITS } from '../../../contract/shared/limits.ts';
import { recordOf } from '../../../contract/shared/record.ts';
import { findForm } from '../../catalogue/forms.ts';
import type { MarketReads } from '../market-reads.ts';
import type { SaleRow } from '../sale.presenter.ts';
import type { Similarity } from './similarity.ts';

/** The sale that others are compared with: a stored sale, or a description, whose id is 0. */
export interface Subject
  extends Pick<SaleRow, 'kind' | 'name' | 'sale_id' | 'date_sold'>,
    Pick<SaleRow, 'nature' | 'ability' | 'form' | 'is_shiny' | IvColumn> {
  price: number | null;
  /** Of a description: how many of the six are 31 at least. */
  minPerfectIvs?: number | null;
}

/** The columns of IVs; those that are not given are unknown. */
export const ivColumns = (ivs: Partial<Record<Stat, number | null | undefined>>) =>
  recordOf(STATS, ivColumn, (stat) => ivs[stat] ?? null);

/** The known traits of a subject, without excluded ones. */
export function similarityOf(subject: Subject, without: readonly SimilarityTrait[] = []): Similarity {
  const stats = STATS.filter((stat) => subject[ivColumn(stat)] !== null);
  const { minPerfectIvs = null } = subject;
  const ivs = stats.length > 0 || minPerfectIvs !== null || null;
  const traits = comparableTraits({ ...subject, ivs, shiny: subject.is_shiny });
  return { traits: traits.filter((trait) => !without.includes(trait)), stats, minPerfectIvs };
}

/** The subject as a query of one row, with the columns that `similarity.ts` compares; the caller names it `t`. */
export function subjectRow(subject: Subject) {
  const { kind, name, sale_id, price, date_sold, nature, ability, form, is_shiny } = subject;
  const ivs = STATS.map((stat) => ({ column: ivColumn(stat), iv: subject[ivColumn(stat)] }));
  const perfect = ivs.filter(({ iv }) => iv === LIMITS.iv.max).length;
  const columns = ivs.map(({ column, iv }) => sql`${iv}::int as ${sql.ref(column)}`);
  return sql`select ${kind}::text as kind, name_key(${name}) as name_key, ${sale_id}::int as sale_id,
    ${price}::bigint as price, ${date_sold}::date as date_sold, ${nature}::text as nature,
    ${ability}::text as ability, ${form}::text as form, ${is_shiny}::boolean as is_shiny,
    ${perfect}::int as perfect_ivs, ${sql.join(columns)}`;
}

/** A described sale as a subject that is sold today, in the catalogue's spelling where it is known. */
export async function describedSubject(
  { clock, catalogueSource, names }: Pick<MarketReads, 'clock' | 'catalogueSource' | 'names'>,
  described: SimilarTo,
): Promise<Subject> {
  const { kind, price = null } = described;
  const { name } = await names.current({ kind, name: described.name, exact: true });
  const common = { kind, name, sale_id: 0, price, date_sold: todayUtc(clock.now()) };
  if (described.kind === 'item')
    return { ...common, nature: null, ability: null, form: null, is_shiny: null, ...ivColumns({}) };
  const split = described.form ? splitShiny(described.form) : null;
  const species = catalogueSource.findSpecies(name);
  const { ability } = described;
  return {
    ...common,
    nature: described.nature ?? null,
    ability: ability ? (catalogueSource.findAbility(ability)?.name ?? ability) : null,
    form: split && ((species && findForm(species.forms, split.form)?.form) ?? split.form),
    is_shiny: described.is_shiny ?? (split?.shiny || null),
    ...ivColumns(described.ivs ?? {}),
    minPerfectIvs: described.min_perfect_ivs ?? null,
  };
}
