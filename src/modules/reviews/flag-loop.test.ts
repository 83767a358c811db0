import { TRPCError } from '@trpc/server';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { makeSale, type TestAccount } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { settleFlags } from '../../testing/market/flags.ts';
import { testServer } from '../../testing/run/server.ts';
import { withClient } from '../../testing/servers/postgres.ts';
import { markForFlags } from '../changes/flag-mark.entity.ts';
import { computeFlags, flagStep } from './flags.service.ts';

const server = testServer();

const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
const admin = testAccount(server, 'admin');
const settle = () => settleFlags(server.scope());

beforeEach(settle);

/** Changes are gathered for an hour, so that a pass starts only with `step(0)`, however slow the machine is. */
const step = (gatherMs = 3_600_000) => flagStep(server.scope(), gatherMs);
const as = (account: TestAccount) => callerFor(server, account.token);

const column = async (query: string): Promise<unknown[]> =>
  (await server.sql<{ value: unknown }>(query)).map(({ value }) => value);
const pendingIds = async () =>
  (await column(
    `select sale_id as value from sale where status = 'pending' and deleted_at is null`,
  )) as number[];

/** Computes the flags of all pending sales; those that were not right before. */
const wrong = async () => computeFlags(server.scope(), await pendingIds());

let proofs = 0;
function store(name: string, price = 500, age = 3): Promise<number> {
  proofs += 1;
  const proof_url = `https://forum.example/loop/${proofs}`;
  return makeSale(server, { by: submitter, name, price, date_sold: server.daysAgo(age), proof_url });
}

/** Copies a pending sale, marked as a submission would be. */
async function copies(id: number, count: number): Promise<number[]> {
  const rows = await server.sql<{ sale_id: number }>(
    `insert into sale (kind, name, price, date_sold, proof_url, status, date_submitted)
     select kind, name, price, date_sold, proof_url, status, date_submitted
     from sale, generate_series(1, ${count}) where sale_id = ? returning sale_id`,
    [id],
  );
  const ids = rows.map(({ sale_id }) => sale_id);
  await markForFlags(server.scope().em, ids);
  return ids;
}

it('gives the newest submission its flags in the first step, however many sales are due', async () => {
  await copies(await store('Newest Orb'), 250);
  const newest = await store('Newest Orb');
  expect(await step()).toBe('worked');
  const [flags] = await column(
    `select flags -> 0 ->> 'flag' as value from sale_check where sale_id = ${newest}`,
  );
  expect(flags).toBe('duplicate');
});

it('checks at most 100 sales in a step', async () => {
  await copies(await store('Bounded Orb'), 250);
  const checked = async () =>
    Number(
      (
        await column(`select count(*) as value from sale_check join sale using (sale_id)
      where name = 'Bounded Orb'`)
      )[0],
    );
  const seen: number[] = [];
  // Long enough that no pass over the name begins, however slow the machine is.
  while ((await step(600_000)) === 'worked') seen.push(await checked());
  expect(seen).toEqual([100, 200, 251]);

  await server.sql(
    `update sale_check set flags = '[]' from sale where name = 'Bounded Orb' and sale.sale_id = sale_check.sale_id`,
  );
  const passed: unknown[] = [];
  const right = async () =>
    Number(
      (
        await column(`select count(*) as value from sale_check join sale using (sale_id)
      where name = 'Bounded Orb' and flags <> '[]'`)
      )[0],
    );
  while ((await step(0)) === 'worked') passed.push(await right());
  expect(passed).toEqual([100, 200, 251]);
  expect(await wrong()).toEqual([]);
});

it('gathers the changes of a name into one pass over its other pending sales', async () => {
  const [first, second, third] = [
    await store('Gathered Orb'),
    await store('Gathered Orb'),
    await store('Gathered Orb'),
  ];
  await settle();
  await as(checker).items.setStatus({ id: first, status: 'rejected' });
  expect(await step()).toBe('worked');
  await as(checker).items.setStatus({ id: second, status: 'rejected' });
  expect(await step()).toBe('worked');
  expect(await step()).toBe('idle');
  expect(await server.sql('select name, again from flag_due')).toEqual([
    { name: 'gatheredorb', again: false },
  ]);
  expect(await step(0)).toBe('worked');
  expect(await server.sql('select from flag_due')).toEqual([]);
  const [status] = await column(
    `select flags -> 0 -> 'sales' -> 1 ->> 'status' as value from sale_check where sale_id = ${third}`,
  );
  expect(status).toBe('rejected');
});

it('gathers changes for two seconds by default', async () => {
  const [first] = [await store('Patient Orb'), await store('Patient Orb')];
  await settle();
  await as(checker).items.setStatus({ id: first, status: 'rejected' });
  expect(await step()).toBe('worked');
  // The time of the database does not advance within a transaction.
  const { em, clock } = server.scope();
  const stepAfter = (dueForMs: number) =>
    em.transactional(async () => {
      await em.execute(`update flag_due set due_since = now() - ? * interval '1 ms'`, [dueForMs]);
      return flagStep({ em, clock });
    });
  expect(await stepAfter(1_999)).toBe('idle');
  expect(await stepAfter(2_001)).toBe('worked');
});

it('starts another pass when a name changes in the middle of one', async () => {
  const first = await store('Twice Orb');
  const [decided = 0] = await copies(first, 150);
  await settle();
  await as(checker).items.setStatus({ id: first, status: 'rejected' });
  await step(0);
  // The first 100 are checked; what is decided now is evidence for them too.
  await step(0);
  await as(checker).items.setStatus({ id: decided, status: 'rejected' });
  await settle();
  expect(await wrong()).toEqual([]);
});

