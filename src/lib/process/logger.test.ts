import { expect, it } from 'vitest';
import { createTestLog } from '../../testing/run/log.ts';
import { redact } from './logger.ts';
import { withRequestContext } from './request-context.ts';

it.each([
  'password',
  'newPassword',
  'password_hash',
  'token',
  'pendingToken',
  'Authorization',
  'X-TOTP-Token',
  'recoveryCodes',
  'APP_SECRET',
  'set-cookie',
  'api_key',
  'discord_webhook_url',
])('never shows the value of %s at any depth', (name) => {
  const canary = 'canary';
  const entry = { [name]: canary, a: [{ b: { [name]: { c: canary } } }] };
  expect(JSON.stringify(redact(entry))).not.toContain(canary);
});

it('keeps everything else and truncates deep structures', () => {
  const at = new Date(0);
  expect(redact({ user: 'known', n: 1, at, list: [null, true] })).toEqual({
    user: 'known',
    n: 1,
    at,
    list: [null, true],
  });
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(JSON.stringify(redact(circle))).toContain('[deep]');
});

it('keeps the codes and causes of errors, and none of their other fields', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  const failed = new Error('fetch failed', { cause: new AggregateError([refused]) });
  const shown = redact(Object.assign(failed, { code: 7, detail: 'Key (email)=(canary)' }));
  expect(shown).toMatchObject({
    type: 'Error',
    message: 'fetch failed',
    code: 7,
    cause: { type: 'AggregateError', errors: [{ message: refused.message, code: 'ECONNREFUSED' }] },
  });
  expect(JSON.stringify(shown)).not.toContain('canary');
  refused.cause = refused;
  expect(JSON.stringify(redact(refused))).toContain('[deep]');
});

it('writes one line per entry with its request id for any content', () => {
  const { logger, lines } = createTestLog();
  withRequestContext({ requestId: 'r-1' }, () =>
    withRequestContext({ requestId: 'r-1', path: 'items.list' }, () =>
      logger.info({ category: 'api', token: 'canary' }, 'one\n{"level":"fatal"}'),
    ),
  );
  expect(lines).toMatchObject([
    {
      level: 'info',
      requestId: 'r-1',
      path: 'items.list',
      category: 'api',
      token: '[redacted]',
      msg: 'one\n{"level":"fatal"}',
    },
  ]);
});

it('writes the type, the message and the stack of an error, and nothing else of it', () => {
  const { logger, lines } = createTestLog();
  const err = Object.assign(new TypeError('it failed'), { token: 'canary' });
  logger.warn({ err }, 'a job failed');
  expect(lines).toMatchObject([{ msg: 'a job failed' }]);
  expect(lines[0]?.err).toEqual({ type: 'TypeError', message: 'it failed', stack: err.stack });
});
