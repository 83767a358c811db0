import type { DecidedBy } from '../contract/review/review.ts';
import { formatNumber } from '../contract/shared/plural.ts';
import { didYouMean } from '../contract/shared/suggestions.ts';
import { type FieldError, joinedMessages } from '../contract/shared/validation.ts';

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  /** The session is valid, but its owner has to confirm their identity again. */
  | 'unconfirmed'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'unsupported_method'
  | 'rate_limited'
  | 'unavailable';

interface ErrorExtras {
  /** One sentence per invalid field, for `details` of the response. */
  details?: readonly string[];
  /** The same sentences by field, for forms. */
  fields?: Readonly<Record<string, string>>;
  /** Seconds until a retry makes sense; sent as `Retry-After`. */
  retryAfter?: number;
  /** A reached limit has refused an earlier call. */
  isRepeated?: boolean;
  /** Who decided a sale first, and when. */
  decided?: DecidedBy;
}

/**
 * A failure that the rules of the product expect. It is independent of the transport: tRPC, REST, jobs and
 * the command line each translate it in one place. The message is for people and never contains a secret.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** Stable identifier for programs, such as `ALREADY_REVIEWED`. */
  readonly code: string;
  readonly extras: ErrorExtras;

  constructor(kind: ErrorKind, code: string, message: string, extras: ErrorExtras = {}) {
    super(message);
    this.name = 'DomainError';
    this.kind = kind;
    this.code = code;
    this.extras = extras;
  }
}

/** @param meant a known name that the given one resembles */
export const notFound = (what: string, meant?: string) =>
  new DomainError('not_found', 'NOT_FOUND', `There is no such ${what}.${didYouMean(meant)}`);

export const conflict = (code: string, message: string, extras?: ErrorExtras) =>
  new DomainError('conflict', code, message, extras);

export const unavailable = (code: string, message: string, extras?: ErrorExtras) =>
  new DomainError('unavailable', code, message, extras);

export const unauthenticated = (code: string, message: string) =>
  new DomainError('unauthenticated', code, message);

/**
 * For a change to something that is no longer as the caller saw it.
 *
 * @param now what it is now, in a sentence
 */
export const changedMeanwhile = (now: string) =>
  conflict('CHANGED_MEANWHILE', `This has changed since you saw it: ${now}. Nothing was saved.`);

/** The code of an error of Node or a driver, such as `ENOENT` or `55P03`; empty for an error without one. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code ?? '') : '';

/** The message of a thrown value, an error or anything else. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A request can have thousands of unknown fields, and both its response and its log line list the issues. */
const LISTED_ISSUES = 20;

/** Invalid input, from issues by field; the message joins them with commas. */
export function invalidInput(issues: readonly FieldError[], code = 'BAD_REQUEST'): DomainError {
  const listed = issues.slice(0, LISTED_ISSUES);
  const rest = issues.length - listed.length;
  const details = listed.map((issue) => issue.message);
  if (rest > 0) details.push(`and ${formatNumber(rest)} more`);
  const fields = Object.fromEntries(listed.map((issue) => [issue.field, issue.message]));
  return new DomainError('invalid', code, joinedMessages(details), { details, fields });
}

export const invalidField = (field: string, message: string): DomainError =>
  invalidInput([{ field, message }]);
