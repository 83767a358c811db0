import { OptimisticLockError, UniqueConstraintViolationException } from '@mikro-orm/core';
import { DomainError } from '../lib/errors.ts';
import { databaseProblemOf } from './problems.ts';

/** What a person is told when a unique index refuses a row. */
const TAKEN: Record<string, { field: string; message: string }> = {
  account_username_unique: { field: 'username', message: 'This username is already taken.' },
  account_username_skeleton_unique: {
    field: 'username',
    message: 'This username looks too much like an existing one.',
  },
  account_email_unique: { field: 'email', message: 'This email address is already in use.' },
  sprite_variant_unique: { field: 'variant', message: 'This pokemon has a picture of this variant already.' },
};

/** What an error of the database means to the product; undefined for one that nothing foresees. */
export function domainErrorOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof UniqueConstraintViolationException) {
    const taken = TAKEN[String((error as { constraint?: string }).constraint)];
    return (
      taken &&
      new DomainError('conflict', 'TAKEN', taken.message, { fields: { [taken.field]: taken.message } })
    );
  }
  if (error instanceof OptimisticLockError)
    return new DomainError(
      'conflict',
      'STALE_VERSION',
      'Somebody else changed this. Please reload and try again.',
    );
  const problem = databaseProblemOf(error);
  return (
    problem &&
    new DomainError('unavailable', problem.code, problem.message, { retryAfter: problem.retryAfter })
  );
}
