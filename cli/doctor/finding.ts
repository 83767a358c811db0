import { codeOf } from '../../src/lib/errors.ts';

/** The result of one check; a failed one says how to fix the problem. */
export interface Finding {
  check: string;
  ok: boolean;
  says: string;
}

export const passed = (check: string, says: string): Finding => ({ check, ok: true, says });
export const failed = (check: string, says: string): Finding => ({ check, ok: false, says });

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
