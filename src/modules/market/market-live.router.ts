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
import type { Tick } from './market-live.ts';
import { Told, updatesOf } from './market-updates.ts';

type Tracked = TrackedEnvelope<MarketUpdate>;

/** How often a page that is told nothing learns how far it has been told, as long as anything changes at all. */
const HERE_MS = 60_000;

/**
 * What changes for one page, from where it left off or from now on. The changes of a moment are told with the place
 * before them, the last one with the place after: a connection that breaks between them tells them again rather than
 * not at all. A slow reader catches up from the database.
 */
async function* marketUpdates(
  ctx: CallContext,
  signal: AbortSignal | undefined,
  { lastEventId, ...filter }: z.output<typeof zMarketLiveInput>,
): AsyncGenerator<Tracked, void> {
  const { changeFeed, marketLive, clock, limits } = ctx.runtime;
  // Each beginning asks the database something.
  await limits.takeRead(ctx.origin.ip);
  const told = new Told(lastEventId ?? null);
  const passes = filterPredicate(filter);
  const matches = (sale: AnySale) => passes(sale, todayUtc(clock.now()));
  const here = (): MarketUpdate => ({ type: 'here', quiet: changeFeed.quietFor() >= LIMITS.live.quietMs });
  let lastTold = 0;

  function* tell(updates: readonly MarketUpdate[], snapshot: string): Generator<Tracked> {
    const before = told.id;
    told.upTo(snapshot);
    lastTold = clock.now().getTime();
    for (const [i, update] of updates.entries())
      yield tracked(i === updates.length - 1 ? told.id : before, update);
  }

  // In place of whatever a page has missed, the first thing included: look where it is.
  const mailbox = new BoundedQueue<Tick | null>(LIMITS.live.waiting, null);
  const listen = (hold: (undo: () => void) => void) => {
    hold(marketLive.listen((tick) => mailbox.push(tick)));
    mailbox.push(null);
  };
  for await (const tick of queuedItems(ctx, signal, mailbox, listen)) {
    if (tick) {
      const updates = updatesOf({ changes: told.unseen(tick), sales: tick.sales }, matches);
      const longAgo = clock.now().getTime() - lastTold >= HERE_MS;
      if (updates.length || longAgo) yield* tell(updates.length ? updates : [here()], tick.snapshot);
    } else if (told.isNowhere) {
      const { snapshot } = await changeFeed.fresh();
      yield* tell([here()], snapshot);
    } else {
      const { snapshot, changes } = await changeFeed.catchUp(told.id);
      if (changes === null) told.beginAt(snapshot);
      const updates = updatesOf(await marketLive.news(changes), matches);
      yield* tell(updates.length ? updates : [here()], snapshot);
    }
  }
}

export const marketLiveProcedures = {
  live: publicProcedure
    .input(zMarketLiveInput)
    .output(zTrackedUpdates(zMarketUpdate))
    .subscription(({ ctx, input, signal }) => failingAsCalls(ctx, marketUpdates(ctx, signal, input))),
};
