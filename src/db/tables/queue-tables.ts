import { LATEST_SCHEMA_VERSION, runMigrations } from 'bullmq';
import type { ClientBase } from 'pg';

/** The schema of the job queue's tables. They also exist while the queue is in Redis. */
export const QUEUE_SCHEMA = 'bullmq';

/** The name under which the queue's tables appear among the migrations. */
export const QUEUE_MIGRATION = `queue_${String(LATEST_SCHEMA_VERSION).padStart(4, '0')}`;

/** True when the version of a database's queue tables is that of the installed library, or newer. */
export const isQueueCurrent = (version: number | undefined): boolean =>
  (version ?? 0) >= LATEST_SCHEMA_VERSION;

/** Creates or updates the queue's tables. The connection must not be in a transaction. */
export async function migrateQueueTables(client: ClientBase): Promise<void> {
  await runMigrations(client, QUEUE_SCHEMA);
}
