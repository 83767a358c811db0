import { createQueueBackend, type QueueHealth } from '../src/queue/backend.ts';
import type { JobState } from '../src/queue/queue-state.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { createDecisionLoop } from './decision-loop.ts';
import { createDelivery } from './delivery.ts';
import { createFlagLoop } from './flag-loop.ts';
import { decisionHandlers } from './handlers/decisions.ts';
import { discordHandlers } from './handlers/discord.ts';
import { duplicateHandlers } from './handlers/duplicates.ts';
import { flagHandlers } from './handlers/flags.ts';
import { mailHandlers } from './handlers/mail.ts';
import { maintenanceHandlers } from './handlers/maintenance.ts';
import { reviewerAuditHandlers } from './handlers/reviewer-audit.ts';
import { createMailer } from './mailer.ts';
import { Relay } from './relay.ts';

export interface JobsOptions extends Runtime {
  /** Where the queue lives when there is no `REDIS_URL`; with the embedded server, its address. */
  databaseUrl: string;
}

export interface Jobs {
  /** Hands every waiting outbox row to the queue now, without waiting for the next look. */
  drain(): Promise<number>;
  /**
   * How many jobs have failed for good.
   *
   * @throws Error when the queue does not answer.
   */
  ping(): Promise<QueueHealth>;
  /** How many there are, by state. @throws Error when the queue does not answer. */
  counts(): Promise<Record<JobState, number>>;
  /** Stops taking jobs and waits, for at most 10 s, for those that run. */
  close(): Promise<void>;
}

/**
 * Starts to do jobs in this process: the relay from the outbox to the queue, the loops, and a worker.
 *
 * @throws Error when the queue cannot be reached, or a job has no handler.
 */
export async function createJobs({ databaseUrl, ...runtime }: JobsOptions): Promise<Jobs> {
  const { config, orm, logger, clock } = runtime;
  const mailer = createMailer(config, logger);
  const deliver = createDelivery({ orm, mailer, clock, logger });
  const handlers = [
    ...mailHandlers({ orm, deliver, clock, config }),
    ...decisionHandlers({ orm }),
    ...reviewerAuditHandlers(runtime),
    ...duplicateHandlers(runtime),
    ...discordHandlers(runtime),
    ...flagHandlers({ orm }),
    ...maintenanceHandlers({ orm, config, clock, logger }),
  ];
  const queue = createQueueBackend({ redisUrl: config.redisUrl, databaseUrl, logger });
  try {
    await queue.createWorker(handlers);
  } catch (error) {
    await queue.close();
    throw error;
  }
  const relay = new Relay({ orm, queue, clock, logger });
  const loops = [relay, createFlagLoop({ orm, clock, logger }), createDecisionLoop({ orm, clock, logger })];
  for (const loop of loops) loop.start();
  logger.info({ queue: config.redisUrl ? 'redis' : 'postgresql' }, 'jobs are running');
  return {
    drain: () => relay.drain(),
    ping: () => queue.ping(),
    counts: () => queue.counts(),
    close: async () => {
      await Promise.all(loops.map((loop) => loop.close()));
      await queue.close();
    },
  };
}
