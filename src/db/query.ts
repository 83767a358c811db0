import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { foldCase } from '../contract/shared/text.ts';

/**
 * Runs a statement as written with kysely's `sql`, and returns its rows: `await query(em)<Row>`select …``. It is part of
 * the transaction of the entity manager, if that is in one.
 */
export const query =
  (em: EntityManager) =>
  async <Row = unknown>(text: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await sql<Row>(text, ...values).execute(em.getKysely());
    return rows;
  };

/** As `query`, for a statement with a single column: its values. */
export const values =
  (em: EntityManager) =>
  async <Value>(text: TemplateStringsArray, ...given: readonly unknown[]): Promise<Value[]> =>
    (await query(em)<Record<string, Value>>(text, ...given)).flatMap((row) => Object.values(row));

/** A condition on rows. */
export type Condition = RawBuilder<unknown>;

/** All of these conditions as a `where` clause; nothing without any. */
export const where = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

export const likeText = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');

/** SQL of the ISO 8601 text of a timestamp, for JSON; other rows have it without (`column-types.ts`). */
export const isoText = (timestamp: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
