import { expect, it } from 'vitest';
import { confirmation } from './confirmation.ts';

it('keeps a newer request when an earlier one is answered once more', async () => {
  const first = confirmation.ask('');
  const earlier = confirmation.get();
  earlier?.answer(false);
  await expect(first).resolves.toBe(false);
  expect(confirmation.get()).toBeNull();
  const second = confirmation.ask('');
  const newer = confirmation.get();
  earlier?.answer(true);
  expect(confirmation.get()).toBe(newer);
  newer?.answer(true);
  await expect(second).resolves.toBe(true);
  expect(confirmation.get()).toBeNull();
});
