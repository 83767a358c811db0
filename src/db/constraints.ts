import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { conflict, DomainError, unavailable } from '../lib/errors.ts';
import { databaseProblemOf } from './problems.ts';

const TAKEN: Record<string, { field: string; message: string }> = {
  account_username_unique: { field: 'username', message: 'This username is already taken.' },
  account_username_skeleton_unique: {
    field: 'username',
    message: 'This username looks too much like an existing one.',
  },
  account_email_unique: { field: 'email', message: 'This email address is already in use.' },
  sprite_variant_unique: { field: 'variant', message: 'This pokemon already has a picture of this variant.' },
};

/** Translates a database error into a domain error; undefined for an unexpected one. */
export function domainErrorOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof UniqueConstraintViolationException) {
    const taken = TAKEN['constraint' in error ? String(error.constraint) : ''];
    return taken && conflict('TAKEN', taken.message, { fields: { [taken.field]: taken.message } });
  }
  const problem = databaseProblemOf(error);
  return problem && unavailable(problem.code, problem.message, { retryAfter: problem.retryAfter });
}
