import { expect, it } from 'vitest';
import { makeAccount, makeSale, type TestAccount } from '../accounts/factories.ts';
import { call } from '../clients/rest-client.ts';
import { runCli } from '../processes/cli-process.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { connect } from '../servers/postgres.ts';

const server = testServer();
/** A connection that the flood does not use. */
const observer = fixture(() => connect(server.database.url), 'end');

/** Calls that an account keeps in flight. */
const IN_FLIGHT = 32;
/** No flood is endless: a suspension that does nothing fails the test. */
const MOST_CALLS = 5_000;

/** Like an operator, in a separate process. */
async function suspend({ user }: TestAccount): Promise<void> {
  const settings = { DATABASE_URL: server.database.url, APP_SECRET: server.runtime.config.secret };
  const args = ['users', 'suspend', user.username, '--reason', 'Approved faulty sales'];
  const { code, stderr } = await runCli(args, { settings });
  expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
}

/** The number of recorded changes by an account. */
async function eventsBy({ user }: TestAccount): Promise<number> {
  const { rows } = await observer.query<{ events: number }>(
    `select (select count(*) from audit_event where actor_id = $1)::int
          + (select count(*) from sale_event where actor_id = $1)::int as events`,
    [user.user_id],
  );
  return rows[0]?.events ?? 0;
}

type Send = (token: string, turn: number) => ReturnType<typeof call>;

/** Sends calls of all kinds until the first one is refused; resolves with the statuses of all answers. */
async function flood({ token }: TestAccount, kinds: Send[]): Promise<number[]> {
  const statuses: number[] = [];
  let sent = 0;
  const repeat = async () => {
    while (!statuses.includes(401) && sent < MOST_CALLS) {
      sent += 1;
      const { status } = await (kinds[sent % kinds.length] as Send)(token, sent);
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, repeat));
  return statuses;
}

it('an admin whom another process suspends changes nothing more, however many calls are in flight', async () => {
  const attacker = await makeAccount(server, 'admin');
  // The last active admin cannot be suspended.
  await makeAccount(server, 'admin');
  const [target, owner] = [await makeAccount(server), await makeAccount(server)];
  const sales = await Promise.all(Array.from({ length: 40 }, () => makeSale(server, { by: owner })));
  const saleOf = (turn: number) => sales[turn % sales.length];
  const patch = (path: string, token: string, body: object) => call(server, 'PATCH', path, { token, body });
  const running = flood(attacker, [
    (token, turn) =>
      patch(`/admin/users/${target.user.user_id}/role`, token, { role: turn % 8 < 4 ? 'checker' : 'user' }),
    (token, turn) =>
      patch('/admin/settings/catalogue_generation', token, { value: turn % 8 < 4 ? '5' : '6' }),
    (token, turn) => patch(`/admin/items/${saleOf(turn)}`, token, { price: 1_000 + turn }),
    (token, turn) => patch(`/items/${saleOf(turn)}`, token, { price: 5_000 + turn }),
  ]);
  await expect.poll(() => eventsBy(attacker)).toBeGreaterThan(50);

  await suspend(attacker);
  const committed = await eventsBy(attacker);
  const statuses = await running;

  expect(await eventsBy(attacker)).toBe(committed);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50);
  // Calls that waited too long for the others of the account get 503.
  expect([...new Set(statuses)].filter((status) => status !== 503).toSorted()).toEqual([200, 401]);
});