it('leaves a change that commits during a step to a later one, and neither waits for the other', async () => {
  const [first, second] = [await store('Busy Orb'), await store('Busy Orb')];
  await settle();
  const { em, clock } = server.scope();
  const [stepped, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const open = em.transactional(async () => {
    await markForFlags(em, [second]);
    expect(await flagStep({ em, clock })).toBe('worked');
    stepped.resolve();
    await release.promise;
  });
  await Promise.race([stepped.promise, open]);
  await as(checker).items.setStatus({ id: first, status: 'rejected' });
  expect(await step()).toBe('busy');
  release.resolve();
  await open;
  expect(await step()).toBe('worked');
  expect(await step(0)).toBe('worked');
  expect(await wrong()).toEqual([]);
});

it('ignores a change before it is committed', async () => {
  const [first, second] = [await store('Late Orb'), await store('Late Orb')];
  await settle();
  await withClient(server.database.url, async (writer) => {
    await writer.query('begin');
    await writer.query('insert into flag_mark (sale_id) values ($1)', [first]);
    await writer.query('update sale set price = 501, version = version + 1 where sale_id = $1', [first]);
    expect(await step(0)).toBe('idle');
    // An approval of the same name does not wait for that transaction.
    await as(checker).items.setStatus({ id: second, status: 'approved' });
    await settle();
    await writer.query('commit');
  });
  await settle();
  expect(await wrong()).toEqual([]);
});

it('is not stopped by a mark whose sale is gone', async () => {
  await markForFlags(server.scope().em, [2_000_000_000]);
  expect(await step()).toBe('worked');
  expect(await step()).toBe('idle');
});

const EXPECTED = ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'];
const anAct = record({
  act: constantFrom(
    'submit',
    'submit',
    'approve',
    'approve',
    'reject',
    'return',
    'delete',
    'restore',
    'rename',
    'reprice',
    'step',
    'step',
  ),
  on: nat(5),
  name: nat(1),
  price: constantFrom(100, 100, 101, 5_000),
});
/** The acts of one round run at the same time. */
const aStory = array(array(anAct, { minLength: 1, maxLength: 4, size: 'max' }), {
  minLength: 4,
  maxLength: 10,
  size: 'max',
});

let stories = 0;

it('recomputes the nearest known name of new items when another new item is approved', async () => {
  const [approved, other] = [await store('Moonlit Orb 1'), await store('Moonlit Orb 2')];
  const dearer = await store('Moonlit Orb 2', 90_000);
  await settle();
  await as(checker).items.setStatus({ id: approved, status: 'approved' });
  await settle();
  for (const id of [other, dearer]) {
    const [row] = await server.sql<{ flags: { flag: string; nearest?: string }[] }>(
      'select flags from sale_check where sale_id = ?',
      [id],
    );
    expect(row?.flags).toMatchObject([{ flag: 'new_item', nearest: 'Moonlit Orb 1' }]);
  }
});

it('recomputes the nearest known name of a new item when that one is merged into another', async () => {
  await server.sql(
    `insert into item (name, source) values ('Astral Orb', 'import'), ('Astral Orbs 2', 'import')`,
  );
  const id = await store('Astral Orbb');
  await settle();
  const nearest = async () => {
    const [flag] = (await as(admin).reviews.detail({ id })).sale.flags;
    return flag && 'nearest' in flag && flag.nearest;
  };
  expect(await nearest()).toBe('Astral Orb');
  await as(admin).admin.mergeItems({ from: 'Astral Orb', into: 'Astral Orbs 2' });
  await settle();
  expect(await nearest()).toBe('Astral Orbs 2');
});

it('recomputes the nearest known name of a sale that was submitted while an item was added', async () => {
  await withClient(server.database.url, async (writer) => {
    await writer.query('begin');
    await writer.query(`insert into item (name, source) values ('Twilit Orb 1', 'import')`);
    await writer.query('insert into flag_mark (sale_id) values (null)');
    await store('Twilit Orb 2');
    await settle();
    await writer.query('commit');
  });
  await settle();
  expect(await wrong()).toEqual([]);
});

it('leaves every pending sale with the flags of a full computation, after any actions in any order', async () => {
  // A full computation after each story would look at the sales of the other tests again.
  await server.truncate('sale', 'flag_mark', 'flag_due');
  await assert(
    asyncProperty(aStory, async (rounds) => {
      stories += 1;
      const nameOf = (index: number) => `Story ${stories} Orb ${index}`;
      const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => store(nameOf(index % 2), 100)));
      const attempt = async (act: string, id: number, name: string, price: number): Promise<unknown> => {
        if (act === 'step') return step(0);
        if (act === 'submit') return ids.push(await store(name, price));
        if (act === 'approve' || act === 'reject')
          return as(checker).items.setStatus({ id, status: act === 'approve' ? 'approved' : 'rejected' });
        if (act === 'return') return as(admin).reviews.return({ id });
        if (act === 'delete') return as(admin).admin.deleteItem({ id });
        if (act === 'restore') return as(admin).reviews.restore({ id });
        return as(checker).items.edit({ id, ...(act === 'rename' ? { item_name: name } : { price }) });
      };
      for (const round of rounds)
        await Promise.all(
          round.map(({ act, on, name, price }) =>
            attempt(act, ids[on] ?? 0, nameOf(name), price).catch((error: unknown) => {
              if (!(error instanceof TRPCError && EXPECTED.includes(error.code))) throw error;
            }),
          ),
        );
      await settle();
      expect(await wrong()).toEqual([]);
      expect(await server.sql('select from flag_mark')).toEqual([]);
      expect(await server.sql('select from flag_due')).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
