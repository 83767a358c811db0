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

/** A condition on rows. */
export type Condition = RawBuilder<unknown>;

/** All of these conditions as a `where` clause; nothing without any. */
export const where = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

export const likeText = (text: string): string => foldCase(text).replace(/[\\%_]/g, '\\$&');

/** ISO 8601 of a database timestamp. UTC timestamps are converted as text, since parsing dates is slow. */
export const isoTime = (timestamp: string): string =>
  timestamp.endsWith('+00')
    ? `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${timestamp.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
    : new Date(timestamp).toISOString();
