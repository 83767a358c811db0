let list: Promise<ReadonlySet<string>> | undefined;

/** The check against the server's list of common passwords. The list is large, so it is loaded on first use. */
export async function commonPasswords(): Promise<(typed: string) => boolean> {
  list ??= import('@zxcvbn-ts/language-common/src/passwords.json').then(
    ({ default: passwords }) => new Set(passwords),
  );
  try {
    const common = await list;
    return (typed) => common.has(typed);
  } catch (error) {
    list = undefined;
    throw error;
  }
}
