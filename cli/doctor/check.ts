import { codeOf } from '../../src/lib/errors.ts';
import { type Finding, unhealthy } from '../../src/modules/health/finding.ts';

/** The result of one check; unless it is `ok`, the message explains how to fix the problem. */
export interface CheckResult extends Finding {
  check: string;
}

const messageOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return (message || codeOf(error) || String(error)).split('\n')[0] ?? '';
};

/** Runs one check. An error becomes a failed one, followed by the advice. */
export async function runCheck(
  check: string,
  advice: string,
  work: () => Promise<Finding>,
): Promise<CheckResult> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...unhealthy(`${messageOf(error)}. ${advice}`) };
  }
}
