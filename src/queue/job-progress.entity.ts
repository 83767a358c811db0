import { defineEntity, p } from '@mikro-orm/core';

export const JobProgressSchema = defineEntity({
  name: 'JobProgress',
  tableName: 'job_state',
  properties: {
    /** The job's name, such as `discord`. */
    key: p.string().length(60).primary(),
    /** Validated by the job that wrote it. */
    value: p.json().$type<Record<string, unknown>>(),
    updatedAt: p.datetime(3),
  },
});

/** What a recurring job has done so far, so that its next run continues there. */
export class JobProgress extends JobProgressSchema.class {}
JobProgressSchema.setClass(JobProgress);
