import { makeAccount, type TestAccount } from './factories.ts';
import { fixture } from './fixture.ts';

/** An account that all tests of a file share. */
export const testAccount = (...account: Parameters<typeof makeAccount>): TestAccount =>
  fixture(() => makeAccount(...account));
