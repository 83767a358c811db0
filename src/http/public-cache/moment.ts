import { todayUtc } from '../../contract/shared/dates.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Moment } from './answer-store.ts';

/** The current moment; null when the cache is off or the database is unavailable, which the reads then report. */
export async function currentMoment({ config, changeFeed, clock }: Runtime): Promise<Moment | null> {
  if (config.answerCacheBytes === 0) return null;
  const sequence = await changeFeed.fresh().catch(() => null);
  return sequence === null ? null : { sequence, day: todayUtc(clock.now()) };
}
