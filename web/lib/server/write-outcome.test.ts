import { expect, it, vi } from 'vitest';
import { noResponse, refusal } from '../../testing/fake-server.ts';
import { NO_RESPONSE, unlessDone, writeErrorText } from './write-outcome.ts';

it.each([
  ['its response is lost', noResponse()],
  ['the server failed', refusal(500, 'Something went wrong')],
  ['what it removes is not found', refusal(404, 'There is no such follow.')],
  ['an earlier attempt has changed it', refusal(409, 'Changed', { reason: 'CHANGED_MEANWHILE' })],
])('takes a write as done if its effect is there, although %s', async (_, error) => {
  expect(await unlessDone(Promise.reject(error), async () => 'found')).toBe('found');
  await expect(unlessDone(Promise.reject(error), async () => null)).rejects.toBe(error);
  await expect(unlessDone(Promise.reject(error), () => Promise.reject(noResponse()))).rejects.toBe(error);
});

it('looks nothing up after a success or another refusal', async () => {
  const lookUp = vi.fn(async () => 'found');
  expect(await unlessDone(Promise.resolve('done'), lookUp)).toBe('done');
  const error = refusal(400, 'Not this one');
  await expect(unlessDone(Promise.reject(error), lookUp)).rejects.toBe(error);
  expect(lookUp).not.toHaveBeenCalled();
});

it('says what to do without a response', () => {
  expect(writeErrorText(noResponse(), 'Failed to save')).toBe(NO_RESPONSE);
  expect(writeErrorText(refusal(404, 'Gone'), 'Failed to save')).toBe('Gone');
  expect(writeErrorText(new Error('Unexpected token <'), 'Failed to save')).toBe('Failed to save');
});
