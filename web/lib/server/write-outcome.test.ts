import { expect, it } from 'vitest';
import { noResponse, refusal } from '../../testing/fake-server.ts';
import { NO_RESPONSE, unlessGone, writeErrorText } from './write-outcome.ts';

it('takes a removal as done if there is nothing left to remove', async () => {
  await unlessGone(Promise.resolve());
  await unlessGone(Promise.reject(refusal(404, 'There is no such follow.')));
  for (const error of [noResponse(), refusal(403, 'Not yours'), refusal(500, 'Something went wrong')])
    await expect(unlessGone(Promise.reject(error))).rejects.toBe(error);
});

it('says what to do without a response', () => {
  expect(writeErrorText(noResponse(), 'Failed to save')).toBe(NO_RESPONSE);
  expect(writeErrorText(refusal(404, 'Gone'), 'Failed to save')).toBe('Gone');
  expect(writeErrorText(new Error('Unexpected token <'), 'Failed to save')).toBe('Failed to save');
});
