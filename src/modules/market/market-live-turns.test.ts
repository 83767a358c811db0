import { expect, it } from 'vitest';
import { makeAccount, makeSale } from '../../testing/factories.ts';
import { testServer } from '../../testing/server.ts';
import type { Tick } from './market-live.ts';

const server = testServer();

it('each listener has a turn of the event loop, and a filter is evaluated once for all of them', async () => {
  const { marketLive, changeFeed } = server.runtime;
  const by = await makeAccount(server);
  // Later changes are delivered.
  await changeFeed.fresh();
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const turns: number[] = [];
  const evaluated: string[] = [];
  const listeners = 30;
  const done = Promise.withResolvers<void>();
  const listen = (index: number) => {
    const filter = index % 2 ? 'odd' : 'even';
    return marketLive.listen((tick: Tick) => {
      const matches = tick.once(filter, ({ sale_id }) => {
        evaluated.push(`${filter} ${sale_id}`);
        return true;
      });
      for (const { sale } of tick.sales.values()) expect(matches(sale)).toBe(true);
      turns.push(turn);
      if (turns.length === listeners) done.resolve();
    });
  };
  const leave = Array.from({ length: listeners }, (_, index) => listen(index));
  const id = await makeSale(server, { by, status: 'approved' });
  await done.promise;
  isOver = true;
  for (const one of leave) one();
  expect(new Set(turns).size).toBe(listeners);
  expect(evaluated.toSorted()).toEqual([`even ${id}`, `odd ${id}`]);
});
