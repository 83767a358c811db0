import { type RawBuilder, sql } from 'kysely';
import { ivColumn, STATS } from '../../../contract/sale/ivs.ts';

/** The traits that make two pokemon of a name the same; level and held item may be missing in a resubmission. */
const TRAITS = ['form', 'nature', 'ability', 'is_shiny', ...STATS.map(ivColumn)];

/** The columns that distinguish sales of one name; null for items, so compare them with IS NOT DISTINCT FROM. */
export const traitColumns = (table: string): RawBuilder<unknown> =>
  sql.join(TRAITS.map((column) => sql.ref(`${table}.${column}`)));
