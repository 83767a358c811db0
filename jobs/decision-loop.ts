import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../src/lib/clock.ts';
import type { Logger } from '../src/lib/process/logger.ts';
import { publishDecisions } from '../src/modules/sales/decision-notices.ts';
import { Loop } from './loop.ts';

const IDLE_MS = 500;

interface DecisionLoopOptions {
  orm: MikroORM;
  clock: Clock;
  logger: Logger;
}

/** Notifies submitters of final decisions. Any number of processes may run it. */
export const createDecisionLoop = ({ orm, clock, logger }: DecisionLoopOptions): Loop =>
  new Loop({
    what: 'notifying submitters of decisions',
    logger,
    step: async () =>
      (await publishDecisions({ em: orm.em.fork({ useContext: true }), clock })) ? 0 : IDLE_MS,
  });
