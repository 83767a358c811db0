import { setTimeout as delay } from 'node:timers/promises';
import type { TestServer } from './server.ts';

/** How often it looks. */
const POLL_MS = 20;

/** Resolves when that many transactions wait for locks of others. The test's time limit ends a wait in vain. */
export async function lockAwaited(server: TestServer, transactions = 1): Promise<void> {
  for (;;) {
    const waiting = await server.sql(
      `select 1 as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting.length >= transactions) return;
    await delay(POLL_MS);
  }
}
