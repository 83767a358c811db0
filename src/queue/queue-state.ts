import type { JobDefinition } from './define-job.ts';

/** A job as the outbox hands it over. */
export interface QueueMessage {
  /** Adding an id again has no effect while the job is kept: a day after success, 30 days after the last failure. */
  id: string;
  job: JobDefinition;
  payload: Record<string, unknown>;
}

export const JOB_STATES = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];
export type FinishedState = 'completed' | 'failed';

export interface FailedJob {
  id: string;
  name: string;
  /** The error message of the last attempt. */
  reason: string;
  attempts: number;
  failed_at: string | null;
}
