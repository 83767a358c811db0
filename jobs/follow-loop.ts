import type { MikroORM } from '@mikro-orm/postgresql';
import type { ReadPool } from '../src/db/read-pool.ts';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/process/logger.ts';
import { FollowMatcher } from '../src/modules/follows/follow-matcher.ts';
import { Loop } from './loop.ts';

const IDLE_MS = 500;
/** Pause after a step, as a multiple of its duration: matching takes a tenth of the time, approvals and pages the rest. */
const PAUSE_FACTOR = 9;
const MIN_PAUSE_MS = 20;

interface FollowLoopOptions {
  orm: MikroORM;
  reads: ReadPool;
  clock: Clock;
  logger: Logger;
}

/** Matches approved sales with follows. Any number of processes may run it; only one works at a time. */
export function createFollowLoop({ orm, reads, clock, logger }: FollowLoopOptions): Loop {
  const matcher = new FollowMatcher({ market: { reads, clock }, clock, logger });
  return new Loop({
    what: 'matching sales with follows',
    logger,
    step: async () => {
      const started = performance.now();
      const outcome = await matcher.step(orm.em.fork({ useContext: true }));
      if (outcome !== 'worked') return IDLE_MS;
      return Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - started));
    },
  });
}
