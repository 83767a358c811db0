import { beforeAll, describe, expect, it } from 'vitest';
import { itemSubmission, pokemonSubmission } from '../accounts/factories.ts';
import { testAccount } from '../accounts/test-account.ts';
import { call } from '../clients/rest-client.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { loseCommit } from './postgres-wire.ts';
import { FaultProxy } from './proxy.ts';

const server = testServer();
const proxy = fixture(() => FaultProxy.start(server.database.url), 'stop');
const web = fixture(
  () => startServerProcess(proxy.url),
  async (one) => expect(await one.stop()).toBe(0),
);
const accounts = { user: testAccount(server), checker: testAccount(server, 'checker') };

/** Every kind of write that takes an `Idempotency-Key`: submissions of both kinds, reviewed or approved at once. */
const WRITES = [
  { of: 'an item', path: '/items/submit', by: 'user', make: itemSubmission, skipsReview: false },
  { of: 'a pokemon', path: '/pokemon/submit', by: 'user', make: pokemonSubmission, skipsReview: false },
  { of: 'an approved item', path: '/items/submit', by: 'checker', make: itemSubmission, skipsReview: true },
  {
    of: 'an approved pokemon',
    path: '/pokemon/submit',
    by: 'checker',
    make: pokemonSubmission,
    skipsReview: true,
  },
] as const;

let price = 8_000_000;

describe.each(WRITES)('a submission of $of', ({ path, by, make, skipsReview }) => {
  beforeAll(() => server.services().settings.set('skip_review_enabled', String(skipsReview)));

  it.each(['after', 'before'] as const)(
    'whose connection is lost %s its COMMIT is stored once when it is retried',
    async (at) => {
      price += 1;
      const request = {
        token: accounts[by].token,
        headers: { 'idempotency-key': `ambiguous-${price}` },
        body: make({ price }),
      };
      const stored = () =>
        server.sql<{ sale_id: number; status: string; events: number }>(
          `select s.sale_id, s.status, count(*)::int as events from sale s join sale_event using (sale_id)
           where s.price = ? group by s.sale_id`,
          [price],
        );
      const lost = loseCommit(proxy, { statement: /insert into idempotency_key/, at });
      const first = await call(web, 'POST', path, request);
      await lost;
      expect(first.status).toBe(503);
      expect(first.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      if (at === 'after') expect(await stored()).toHaveLength(1);

      const second = await call(web, 'POST', path, request);
      expect(second.status).toBe(200);
      const third = await call(web, 'POST', path, request);
      expect(third.body).toEqual(second.body);
      const status = skipsReview ? 'approved' : 'pending';
      expect(await stored()).toEqual([{ sale_id: second.body.sale_id, status, events: skipsReview ? 2 : 1 }]);
      const keys = await server.sql('select key from idempotency_key where key = ?', [`ambiguous-${price}`]);
      expect(keys).toHaveLength(1);
    },
  );
});

it('a decision whose response is lost is made once, and the retry reports who made it', async () => {
  const { checker, user } = accounts;
  price += 1;
  const submitted = await call(web, 'POST', '/items/submit', {
    token: user.token,
    body: itemSubmission({ price }),
  });
  const path = `/items/${submitted.body.sale_id}/status`;
  const decide = () => call(web, 'PATCH', path, { token: checker.token, body: { status: 'approved' } });
  const lost = loseCommit(proxy, { statement: /update sale set/, at: 'after' });
  expect((await decide()).status).toBe(503);
  await lost;
  const repeated = await decide();
  expect(repeated.status).toBe(409);
  expect(repeated.body.decided.by).toBe(checker.user.username);
  const events = await server.sql(`select from sale_event where sale_id = ? and type = 'approved'`, [
    submitted.body.sale_id,
  ]);
  expect(events).toHaveLength(1);
});
