export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media'
  | 'rate_limited'
  | 'unavailable';

export interface ErrorExtras {
  /** One sentence per failed field, for `details` of the answer. */
  details?: readonly string[];
  /** The same sentences by field, for forms. */
  fields?: Readonly<Record<string, string>>;
  /** Seconds after which the call may be tried again; sent as `Retry-After`. */
  retryAfter?: number;
  /** Who decided a sale first, and when. */
  decided?: { by: string | null; at: string };
}

/**
 * A failure that the rules of the product foresee. Knows no transport: tRPC, REST, jobs and the command line
 * translate it once each. The message is a sentence for a person and never carries a secret.
 */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  /** Stable name for programs, such as `ALREADY_REVIEWED`. */
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

export const notFound = (what: string) =>
  new DomainError('not_found', 'NOT_FOUND', `There is no such ${what}.`);

/** Bad input, from faults by field; the message is the faults joined with commas (docs/product.md "Validation"). */
export function invalidInput(faults: readonly { field: string; message: string }[]): DomainError {
  const details = faults.map((fault) => fault.message);
  const fields = Object.fromEntries(faults.map((fault) => [fault.field, fault.message]));
  return new DomainError('invalid', 'BAD_REQUEST', details.join(', '), { details, fields });
}
