import { todayUtc } from '../../contract/shared/dates.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { CallerPosition } from '../../trpc/context.ts';
import type { Moment } from './answer-store.ts';

/**
 * The current moment, at least that of a caller; null when the cache is off or the database is unavailable, which the
 * reads then report.
 */
export async function currentMoment(
  { config, changeFeed, clock, readServers }: Runtime,
  { brought }: CallerPosition,
): Promise<Moment | null> {
  if (config.answerCacheBytes === 0) return null;
  const sequence = await readServers
    .reach(brought)
    .then(() => changeFeed.fresh())
    .catch(() => null);
  return sequence === null ? null : { sequence, day: todayUtc(clock.now()) };
}
