/** The states of work that a job does step by step, such as a scan. */
export const RUN_STATUSES = ['waiting', 'running', 'done', 'failed'] as const;
type RunStatus = (typeof RUN_STATUSES)[number];

/** Whether the work is still in progress; `never` is work that was never requested. */
export const isInProgress = (status: RunStatus | 'never'): boolean =>
  status === 'waiting' || status === 'running';
