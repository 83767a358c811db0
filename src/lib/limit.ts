import { counted } from '../contract/shared/plural.ts';
import { DomainError } from './errors.ts';

/** A limit times `RATE_LIMIT_FACTOR`, in whole uses: at least one is always allowed. */
export const scaleLimit = ({ rateLimitFactor }: { rateLimitFactor: number }, limit: number): number =>
  Math.max(1, Math.round(limit * rateLimitFactor));

const formatWait = (seconds: number): string =>
  seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');

/** The error of an exceeded limit, with the time to wait. @param reason one sentence */
export function tooMany(
  reason: string,
  { msBeforeNext }: { msBeforeNext: number },
  isRepeated = false,
): DomainError {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const message = `${reason} Please try again in ${formatWait(retryAfter)}.`;
  return new DomainError('rate_limited', 'TOO_MANY', message, { retryAfter, isRepeated });
}
