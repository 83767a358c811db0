import { createQueueBackend, type QueueBackend, type QueueOptions, type QueueReport } from './backend.ts';

/** Opens the queue, uses it and closes it, without processing jobs. */
export async function withQueue<T>(
  options: QueueOptions,
  work: (queue: QueueBackend) => Promise<T>,
): Promise<T> {
  const queue = createQueueBackend(options);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}

/**
 * A report on the queue, without processing jobs.
 *
 * @throws Error when the queue cannot be reached within 15 s.
 */
export const queueReport = (options: QueueOptions): Promise<QueueReport> =>
  withQueue(options, (queue) => queue.report());
