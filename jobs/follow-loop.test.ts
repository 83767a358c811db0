import { afterEach, expect, it } from 'vitest';
import { makeAccount, makeSale } from '../src/testing/accounts/factories.ts';
import { makeFollow } from '../src/testing/market/follows.ts';
import { testServer } from '../src/testing/run/server.ts';
import type { Loop } from './loop.ts';
import { createFollowLoop } from './loops.ts';

const server = testServer();
const loops: Loop[] = [];

afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.close())));

it('matches approved sales while it runs, in two processes at once', async () => {
  const [player, seller] = [await makeAccount(server), await makeAccount(server)];
  const { follow_id } = await makeFollow(server, player, { filter: { kind: 'item', name: 'ball' } });
  for (let i = 0; i < 2; i += 1) loops.push(createFollowLoop(server.runtime));
  for (const loop of loops) loop.start();
  const sales: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    sales.push(await makeSale(server, { by: seller, status: 'approved' }));
    server.clock.advance(1_000);
  }
  const matched = async () => {
    server.clock.advance(1_000);
    const { matches } = await server.services(player.actor).follows.byId(follow_id);
    return matches.map(({ sale }) => sale.sale_id).toSorted((a, b) => a - b);
  };
  await expect.poll(matched).toEqual(sales);
  expect(await server.services(player.actor).inbox.count()).toMatchObject({ unread: sales.length });
});
