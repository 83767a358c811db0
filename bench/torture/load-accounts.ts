import type { Role } from '../../src/contract/accounts/roles.ts';
import { Account } from '../../src/modules/identity/account.entity.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { systemServices } from '../../src/runtime/services.ts';
import type { LoadAccount, LoadAccounts } from './load.ts';

const SUBMITTERS = 6;
const CHECKERS = 4;
const RESETTERS = 4_000;
const NAMES = 40;

/** Creates the accounts of the load. @returns them and the names of the items that they sell */
export async function createLoadAccounts(
  runtime: Runtime,
): Promise<{ accounts: LoadAccounts; names: string[] }> {
  const em = runtime.orm.em.fork({ useContext: true });
  const { accounts, sessions } = systemServices(runtime, 'torture');

  async function createOne(role: Role, index: number): Promise<LoadAccount> {
    const username = `${role}_${index}`;
    const { user_id } = await accounts.create({
      username,
      email: `${username}@example.org`,
      password: 'a password for torture',
      role,
    });
    const account = await em.findOneOrFail(Account, { userId: user_id });
    return { username, token: await sessions.open(account) };
  }
  async function createMany(role: Role, count: number): Promise<LoadAccount[]> {
    const created: LoadAccount[] = [];
    for (let index = 0; index < count; index += 1) created.push(await createOne(role, index));
    return created;
  }

  const submitters = await createMany('user', SUBMITTERS);
  const checkers = await createMany('checker', CHECKERS);
  // Hashing a password for each account would take minutes.
  const resetters = await em.execute<{ email: string }[]>(
    `insert into account (username, username_skeleton, email, email_confirmed_at, password_hash)
     select 'resetter_' || n, 'resetter_' || n, 'resetter_' || n || '@example.org', now(),
       (select password_hash from account limit 1)
     from generate_series(1, ?) n returning email`,
    [RESETTERS],
  );
  const items = await em.execute<{ name: string }[]>('select name from item order by name limit ?', [NAMES]);
  return {
    accounts: { submitters, checkers, resetEmails: resetters.map(({ email }) => email) },
    names: items.map(({ name }) => name),
  };
}
