import { describe, expect, it } from 'vitest';
import { FINAL_MS } from '../../contract/review/review-values.ts';
import { channelFailed } from '../../modules/notices/channels.ts';
import { publishDecisions } from '../../modules/sales/submission-notices.ts';
import { itemSubmission, makeAccount, makeSale, type TestAccount } from '../accounts/factories.ts';
import { isAlive } from '../accounts/sign-in.ts';
import { testAccount } from '../accounts/test-account.ts';
import { callerFor } from '../clients/callers.ts';
import { call } from '../clients/rest-client.ts';
import { report } from '../market/reports.ts';
import { fixture } from '../run/fixture.ts';
import { lockAwaited } from '../run/lock-waits.ts';
import { testServer } from '../run/server.ts';
import { connect } from '../servers/postgres.ts';

const server = testServer();
const holder = fixture(() => connect(server.database.url), 'end');
const admin = testAccount(server, 'admin');

it('GHSA-2vg6-77g8-24mp: nothing by an account is stored after its deletion, however many calls are in flight', async () => {
  const { token, user } = await makeAccount(server);
  const submit = () => call(server, 'POST', '/items/submit', { token, body: itemSubmission() });
  const flood = Promise.all(Array.from({ length: 40 }, submit));
  await callerFor(server, token).account.delete({ username: user.username });
  const answers = await flood;
  const stored = await server.sql('select from sale where submitted_by = ?', [user.user_id]);
  // Every submission was either stored before the deletion and answered, or refused.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(stored.length);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect((await submit()).status).toBe(401);
  expect(await server.sql('select from sale where submitted_by = ?', [user.user_id])).toEqual(stored);
  expect(await isAlive(server, token)).toBe(false);
  const owned = await server.sql('select from idempotency_key where user_id = ?', [user.user_id]);
  expect(owned).toEqual([]);
});

/** Prepares an account, and returns what others do about it. */
type Preparation = (account: TestAccount, sale: number) => Promise<() => Promise<unknown>>;

describe('no row of an account is left by', () => {
  it.each<[string, Preparation]>([
    [
      'the request of a new password',
      async ({ user }) =>
        () =>
          server.services().passwordReset.request(user.username),
    ],
    [
      'the decision about its report',
      async (account) => {
        const id = await makeSale(server, { status: 'approved' });
        await report(server, id, { by: account });
        return () => server.services(admin.actor).reports.decide({ id, outcome: 'dismissed' });
      },
    ],
    [
      'the return of its sale to review',
      async (_account, id) => {
        server.clock.advance(FINAL_MS);
        await publishDecisions(server.scope());
        return () => callerFor(server, admin.token).reviews.return({ id });
      },
    ],
    [
      'a failure of its emails',
      async ({ user }) =>
        () =>
          channelFailed(server.scope(), user.user_id, 'email', { error: 'No connection.' }),
    ],
  ])('%s while it is deleted', async (_what, prepare) => {
    const account = await makeAccount(server);
    const { user_id, username } = account.user;
    const work = await prepare(account, await makeSale(server, { by: account, status: 'approved' }));
    // The deletion has erased everything, and waits for the number of its change of a public sale.
    await holder.query(`begin; select pg_advisory_xact_lock(hashtext('market_sequence'))`);
    const deletion = server.services().accountRemoval.remove(username);
    await lockAwaited(server);
    const working = work();
    await Promise.race([lockAwaited(server, 2), working]);
    await holder.query('rollback');
    await Promise.all([deletion, working]);
    const left = await server.sql<{ tables: string[] }>(
      `select array_agg(conrelid::regclass::text) as tables from pg_constraint
       where confrelid = 'account'::regclass and contype = 'f' and confdeltype = 'c'`,
    );
    for (const table of left[0]?.tables ?? [])
      expect(await server.sql(`select from ${table} where user_id = ?`, [user_id]), table).toEqual([]);
  });
});
