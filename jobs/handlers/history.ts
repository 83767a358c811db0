import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../../src/lib/process/logger.ts';
import { logHeads, sealHistory as seal } from '../../src/modules/audit/seal-history.ts';
import { logHistoryHeads, sealHistory } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';

/** The jobs that keep the hash chains of the history. */
export const historyHandlers = ({ orm, logger }: { orm: MikroORM; logger: Logger }): JobHandler[] => [
  handle(sealHistory, async (_payload, { signal }) => {
    await seal(orm.em.fork(), signal);
  }),
  handle(logHistoryHeads, () => logHeads(orm.em.fork(), logger)),
];
