import { TRPCClientError } from '@trpc/client';
import { expect, it } from 'vitest';
import { noResponse, refusal } from '../../testing/fake-server.ts';
import { retry, retryDelay } from './query-client.ts';

it.each([
  ['without a response', noResponse(), 1_000],
  ['after an error of the server', refusal(500, 'Something went wrong'), 1_000],
  ['when the server asks for a short wait', refusal(503, 'Busy', { retryAfter: 2 }), 2_000],
  ['when too many calls were made', refusal(429, 'Too many requests', { retryAfter: 1 }), 1_000],
])('requests data again once %s', (_, error, delay) => {
  expect(retry(0, error)).toBe(true);
  expect(retryDelay(0, error)).toBe(delay);
  expect(retry(1, error)).toBe(false);
});

it.each([
  ['when a call took too long', new TRPCClientError('', { cause: new DOMException('', 'TimeoutError') })],
  ['after a refusal', refusal(404, 'There is no such sale')],
  ['when it would have to wait for long', refusal(429, 'Too many requests', { retryAfter: 60 })],
  ['when a long wait was in vain', refusal(503, 'Busy', { retryAfter: 30 })],
])('does not request data again %s', (_, error) => {
  expect(retry(0, error)).toBe(false);
});
