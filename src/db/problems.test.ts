import { DriverException } from '@mikro-orm/core';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../lib/errors.ts';
import { domainErrorOf } from './constraints.ts';
import { databaseProblemOf } from './problems.ts';

const withCode = (code: string) => Object.assign(new Error('text'), { code });

describe('an error code', () => {
  it.each([
    ['53100', 'DATABASE_FULL'],
    ['25006', 'DATABASE_READ_ONLY'],
    ['57P01', 'DATABASE_STARTING'],
    ['57P02', 'DATABASE_STARTING'],
    ['57P03', 'DATABASE_STARTING'],
    ['28P01', 'DATABASE_REFUSES'],
    ['28000', 'DATABASE_REFUSES'],
    ['3D000', 'DATABASE_REFUSES'],
    ['57P04', 'DATABASE_REFUSES'],
    ['40001', 'DATABASE_CONFLICT'],
    ['40P01', 'DATABASE_CONFLICT'],
    ['53300', 'DATABASE_BUSY'],
    ['53200', 'DATABASE_BUSY'],
    ['53000', 'DATABASE_BUSY'],
    ['55P03', 'DATABASE_BUSY'],
    ['57014', 'DATABASE_SLOW'],
    ['25P03', 'DATABASE_SLOW'],
    ['08000', 'DATABASE_AWAY'],
    ['08006', 'DATABASE_AWAY'],
    ['ECONNREFUSED', 'DATABASE_AWAY'],
    ['ECONNRESET', 'DATABASE_AWAY'],
    ['ENOTFOUND', 'DATABASE_AWAY'],
    ['ETIMEDOUT', 'DATABASE_AWAY'],
    ['EHOSTUNREACH', 'DATABASE_AWAY'],
    ['EPIPE', 'DATABASE_AWAY'],
  ])('%s means %s', (code, problem) => {
    expect(databaseProblemOf(withCode(code))?.code).toBe(problem);
  });

  it.each(['08P01', '23505', '23514', '42601', '42P01', '22P02', 'P0001', 'ENOENT', ''])(
    '%s is not a database problem',
    (code) => expect(databaseProblemOf(withCode(code))).toBeUndefined(),
  );
});

describe('an error without a code', () => {
  it.each([
    ['Connection terminated', 'DATABASE_AWAY'],
    ['Connection terminated unexpectedly', 'DATABASE_AWAY'],
    ['Connection terminated due to connection timeout', 'DATABASE_AWAY'],
    ['Client has encountered a connection error and is not queryable', 'DATABASE_AWAY'],
    ['Client was closed and is not queryable', 'DATABASE_AWAY'],
    ['timeout expired', 'DATABASE_AWAY'],
    ['timeout exceeded when trying to connect', 'DATABASE_BUSY'],
  ])('%s means %s', (message, problem) => {
    expect(databaseProblemOf(new Error(message))?.code).toBe(problem);
  });

  it.each([new Error('a bug'), 'Connection terminated', undefined, null, 5])(
    '%s is not a database problem',
    (error) => expect(databaseProblemOf(error)).toBeUndefined(),
  );
});

describe('an error inside another', () => {
  it.each<[string, unknown]>([
    ['the ORM', new DriverException(new Error('Client was closed and is not queryable'))],
    ['a cause', new Error('a step failed', { cause: withCode('08006') })],
    ['one of several addresses', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
  ])('is found: %s', (_where, error) => expect(databaseProblemOf(error)?.code).toBe('DATABASE_AWAY'));

  it('that contains itself is handled', () => {
    const error = new Error('round');
    error.cause = error;
    expect(databaseProblemOf(error)).toBeUndefined();
  });
});

it('has a sentence and a retry time for the caller', () => {
  const error = domainErrorOf(withCode('53100'));
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({
    kind: 'unavailable',
    code: 'DATABASE_FULL',
    message: 'The disk of the database is full, so nothing can be saved right now.',
    extras: { retryAfter: 30 },
  });
});
