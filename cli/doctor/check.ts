import { codeOf, DomainError } from '../../src/lib/errors.ts';
import { type Finding, unhealthy } from '../../src/modules/health/setup.probes.ts';

/** The result of one check; unless it is `ok`, the message explains how to fix the problem. */
export interface CheckResult extends Finding {
  check: string;
}

const firstLineOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return ((message || codeOf(error) || String(error)).split('\n')[0] ?? '').replace(/\.$/, '');
};

/** Runs one check. An error fails the check. The advice follows, except after a DomainError, which says what to do. */
export async function runCheck(
  check: string,
  advice: string,
  work: () => Promise<Finding>,
): Promise<CheckResult> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    if (error instanceof DomainError) return { check, ...unhealthy(error.message) };
    return { check, ...unhealthy(`${firstLineOf(error)}. ${advice}`) };
  }
}
