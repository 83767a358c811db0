import { defineEntity, p } from '@mikro-orm/core';

const JobStateSchema = defineEntity({
  name: 'JobState',
  tableName: 'job_state',
  properties: {
    key: p.string().length(60).primary(),
    value: p.json().$type<Record<string, unknown>>(),
    updatedAt: p.datetime(3),
  },
});

/** Where a recurring job stopped last time. */
export class JobState extends JobStateSchema.class {}
JobStateSchema.setClass(JobState);

export { JobStateSchema };
