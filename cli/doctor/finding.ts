/** What was looked at, whether it is as it should be, and if not, what to do. */
export interface Finding {
  check: string;
  ok: boolean;
  says: string;
}

export const fine = (check: string, says: string): Finding => ({ check, ok: true, says });
export const wrong = (check: string, says: string): Finding => ({ check, ok: false, says });

const messageOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || String(error)).split('\n')[0] ?? '';
};

/** Looks at one thing; a look that fails is a finding like any other. */
export async function look(check: string, advice: string, work: () => Promise<Finding>): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    return wrong(check, `${messageOf(error)}. ${advice}`);
  }
}
