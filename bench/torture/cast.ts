import type { Role } from '../../src/contract/accounts/roles.ts';
import { Account } from '../../src/modules/identity/account.entity.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { createServices } from '../../src/runtime/services.ts';
import type { Cast, Person } from './load.ts';

const SUBMITTERS = 6;
const CHECKERS = 4;
const FORGETFUL = 4_000;
const NAMES = 40;

/** The people of the load, and the names of what they sell. */
export async function makeCast(runtime: Runtime): Promise<{ cast: Cast; names: string[] }> {
  const { clock, logger, config } = runtime;
  const em = runtime.orm.em.fork({ useContext: true });
  const origin = { requestId: 'torture', ip: '127.0.0.1', userAgent: 'torture' };
  const actor = { type: 'system', name: 'torture' } as const;
  const { accounts, sessions } = createServices({ em, actor, origin, clock, logger, config }, runtime);

  async function person(role: Role, index: number): Promise<Person> {
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
  async function people(role: Role, count: number): Promise<Person[]> {
    const made: Person[] = [];
    for (let index = 0; index < count; index += 1) made.push(await person(role, index));
    return made;
  }

  const submitters = await people('user', SUBMITTERS);
  const checkers = await people('checker', CHECKERS);
  // Hashing a password for each would take minutes.
  const forgetful = await em.execute<{ email: string }[]>(
    `insert into account (username, username_skeleton, email, password_hash)
     select 'forgetful_' || n, 'forgetful_' || n, 'forgetful_' || n || '@example.org',
       (select password_hash from account limit 1)
     from generate_series(1, ?) n returning email`,
    [FORGETFUL],
  );
  const items = await em.execute<{ name: string }[]>('select name from item order by name limit ?', [NAMES]);
  return {
    cast: { submitters, checkers, forgetful: forgetful.map(({ email }) => email) },
    names: items.map(({ name }) => name),
  };
}
