import { type RawBuilder, sql } from 'kysely';
import { ivColumn, STATS } from '../../contract/sale/ivs.ts';

/** What makes two pokemon of one name the same; a resubmission may lack level and held item. */
const TRAITS = ['form', 'nature', 'ability', 'is_shiny', ...STATS.map(ivColumn)];

/** The traits by which sales of one name are told apart: nulls for items, so they are compared as not distinct. */
export const traitsOf = (table: string): RawBuilder<unknown> =>
  sql.join(TRAITS.map((column) => sql.ref(`${table}.${column}`)));
