import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { DomainEvent } from '../contract/shared/events.ts';
import { EVENT_CHANNEL } from '../events/publish.ts';
import type { TestServer } from './server.ts';

export interface RecordedEvents {
  /** Removes and returns the events since the last call, in commit order. */
  take(): Promise<DomainEvent[]>;
}

/** Records the events that a test file's server publishes, on a separate connection. */
export function recordEvents(server: TestServer): RecordedEvents {
  const received: string[] = [];
  let client: Client;
  let arrived = Promise.withResolvers<void>();

  beforeAll(async () => {
    client = new Client({ connectionString: server.database.url });
    client.on('notification', ({ payload = '' }) => {
      received.push(payload);
      arrived.resolve();
    });
    await client.connect();
    await client.query(`listen ${EVENT_CHANNEL}`);
  });
  afterAll(() => client.end());

  return {
    take: async () => {
      // PostgreSQL delivers notifications in commit order, so all earlier events arrive before this marker.
      const marker = randomUUID();
      await client.query('select pg_notify($1, $2)', [EVENT_CHANNEL, marker]);
      while (!received.includes(marker)) {
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
      return received
        .splice(0, received.indexOf(marker) + 1)
        .slice(0, -1)
        .map((payload) => JSON.parse(payload) as DomainEvent);
    },
  };
}
