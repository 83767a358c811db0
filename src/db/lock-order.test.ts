import { describe, expect, it } from 'vitest';
import {
  makeAccount,
  makeSale,
  openSession,
  PASSWORD,
  type TestAccount,
} from '../testing/accounts/factories.ts';
import { askForReset } from '../testing/accounts/reset.ts';
import { testAccount } from '../testing/accounts/test-account.ts';
import { callerFor } from '../testing/clients/callers.ts';
import { fixture } from '../testing/run/fixture.ts';
import { lockAwaited } from '../testing/run/lock-waits.ts';
import { testServer } from '../testing/run/server.ts';
import { connect } from '../testing/servers/postgres.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const server = testServer();

/** Holds row locks like another transaction would. */
const holder = fixture(() => connect(server.database.url), 'end');
/** Inspects which rows are locked. */
const observer = fixture(() => connect(server.database.url), 'end');
const admin = testAccount(server, 'admin');

/** Whether another transaction has locked one of these rows. */
const isLocked = (rows: string, id: number): Promise<boolean> =>
  observer.query(`select from ${rows} = $1 for update nowait`, [id]).then(
    () => false,
    (error: { code?: string }) => {
      if (error.code !== '55P03') throw error;
      return true;
    },
  );

/** Runs the work while another transaction locks the account; calls `inspect` once the work waits for that lock. */
async function whileHeld<T>(
  userId: number,
  work: () => Promise<unknown>,
  inspect: () => Promise<T>,
): Promise<T> {
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.account, userId]);
  const done = work();
  try {
    await Promise.race([lockAwaited(server), done]);
    return await inspect();
  } finally {
    await holder.query('rollback');
    await done;
  }
}

describe('an account is locked before its sessions', () => {
  type UseCase = (account: TestAccount) => Promise<unknown>;

  it.each<[string, UseCase]>([
    ['signing out', ({ actor }) => server.services(actor).accountSessions.endCurrent()],
    [
      'ending one session',
      async ({ actor, user }) => {
        const { accountSessions, sessions } = server.services(actor);
        const [session] = await sessions.list(user.user_id);
        await accountSessions.end(session?.id ?? '');
      },
    ],
    ['ending the other sessions', ({ actor }) => server.services(actor).accountSessions.endOthers()],
    [
      'changing the password',
      ({ actor }) => server.services(actor).password.change(PASSWORD, 'another password'),
    ],
    [
      'a suspension',
      ({ user }) => server.services(admin.actor).accounts.setStatus(user.user_id, 'Suspended'),
    ],
    ['a new role', ({ user }) => server.services(admin.actor).accounts.setRole(user.user_id, 'checker')],
    ['an operator ending sessions', ({ user }) => server.services().accountSessions.endAllOf(user.user_id)],
    [
      'an operator resetting the password',
      ({ user }) => server.services().password.reset(user.user_id, 'another password'),
    ],
  ])('by %s', async (_what, useCase) => {
    const account = await makeAccount(server);
    await openSession(server, account.user);
    const { user_id } = account.user;
    const locked = await whileHeld(
      user_id,
      () => useCase(account),
      () => isLocked('session where user_id', user_id),
    );
    expect(locked).toBe(false);
  });
});

it('an account is locked before its reset links, by the use of one', async () => {
  const { user } = await makeAccount(server);
  const token = await askForReset(server, user);
  const locked = await whileHeld(
    user.user_id,
    () => server.services().passwordReset.reset(token, 'another password'),
    () => isLocked('password_reset where user_id', user.user_id),
  );
  expect(locked).toBe(false);
});

describe('the account of the caller is locked before sales', () => {
  it('by a decision', async () => {
    const checker = await makeAccount(server, 'checker');
    const sale = await makeSale(server);
    const locked = await whileHeld(
      checker.user.user_id,
      () => callerFor(server, checker.token).items.setStatus({ id: sale, status: 'approved' }),
      () => isLocked('sale where sale_id', sale),
    );
    expect(locked).toBe(false);
  });

  it('and a suspension locks no sales of the account', async () => {
    const checker = await makeAccount(server, 'checker');
    const sale = await makeSale(server, { by: checker });
    await holder.query('begin');
    await holder.query('select from sale where sale_id = $1 for update', [sale]);
    await server.services(admin.actor).accounts.setStatus(checker.user.user_id, 'Suspended');
    await holder.query('rollback');
  });
});

it('signing out and a suspension at the same moment both succeed', async () => {
  for (let round = 0; round < 20; round += 1) {
    const account = await makeAccount(server);
    await Promise.all([
      server.services(account.actor).accountSessions.endCurrent(),
      server.services(admin.actor).accounts.setStatus(account.user.user_id, 'Suspended'),
    ]);
  }
});
