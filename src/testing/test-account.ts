import { beforeAll } from 'vitest';
import { makeAccount, type TestAccount } from './factories.ts';

/** An account for all tests of a file, made before them. It is empty until then. */
export function testAccount(...account: Parameters<typeof makeAccount>): TestAccount {
  const made = {} as TestAccount;
  beforeAll(async () => {
    Object.assign(made, await makeAccount(...account));
  });
  return made;
}
