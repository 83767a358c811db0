import type { Health } from '../../contract/admin/admin.ts';

/** The state of one part: whether it works, and what to do if not. */
export type Finding = Omit<Health, 'part'>;

export const healthy = (message: string): Finding => ({ status: 'ok', message });
/** It works, but not as a public site should. */
export const warning = (message: string): Finding => ({ status: 'warning', message });
export const unhealthy = (message: string): Finding => ({ status: 'error', message });
