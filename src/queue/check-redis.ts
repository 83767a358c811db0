import { Redis } from 'ioredis';
import { messageOf, unavailable } from '../lib/errors.ts';
import { whileStarting } from '../lib/with-retries.ts';

const RESPONSE_MS = 5_000;

/** Runs `work` with a connection to Redis. @throws Error with Redis's reason when it cannot be used */
export async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: RESPONSE_MS,
    commandTimeout: RESPONSE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // `connect` only reports that the connection was closed.
  const failed = Promise.withResolvers<never>();
  client.on('error', failed.reject);
  try {
    return await Promise.race([failed.promise, client.connect().then(() => work(client))]);
  } finally {
    client.disconnect();
  }
}

/** @throws Error when Redis refuses writes: it is full, or a replica */
export async function checkWrites(client: Redis): Promise<void> {
  await client.set('marketdex:check', '', 'EX', 60);
}

/**
 * Waits while Redis is starting, which loads its data file.
 *
 * @throws DomainError unavailable with a sentence that says what to do, without the password.
 */
export async function checkRedis(url: string): Promise<void> {
  const answering = whileStarting(
    () => withRedis(url, (client) => client.ping()),
    (error) => messageOf(error).startsWith('LOADING'),
  );
  await answering.catch((error: unknown) => {
    const message = messageOf(error);
    const { hostname, port } = new URL(url);
    const server = `The Redis server ${hostname}:${port || 6379}`;
    const isRefused = /^(NOAUTH|WRONGPASS|NOPERM)|invalid password/.test(message);
    throw unavailable(
      'REDIS_AWAY',
      isRefused
        ? `${server} refuses the password: correct REDIS_URL.`
        : /DB index/.test(message)
          ? `${server} has no such database (${message}): correct the number at the end of REDIS_URL.`
          : `${server} cannot be reached (${message}): start it, or correct REDIS_URL.`,
    );
  });
}
