import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';

/** What a row shows of a line's metadata. */
export interface LineFacts {
  /** What the line is about: an account, a setting, the address of a request, or how many reads it counts. */
  target: string | null;
  /** The outcome of a call or request. */
  status: string | null;
  /** The outcome is an error. */
  failed: boolean;
  /** Milliseconds; of several reads, the slowest. */
  duration: number | null;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** True for an HTTP status below 400, and for the status of a successful call. */
const isSuccess = (status: string): boolean => status === 'ok' || Number(status) < 400;

/** Reads the facts of any line; those that it does not have are null. */
export function lineFacts({ metadata: { target, method, address, reads, status, ms } }: LogEntry): LineFacts {
  const outcome = textOf(status);
  const request = [textOf(method), textOf(address)].filter(Boolean).join(' ');
  return {
    target: textOf(target) || request || (typeof reads === 'number' ? counted(reads, 'read') : null),
    status: outcome,
    failed: outcome !== null && !isSuccess(outcome),
    duration: typeof ms === 'number' ? ms : null,
  };
}
