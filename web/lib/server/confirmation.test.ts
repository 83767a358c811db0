import { expect, it, onTestFinished } from 'vitest';
import { confirmation } from './confirmation.ts';

it('is refused while nothing can show it', async () => {
  await expect(confirmation.ask('')).resolves.toBe(false);
  expect(confirmation.get()).toBeNull();
});

it('keeps a newer request when an earlier one is answered once more', async () => {
  onTestFinished(confirmation.subscribe(() => undefined));
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
