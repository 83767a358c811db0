import { createQueueBackend, type QueueBackend, type QueueOptions, type QueueReport } from './backend.ts';

/** Does something with the queue, wherever it lives; no job is done here. */
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
 * The queue as it stands, wherever it lives; no job is done here.
 *
 * @throws Error when it cannot be reached within 15 s.
 */
export const queueReport = (options: QueueOptions): Promise<QueueReport> =>
  withQueue(options, (queue) => queue.report());
