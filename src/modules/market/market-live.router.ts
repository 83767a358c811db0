import { type TrackedEnvelope, tracked } from '@trpc/server';
import type { z } from 'zod';
import { type MarketUpdate, zMarketLiveInput } from '../../contract/market/market.ts';
import { filterPredicate } from '../../contract/query/matches-filter.ts';
import type { AnySale } from '../../contract/sale/sale.ts';
import { todayUtc } from '../../contract/shared/dates.ts';
import type { CallContext } from '../../trpc/context.ts';
import { sharedUpdates, zSharedUpdates } from '../../trpc/live.ts';
import { publicProcedure } from '../../trpc/procedures.ts';
import type { Delivery } from './market-audience.ts';
import { changesAfter, resumePosition, updatesOf } from './market-updates.ts';
import { notesOn } from './notes.filter.ts';

type Tracked = TrackedEnvelope<MarketUpdate>;

/**
 * The updates for one page, from its last position or from now on. All updates of a tick carry the position before the
 * tick, except the last, which carries the position after it: if the connection breaks in between, the page receives them
 * again instead of missing some. A slow reader catches up from the database.
 */
function marketUpdates(
  ctx: CallContext,
  signal: AbortSignal | undefined,
  { lastEventId, ...filter }: z.output<typeof zMarketLiveInput>,
): AsyncGenerator<Tracked, void> {
  const { changeFeed, marketLive, clock, config, readServers } = ctx.runtime;
  /** How much older than this process's feed the page's data may be, if another process or an edge has sent it. */
  const behindMs = readServers.behindMs + config.edgeCacheSeconds * 1000;
  /** The number of the last change that the page has received; null for a new page. */
  let position = lastEventId == null ? null : resumePosition(lastEventId);
  const matching = () => {
    const [passes, today] = [filterPredicate(filter), todayUtc(clock.now())];
    return (sale: AnySale) => passes(sale, today);
  };
  const notes = notesOn(ctx.runtime, filter);
  const here = (): MarketUpdate => ({
    type: 'here',
    quiet_ms: Math.max(0, Math.floor(changeFeed.quietFor() - behindMs)),
    ...notes,
  });

  function send(updates: readonly MarketUpdate[], sequence: number): Tracked[] {
    const before = position ?? sequence;
    position = sequence;
    return updates.map((update, i) => tracked(String(i === updates.length - 1 ? sequence : before), update));
  }

  async function catchUp(): Promise<Tracked[]> {
    if (position === null) {
      const sequence = await changeFeed.fresh();
      // Read after that query, which may be the one that finds the latest change.
      return send([here()], sequence);
    }
    const { sequence, changes } = await changeFeed.catchUp(position);
    const updates = updatesOf(await marketLive.salesOf(changes), matching());
    return send(updates.length ? updates : [here()], sequence);
  }

  return sharedUpdates(ctx, signal, {
    listen: (receive, hold) => hold(marketLive.listen(filter, receive)),
    catchUp,
    updatesFor({ tick, updates: all }: Delivery) {
      if (position === null || tick.sequence <= position) return [];
      // An empty delivery only carries the position.
      if (all.length === 0) return send([here()], tick.sequence);
      const since = changesAfter(position, tick);
      const isAllNew = since.changes?.length === tick.changes?.length;
      const updates = isAllNew ? all : updatesOf(since, matching());
      return updates.length ? send(updates, tick.sequence) : [];
    },
  });
}

export const marketLiveProcedures = {
  live: publicProcedure
    .input(zMarketLiveInput)
    .output(zSharedUpdates<MarketUpdate>())
    .subscription(async ({ ctx, input, signal }) =>
      marketUpdates(ctx, signal, await ctx.runtime.names.current(input)),
    ),
};
