import { getTRPCErrorFromUnknown, TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { ZodError } from 'zod';
import type { DecidedBy } from '../contract/review/review.ts';
import { LIMITS } from '../contract/shared/limits.ts';
import { describeIssues } from '../contract/shared/validation.ts';
import { domainErrorOf } from '../db/constraints.ts';
import { DomainError, type ErrorKind, invalidInput } from '../lib/errors.ts';

const CODE_OF_KIND: Record<ErrorKind, TRPC_ERROR_CODE_KEY> = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  unconfirmed: 'PRECONDITION_REQUIRED',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  unsupported_media: 'UNSUPPORTED_MEDIA_TYPE',
  unsupported_method: 'METHOD_NOT_SUPPORTED',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
};

export const bodyTooLarge = new DomainError(
  'too_large',
  'TOO_LARGE',
  `The body is too large: at most ${LIMITS.bodyBytes / 1024} kB.`,
);

/** Over tRPC, the input is a body, a parameter or a message. */
const notJson = new DomainError('invalid', 'BAD_JSON', 'The input is not valid JSON.');

/** Over sockets: JSON that tRPC does not know. Its parser says why only in an error without a type. */
const notCall = new DomainError(
  'invalid',
  'BAD_CALL',
  'This is not a call: one has an id, a method, and params with a path. Connection parameters are texts.',
);

export const tooManyCalls = new DomainError(
  'invalid',
  'TOO_MANY_CALLS',
  `A batch can have at most ${LIMITS.batchCalls} calls.`,
);

/** Converts a failure for tRPC: a domain error gets its code, anything else is an internal error. */
export function asTrpcError(failure: unknown): TRPCError {
  const isTrpc = failure instanceof TRPCError;
  if (isTrpc && failure.code !== 'INTERNAL_SERVER_ERROR') return failure;
  const cause = domainErrorOf(isTrpc ? failure.cause : failure);
  return cause
    ? new TRPCError({ code: CODE_OF_KIND[cause.kind], message: cause.message, cause })
    : getTRPCErrorFromUnknown(failure);
}

/** Seconds until a batch may be retried: the longest `retryAfter` of its failures, or null. */
export function retryAfterOf(errors: readonly TRPCError[]): number | null {
  const waits = errors.flatMap((error) => publicError(asTrpcError(error)).retryAfter ?? []);
  return waits.length ? Math.max(...waits) : null;
}

interface PublicError {
  message: string;
  code: TRPC_ERROR_CODE_KEY;
  /** Stable identifier for programs, such as `ALREADY_REVIEWED`; null where `code` is precise enough. */
  reason: string | null;
  details: string[] | null;
  fields: Record<string, string> | null;
  /** Seconds until the call may be retried. */
  retryAfter: number | null;
  /** Who decided the sale first, and when. */
  decided: DecidedBy | null;
}

/**
 * The public reason of a failure; undefined for tRPC's own errors, whose messages state it. Never the error of a parser,
 * because its message quotes the input, which may contain a password.
 */
function publicCause({ code, cause }: TRPCError): DomainError | undefined {
  // Only a body can be too large, and tRPC's own error for it has no sentence.
  if (code === 'PAYLOAD_TOO_LARGE') return bodyTooLarge;
  if (cause === undefined || cause instanceof DomainError) return cause;
  // Invalid output is an internal error, so these issues always concern the input.
  if (cause instanceof ZodError) return invalidInput(describeIssues(cause));
  return cause instanceof SyntaxError ? notJson : notCall;
}

/** `retryAfter` of a failure that cannot say when it ends, such as that of another service. */
const UNAVAILABLE_S = 5;

/** The part of a failure that callers may see: never a stack, SQL, or the text of an unexpected error. */
export function publicError(error: TRPCError): PublicError {
  const { code } = error;
  const empty = { reason: null, details: null, fields: null, retryAfter: null, decided: null };
  if (code === 'INTERNAL_SERVER_ERROR')
    return { ...empty, code, message: 'Something went wrong on our side. Please try again.' };
  const cause = publicCause(error);
  if (!cause) return { ...empty, code, message: error.message };
  const { details, fields, retryAfter, decided } = cause.extras;
  return {
    code,
    message: cause.message,
    reason: cause.code === code ? null : cause.code,
    details: details ? [...details] : null,
    fields: fields ? { ...fields } : null,
    retryAfter: retryAfter ?? (code === 'SERVICE_UNAVAILABLE' ? UNAVAILABLE_S : null),
    decided: decided ?? null,
  };
}
