import { UnrecoverableError } from 'bullmq';
import { describe, expect, test } from 'vitest';
import { DomainError, type ErrorKind } from '../lib/errors.ts';
import { createLogger } from '../lib/process/logger.ts';
import { requestContext } from '../lib/process/request-context.ts';
import { JOBS } from './definitions.ts';
import { handle, JobDeferred, runJob } from './job-handler.ts';

const run = (attempt = 1) => ({ id: 'outbox-1', attempt, signal: new AbortController().signal });

function capture() {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, logger };
}

describe('runJob', () => {
  test('passes the validated payload to the handler and adds the job to every log line', async () => {
    const { lines, logger } = capture();
    let seen: unknown;
    const handler = handle(JOBS.welcomeMail, async (payload) => {
      seen = [payload, requestContext()];
      logger.info('in the handler');
      return 'what came of it';
    });
    await runJob(handler, { user_id: 5 }, run(), logger);

    expect(seen).toEqual([{ user_id: 5 }, { requestId: 'outbox-1', path: 'mail.welcome' }]);
    expect(lines.map(({ msg, requestId, path }) => [msg, requestId, path])).toEqual([
      ['job started', 'outbox-1', 'mail.welcome'],
      ['in the handler', 'outbox-1', 'mail.welcome'],
      ['job finished', 'outbox-1', 'mail.welcome'],
    ]);
    expect(lines.at(-1)).toMatchObject({ result: 'what came of it' });
  });

  test('a deferred job logs why and until when, once', async () => {
    const { lines, logger } = capture();
    const handler = handle(JOBS.welcomeMail, () =>
      Promise.reject(new JobDeferred(3_600_000, 'the mail server cannot be reached')),
    );
    for (const isReturn of [false, true])
      await runJob(handler, { user_id: 5 }, { ...run(), isReturn }, logger).catch(() => undefined);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'job started',
      'job waits: the mail server cannot be reached',
    ]);
    expect(Date.parse(String(lines[1]?.next_try))).toBeGreaterThan(Date.now());
  });

  test('a quiet job logs only its failures', async () => {
    const { lines, logger } = capture();
    const linesOf = async (work: () => Promise<void>) =>
      runJob(handle(JOBS.announceAtDiscord, work), {}, run(), logger).catch(() => undefined);
    await linesOf(() => Promise.resolve());
    expect(lines).toEqual([]);
    await linesOf(() => Promise.reject(new Error('no database')));
    expect(lines).toMatchObject([{ level: 'warn', msg: 'job failed and will be retried' }]);
  });

  test.each([{}, { user_id: 'x' }, { user_id: 1, token: 'y' }, null, 'text'])(
    'the payload %j is not retried and reaches no handler',
    async (payload) => {
      const { lines, logger } = capture();
      let called = false;
      const handler = handle(JOBS.welcomeMail, async () => {
        called = true;
      });
      await expect(runJob(handler, payload, run(), logger)).rejects.toBeInstanceOf(UnrecoverableError);
      expect(called).toBe(false);
      expect(lines.at(-1)).toMatchObject({ level: 'error', msg: 'job failed' });
    },
  );

  test.each([
    ['ECONNREFUSED', 0, true],
    ['57P01', 0, true],
    ['53100', 0, true],
    ['25006', 0, true],
    ['ECONNREFUSED', 25 * 3_600_000, false],
    ['40P01', 0, false],
    ['57014', 0, false],
    ['22012', 0, false],
  ])(
    'whether the database error %s defers a job of %i ms without using up an attempt: %s',
    async (...given) => {
      const [code, ageMs, isDeferred] = given;
      const { lines, logger } = capture();
      const failure = Object.assign(new Error('no database'), { code });
      const handler = handle(JOBS.welcomeMail, () => Promise.reject(failure));
      const last = { ...run(JOBS.welcomeMail.attempts), ageMs };
      const outcome = await runJob(handler, { user_id: 1 }, last, logger).catch((error: unknown) => error);
      expect(outcome instanceof JobDeferred).toBe(isDeferred);
      expect(lines.some(({ msg }) => msg === 'job failed')).toBe(!isDeferred);
    },
  );

  const lasting: [ErrorKind, boolean][] = [
    ['invalid', true],
    ['not_found', true],
    ['forbidden', true],
    ['conflict', true],
    ['unavailable', false],
    ['rate_limited', false],
  ];
  test.each(lasting)('whether a failure of kind %s is final: %s', async (kind, final) => {
    const { lines, logger } = capture();
    const failure = new DomainError(kind, 'TEST', 'It does not work.');
    const handler = handle(JOBS.welcomeMail, () => Promise.reject(failure));
    const outcome = await runJob(handler, { user_id: 1 }, run(), logger).catch((error: unknown) => error);

    expect(outcome instanceof UnrecoverableError).toBe(final);
    expect(outcome).toHaveProperty('message', 'It does not work.');
    expect(lines.at(-1)).toMatchObject({ level: final ? 'error' : 'warn' });
  });

  test('a transient failure is logged as an error only at the last attempt', async () => {
    const { lines, logger } = capture();
    const handler = handle(JOBS.welcomeMail, () => Promise.reject(new Error('no route')));
    for (const attempt of [1, JOBS.welcomeMail.attempts])
      await expect(runJob(handler, { user_id: 1 }, run(attempt), logger)).rejects.toThrow('no route');
    const failures = lines.filter(({ msg }) => msg !== 'job started');
    expect(failures.map(({ level }) => level)).toEqual(['warn', 'error']);
  });
});
