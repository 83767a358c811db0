import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/logger.ts';
import { flagStep } from '../src/modules/reviews/flags.service.ts';
import { Loop } from './loop.ts';

const IDLE_MS = 500;
/** While there is work, the loop rests for so many times as long as the last step took: pages come first. */
const REST = 3;
const LEAST_REST_MS = 50;

interface FlagLoopOptions {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
}

/** Keeps the flags of pending sales up to date. Any number of processes may run it; one of them works at a time. */
export const createFlagLoop = ({ orm, clock, logger }: FlagLoopOptions): Loop =>
  new Loop({
    what: 'computing flags',
    logger,
    step: async () => {
      const started = performance.now();
      const outcome = await flagStep({ em: orm.em.fork({ useContext: true }), clock });
      if (outcome !== 'worked') return IDLE_MS;
      return Math.max(LEAST_REST_MS, REST * (performance.now() - started));
    },
  });
