import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type { DomainEvent } from '../../contract/shared/events.ts';
import { EVENT_CHANNEL } from '../../events/publish.ts';
import { connect } from '../servers/postgres.ts';
import { fixture } from './fixture.ts';
import type { TestServer } from './server.ts';

export interface RecordedEvents {
  /** Removes and returns the events since the last call, in commit order. */
  take(): Promise<DomainEvent[]>;
}

/** Records the events that a test file's server publishes, on a separate connection. */
export function recordEvents(server: TestServer): RecordedEvents {
  const received: string[] = [];
  const client = fixture(() => connect(server.database.url), 'end');
  let arrived = Promise.withResolvers<void>();

  beforeAll(async () => {
    client.on('notification', ({ payload = '' }) => {
      received.push(payload);
      arrived.resolve();
    });
    await client.query(`listen ${EVENT_CHANNEL}`);
  });

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
