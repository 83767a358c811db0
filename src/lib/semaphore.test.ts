import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

/** A task that ends on demand. */
function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const started = { yes: false };
  const run = () => {
    started.yes = true;
    return promise;
  };
  return { run, started, resolve, reject };
}

it('runs up to its width, queues up to its limit, refuses the rest', async () => {
  const slots = new Semaphore(2, 1, () => new Error('full'));
  const tasks = [task(), task(), task(), task()];
  const [first, second, third, fourth] = tasks.map(({ run }) => slots.run(run));
  await expect(fourth).rejects.toThrow('full');
  expect(tasks.map(({ started }) => started.yes)).toEqual([true, true, false, false]);

  tasks[0]?.resolve('first');
  expect(await first).toBe('first');
  expect(tasks[2]?.started.yes).toBe(true);
  tasks[1]?.resolve('second');
  tasks[2]?.resolve('third');
  expect(await Promise.all([second, third])).toEqual(['second', 'third']);
});

it('frees the slot of a failed task', async () => {
  const slots = new Semaphore(1, 1, () => new Error('full'));
  const [failing, next] = [task(), task()];
  const [failed, done] = [slots.run(failing.run), slots.run(next.run)];
  failing.reject(new Error('failed'));
  await expect(failed).rejects.toThrow('failed');
  next.resolve('done');
  expect(await done).toBe('done');
  expect(await slots.run(async () => 'again')).toBe('again');
});
