import { fixture } from '../run/fixture.ts';
import { makeAccount, type TestAccount } from './factories.ts';

/** An account that all tests of a file share. */
export const testAccount = (...account: Parameters<typeof makeAccount>): TestAccount =>
  fixture(() => makeAccount(...account));
