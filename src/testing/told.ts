import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { DomainEvent } from '../contract/shared/events.ts';
import { EVENT_CHANNEL } from '../events/publish.ts';
import type { TestServer } from './server.ts';

export interface Told {
  /** What was told since the last call, in the order of the transactions. */
  take(): Promise<DomainEvent[]>;
}

/** Hears what the server of a test file tells the other processes, on a connection of its own. */
export function eventsOf(server: TestServer): Told {
  const heard: string[] = [];
  let client: Client;
  let arrived = Promise.withResolvers<void>();

  beforeAll(async () => {
    client = new Client({ connectionString: server.database.url });
    client.on('notification', ({ payload = '' }) => {
      heard.push(payload);
      arrived.resolve();
    });
    await client.connect();
    await client.query(`listen ${EVENT_CHANNEL}`);
  });
  afterAll(() => client.end());

  return {
    take: async () => {
      // Notifications come in the order of their commits, so whatever was told before comes before this one.
      const last = randomUUID();
      await client.query('select pg_notify($1, $2)', [EVENT_CHANNEL, last]);
      while (!heard.includes(last)) {
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
      return heard
        .splice(0, heard.indexOf(last) + 1)
        .slice(0, -1)
        .map((payload) => JSON.parse(payload) as DomainEvent);
    },
  };
}
