import { codeOf } from '../lib/errors.ts';

/** Why the database is unavailable, for people and for programs. */
interface DatabaseProblem {
  /** Stable identifier for programs, such as `DATABASE_FULL`. */
  code: string;
  message: string;
  /** Seconds after which a retry makes sense. */
  retryAfter: number;
}

interface KnownProblem extends DatabaseProblem {
  /** SQLSTATEs and error codes of sockets. */
  codes: RegExp;
  /** Messages of errors that the driver throws without a code. */
  texts?: RegExp;
}

/**
 * Conditions under which the database rejects correct statements. The first match counts.
 * SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PROBLEMS: readonly KnownProblem[] = [
  {
    code: 'DATABASE_FULL',
    message: 'The disk of the database is full, so nothing can be saved right now.',
    retryAfter: 30,
    codes: /^(53100|ENOSPC)$/,
  },
  {
    code: 'DATABASE_READ_ONLY',
    message: 'The database is read-only right now, so nothing can be saved.',
    retryAfter: 30,
    codes: /^25006$/,
  },
  {
    code: 'DATABASE_STARTING',
    message: 'The database is starting or stopping right now. Please try again.',
    retryAfter: 2,
    // Shutdown by an administrator, crash of another connection, not accepting connections yet.
    codes: /^57P0[123]$/,
  },
  {
    code: 'DATABASE_REFUSES',
    message: 'The database refuses connections of this server right now. Please try again later.',
    retryAfter: 30,
    // Wrong password or role, dropped or missing database.
    codes: /^(28...|3D000|57P04)$/,
  },
  {
    code: 'DATABASE_CONFLICT',
    message: 'Others are changing the same data right now. Please try again.',
    retryAfter: 1,
    // Serialization failure, deadlock.
    codes: /^(40001|40P01)$/,
  },
  {
    code: 'DATABASE_BUSY',
    message: 'The database is overloaded right now. Please try again.',
    retryAfter: 5,
    // Too many connections, out of memory, other lack of resources; lock not available in time.
    codes: /^(53...|55P03)$/,
    texts: /^timeout exceeded when trying to connect$/,
  },
  {
    code: 'DATABASE_SLOW',
    message: 'The database took too long to respond. Please try again.',
    retryAfter: 5,
    // Timeout of a statement, an idle transaction or a transaction.
    codes: /^(57014|57P05|25P0[34])$/,
  },
  {
    code: 'DATABASE_AWAY',
    message: 'The database cannot be reached right now. Please try again.',
    retryAfter: 5,
    // 08P01 is a malformed message, which is our own error.
    codes:
      /^(08(?!P01)...|ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|E(HOST|NET)(UNREACH|DOWN))$/,
    texts:
      /^(Connection terminated|timeout expired|Client has encountered a connection error|Client was closed|Query read timeout)/,
  },
];

/** Nested errors: the ORM wraps the driver's error, and a host with several addresses has an error for each. */
const MAX_DEPTH = 5;

export function innerErrors(error: unknown): unknown[] {
  if (!(error instanceof Error)) return [];
  const tried: unknown[] = error instanceof AggregateError ? error.errors : [];
  return error.cause === undefined ? tried : [error.cause, ...tried];
}

/**
 * Why the database is unavailable.
 *
 * @returns undefined when the error has another cause
 */
export function databaseProblemOf(error: unknown, depth = MAX_DEPTH): DatabaseProblem | undefined {
  if (typeof error !== 'object' || error === null || depth === 0) return undefined;
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  const known = PROBLEMS.find(({ codes, texts }) => codes.test(code) || texts?.test(text));
  if (known) return { code: known.code, message: known.message, retryAfter: known.retryAfter };
  for (const inner of innerErrors(error)) {
    const problem = databaseProblemOf(inner, depth - 1);
    if (problem) return problem;
  }
  return undefined;
}
