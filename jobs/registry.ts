import { createQueueBackend, type QueueBackend } from '../src/queue/backend.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { createDelivery } from './delivery.ts';
import { mailHandlers } from './handlers/mail.ts';
import { maintenanceHandlers } from './handlers/maintenance.ts';
import { moduleHandlers } from './handlers/module-jobs.ts';
import { noticeMailHandlers } from './handlers/notice-mails.ts';
import { createLoops, createScheduleLoop } from './loops.ts';
import { createMailer } from './mailer.ts';
import { Relay } from './relay.ts';

export interface Jobs extends Pick<QueueBackend, 'counts' | 'overdue'> {
  /** Passes all waiting outbox rows to the queue now, without waiting for the next poll. */
  drain(): Promise<number>;
  /** Ends the loops within 5 s, and then the jobs within 12 s. */
  close(): Promise<void>;
}

/**
 * Starts job processing in this process: the relay from the outbox to the queue, the loops, and a worker.
 *
 * @throws Error when the queue cannot be reached, or a job has no handler.
 */
export async function createJobs(runtime: Runtime): Promise<Jobs> {
  const { config, database, orm, logger, clock } = runtime;
  const queue = createQueueBackend({ redisUrl: config.redisUrl, databaseUrl: database.url, logger });
  const mailer = createMailer(config, logger);
  const promote = (ids: string[]) => queue.promote('mail', ids);
  const deliver = createDelivery({ orm, mailer, clock, logger, promote });
  const handlers = [
    ...mailHandlers({ orm, deliver, clock, config }),
    ...noticeMailHandlers({ orm, deliver, clock, config }),
    ...moduleHandlers(runtime),
    ...maintenanceHandlers(runtime),
  ];
  try {
    await queue.createWorker(handlers);
  } catch (error) {
    await queue.close();
    throw error;
  }
  const relay = new Relay({ orm, queue, clock, logger });
  const loops = [relay, createScheduleLoop(runtime, queue), ...createLoops(runtime)];
  for (const loop of loops) loop.start();
  logger.info({ queue: config.redisUrl ? 'redis' : 'postgresql' }, 'jobs are running');
  return {
    drain: () => relay.drain(),
    counts: () => queue.counts(),
    overdue: () => queue.overdue(),
    close: async () => {
      await Promise.all(loops.map((loop) => loop.close()));
      await queue.close();
    },
  };
}
