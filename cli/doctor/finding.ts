import { codeOf } from '../../src/lib/errors.ts';
import {
  healthy,
  type Finding as PartFinding,
  unhealthy,
  warning,
} from '../../src/modules/health/finding.ts';

/** The result of one check; unless it is `ok`, the message explains how to fix the problem. */
export interface Finding extends PartFinding {
  check: string;
}

export const passed = (check: string, message: string): Finding => ({ check, ...healthy(message) });
export const failed = (check: string, message: string): Finding => ({ check, ...unhealthy(message) });
export const warned = (check: string, message: string): Finding => ({ check, ...warning(message) });

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return (message || codeOf(error) || String(error)).split('\n')[0] ?? '';
};

/** Runs one check. An error becomes a failed finding, followed by the advice. */
export async function runCheck(
  check: string,
  advice: string,
  work: () => Promise<Finding>,
): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return failed(check, `${messageOf(error)}. ${advice}`);
  }
}
