import { describe, expect, it, vi } from 'vitest';
import { FairQueue, type FairQueueLimits } from './fair-queue.ts';

const queue = (limits: Partial<FairQueueLimits> = {}) =>
  new FairQueue({ width: 1, perKey: 10, waiting: 10, waitMs: 60_000, ...limits }, (why) => new Error(why));

/** Tasks that end on demand, and the names of those that have started. */
function tasks() {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (slots: FairQueue, keys: string[], name: string) => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return slots.run(keys, () => {
      started.push(name);
      return end.promise;
    });
  };
  const finish = async (name: string) => {
    ends.get(name)?.resolve(name);
    await new Promise(setImmediate);
  };
  return { started, run, finish, ends };
}

describe('a fair queue', () => {
  it('runs up to its width, queues up to its limit, refuses the rest', async () => {
    const slots = queue({ width: 2, waiting: 1 });
    const { run, started, finish } = tasks();
    const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => run(slots, ['a'], name));
    await expect(fourth).rejects.toThrow('full');
    expect(started).toEqual(['1', '2']);
    for (const name of ['1', '2', '3']) await finish(name);
    expect(await Promise.all([first, second, third])).toEqual(['1', '2', '3']);
  });

  it('frees the slot of a failed task', async () => {
    const slots = queue();
    const { run, ends, finish } = tasks();
    const [failed, done] = [run(slots, [], 'failing'), run(slots, [], 'next')];
    ends.get('failing')?.reject(new Error('failed'));
    await expect(failed).rejects.toThrow('failed');
    await finish('next');
    expect(await done).toBe('next');
    expect(await slots.run([], async () => 'again')).toBe('again');
  });

  it('lets a newcomer pass those who have many tasks, by any of their keys', async () => {
    const slots = queue();
    const { run, started, finish } = tasks();
    for (const name of ['1', '2', '3', '4']) void run(slots, [`account ${name}`, 'address'], name);
    void run(slots, ['somebody', 'elsewhere'], 'newcomer');
    void run(slots, ['account 3', 'elsewhere'], 'second');
    for (const name of ['1', 'newcomer', '2', 'second', '3', '4']) await finish(name);
    expect(started).toEqual(['1', 'newcomer', '2', 'second', '3', '4']);
  });

  it('leaves room for others when one key has all it may have', async () => {
    const slots = queue({ width: 3, perKey: 2 });
    const { run, started, finish } = tasks();
    for (const name of ['1', '2', '3']) void run(slots, ['many'], name);
    void run(slots, ['one'], 'other');
    expect(started).toEqual(['1', '2', 'other']);
    await finish('1');
    expect(started).toEqual(['1', '2', 'other', '3']);
    for (const name of ['2', '3', 'other']) await finish(name);
  });

  it('refuses those with the most tasks when it is full, not the newcomer', async () => {
    const slots = queue({ waiting: 2 });
    const { run, started, finish } = tasks();
    const many = ['1', '2', '3'].map((name) => run(slots, ['many'], name));
    const newcomer = run(slots, ['one'], 'newcomer');
    await expect(many[2]).rejects.toThrow('full');
    for (const name of ['1', 'newcomer', '2']) await finish(name);
    expect(await newcomer).toBe('newcomer');
    expect(started).toEqual(['1', 'newcomer', '2']);
  });

  it('refuses a task that waited too long, and continues', async () => {
    const slots = queue({ waitMs: 10 });
    const { run, finish } = tasks();
    const first = run(slots, ['a'], 'first');
    await expect(run(slots, ['a'], 'late')).rejects.toThrow('late');
    await finish('first');
    expect(await first).toBe('first');
    expect(await slots.run(['a'], async () => 'again')).toBe('again');
  });

  it('closes when its running tasks have ended, and refuses all others', async () => {
    const slots = queue();
    const { run, finish } = tasks();
    const [running, waiting] = [run(slots, ['a'], 'running'), run(slots, ['a'], 'waiting')];
    let isClosed = false;
    const closing = slots.close().then(() => {
      isClosed = true;
    });
    await expect(waiting).rejects.toThrow('late');
    await expect(run(slots, ['b'], 'later')).rejects.toThrow('late');
    expect(isClosed).toBe(false);
    await finish('running');
    expect(await running).toBe('running');
    await closing;
    await queue().close();
  });

  it('starts a burst of one key at once and later tasks at a rate, while others pass', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const slots = queue({ width: 5, pace: { burst: 2, perSecond: 100 } });
      const { run, started, ends } = tasks();
      for (const name of ['1', '2', '3', '4']) {
        void run(slots, ['many'], name);
        ends.get(name)?.resolve(name);
      }
      const other = run(slots, ['one'], 'other');
      ends.get('other')?.resolve('other');
      expect(await other).toBe('other');
      expect(started).toEqual(['1', '2', 'other']);
      await vi.advanceTimersByTimeAsync(9);
      expect(started).toHaveLength(3);
      await vi.advanceTimersByTimeAsync(1);
      expect(started).toEqual(['1', '2', 'other', '3']);
      await vi.advanceTimersByTimeAsync(10);
      expect(started).toEqual(['1', '2', 'other', '3', '4']);
      // A pause restores the burst.
      await vi.advanceTimersByTimeAsync(20);
      for (const name of ['5', '6', '7']) void run(slots, ['many'], name);
      expect(started.slice(5)).toEqual(['5', '6']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('starts a task whose pause ends while the queue looks at it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const slots = queue({ width: 5, pace: { burst: 1, perSecond: 1 } });
      const { run, started, finish } = tasks();
      void run(slots, ['many'], '1');
      await finish('1');
      vi.advanceTimersByTime(1_000);
      const end = performance.now();
      vi.spyOn(performance, 'now').mockReturnValueOnce(end - 0.1);
      void run(slots, ['many'], '2');
      await vi.advanceTimersByTimeAsync(1);
      expect(started).toEqual(['1', '2']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits for the shortest of the pauses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      const slots = queue({ width: 5, pace: { burst: 1, perSecond: 1 } });
      const { run, started, finish } = tasks();
      void run(slots, ['early'], 'early 1');
      await vi.advanceTimersByTimeAsync(900);
      for (const name of ['late 1', 'late 2', 'early 2']) void run(slots, [name.slice(0, -2)], name);
      for (const name of ['early 1', 'late 1']) await finish(name);
      await vi.advanceTimersByTimeAsync(100);
      expect(started).toEqual(['early 1', 'late 1', 'early 2']);
      await vi.advanceTimersByTimeAsync(900);
      expect(started.slice(3)).toEqual(['late 2']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives all keys ahead of their pace few places together, until a pause', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const slots = queue({ width: 4, pace: { burst: 1, perSecond: 1, together: 1 } });
      const { run, started, finish } = tasks();
      for (const name of ['a1', 'b1', 'a2', 'b2', 'a3']) void run(slots, [name.slice(0, 1)], name);
      expect(started).toEqual(['a1', 'b1', 'a2']);
      await finish('b1');
      expect(started).toHaveLength(3);
      void run(slots, ['other'], 'other');
      expect(started.slice(3)).toEqual(['other']);
      await finish('a2');
      expect(started.slice(4)).toEqual(['b2']);
      for (const name of ['a1', 'other', 'b2', 'a3']) await finish(name);
      expect(started.slice(5)).toEqual(['a3']);
      vi.advanceTimersByTime(3_000);
      for (const name of ['a4', 'b3']) void run(slots, [name.slice(0, 1)], name);
      expect(started.slice(6)).toEqual(['a4', 'b3']);
    } finally {
      vi.useRealTimers();
    }
  });
});
