import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/process/logger.ts';
import { flagStep } from '../src/modules/reviews/flags.service.ts';
import { Loop } from './loop.ts';

const IDLE_MS = 500;
/** Pause after a step, as a multiple of its duration, so that page requests take priority over flags. */
const PAUSE_FACTOR = 3;
const MIN_PAUSE_MS = 50;

interface FlagLoopOptions {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
}

/** Keeps the flags of pending sales up to date. Any number of processes may run it; only one works at a time. */
export const createFlagLoop = ({ orm, clock, logger }: FlagLoopOptions): Loop =>
  new Loop({
    what: 'computing flags',
    logger,
    step: async () => {
      const started = performance.now();
      const outcome = await flagStep({ em: orm.em.fork({ useContext: true }), clock });
      if (outcome !== 'worked') return IDLE_MS;
      return Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - started));
    },
  });
