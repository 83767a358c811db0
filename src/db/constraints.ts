import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { conflict, DomainError, unavailable } from '../lib/errors.ts';
import { databaseProblemOf } from './problems.ts';

const TAKEN = {
  account_username_unique: {
    field: 'username',
    message: 'This username is already taken. Please choose another one.',
  },
  account_username_skeleton_unique: {
    field: 'username',
    message: 'This username looks too much like an existing one. Please choose another one.',
  },
  account_email_unique: {
    field: 'email',
    message: 'This email address is already in use. Please enter another one.',
  },
  sprite_variant_unique: {
    field: 'variant',
    message: 'This pokemon already has a sprite of this variant. Change that one.',
  },
};
type Unique = keyof typeof TAKEN;

/** The error for a value that this constraint refuses. */
export function takenError(constraint: Unique): DomainError {
  const { field, message } = TAKEN[constraint];
  return conflict('TAKEN', message, { fields: { [field]: message } });
}

/** Translates a database error into a domain error; undefined for an unexpected one. */
export function domainErrorOf(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  if (error instanceof UniqueConstraintViolationException) {
    const constraint = 'constraint' in error ? String(error.constraint) : '';
    return Object.hasOwn(TAKEN, constraint) ? takenError(constraint as Unique) : undefined;
  }
  const problem = databaseProblemOf(error);
  return problem && unavailable(problem.code, problem.message, { retryAfter: problem.retryAfter });
}
