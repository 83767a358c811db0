import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { z } from 'zod';
import { type MarketUpdate, zMarketLiveInput, zMarketUpdate } from '../../contract/market/market.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { BoundedQueue } from '../../lib/bounded-queue.ts';
import type { CallContext } from '../../trpc/context.ts';
import { failingAsCalls, queuedItems, zTrackedUpdates } from '../../trpc/live.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import type { Delivery } from './market-audience.ts';
import { PagePosition, updatesOf } from './market-updates.ts';

type Tracked = TrackedEnvelope<MarketUpdate>;

/**
 * The updates for one page, from its last position or from now on. All updates of a tick carry the position before the
 * tick, except the last, which carries the position after it: if the connection breaks in between, the page receives them
 * again instead of missing some. A slow reader catches up from the database.
 */
async function* marketUpdates(
  ctx: CallContext,
  signal: AbortSignal | undefined,
  { lastEventId, ...filter }: z.output<typeof zMarketLiveInput>,
): AsyncGenerator<Tracked, void> {
  const { changeFeed, marketLive, clock } = ctx.runtime;
  const position = new PagePosition(lastEventId ?? null);
  const matching = () => {
    const [passes, today] = [filterPredicate(filter), todayUtc(clock.now())];
    return (sale: AnySale) => passes(sale, today);
  };
  const here = (): MarketUpdate => ({ type: 'here', quiet: changeFeed.quietFor() >= LIMITS.live.quietMs });

  function* send(updates: readonly MarketUpdate[], snapshot: string): Generator<Tracked> {
    const before = position.id;
    position.advanceTo(snapshot);
    for (const [i, update] of updates.entries())
      yield tracked(i === updates.length - 1 ? position.id : before, update);
  }

  // Null stands for the start and for an overflow of the queue: the page catches up from its position.
  const queue = new BoundedQueue<Delivery | null>(LIMITS.live.waiting, null);
  const listen = (hold: (undo: () => void) => void) => {
    hold(marketLive.listen(filter, (delivery) => queue.push(delivery)));
    queue.push(null);
  };
  for await (const delivery of queuedItems(ctx, signal, queue, listen)) {
    if (delivery) {
      const { tick } = delivery;
      const unseen = position.unseen(tick);
      const isAllNew = unseen?.length === tick.changes?.length;
      const updates = isAllNew ? delivery.updates : updatesOf({ ...tick, changes: unseen }, matching());
      const isPosition = delivery.updates.length === 0;
      if (updates.length || isPosition) yield* send(isPosition ? [here()] : updates, tick.snapshot);
    } else if (position.isNew) {
      const { snapshot } = await changeFeed.fresh();
      yield* send([here()], snapshot);
    } else {
      const { snapshot, changes } = await changeFeed.catchUp(position.id);
      if (changes === null) position.resetTo(snapshot);
      const updates = updatesOf(await marketLive.salesOf(changes), matching());
      yield* send(updates.length ? updates : [here()], snapshot);
    }
  }
}

export const marketLiveProcedures = {
  live: publicProcedure
    .input(zMarketLiveInput)
    .output(zTrackedUpdates(zMarketUpdate))
    .subscription(({ ctx, input, signal }) => failingAsCalls(ctx, marketUpdates(ctx, signal, input))),
};
