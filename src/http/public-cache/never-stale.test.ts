import { array, assert, asyncProperty, constantFrom, nat, oneof, record } from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { makeSale } from '../../testing/accounts/factories.ts';
import { testAccount } from '../../testing/accounts/test-account.ts';
import { call } from '../../testing/clients/rest-client.ts';
import { startServerProcesses } from '../../testing/processes/server-process.ts';
import { fixture } from '../../testing/run/fixture.ts';
import { testServer } from '../../testing/run/server.ts';
import { CONSECUTIVE_NUMBERS } from '../../testing/servers/postgres.ts';

const server = testServer();
const processes = fixture(
  () => startServerProcesses(2, server.database.url),
  async (all) => expect(await Promise.all(all.map((one) => one.stop()))).toEqual([0, 0]),
);
const submitter = testAccount(server);
const checker = testAccount(server, 'checker');
beforeAll(() => server.sql(CONSECUTIVE_NUMBERS));

const LISTS = {
  rest: (url: string, query: string) => `${url}/api/items?${query}`,
  trpc: (url: string, query: string) => {
    const input = JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
    return `${url}/trpc/items.list?input=${encodeURIComponent(input)}`;
  },
};
type Over = keyof typeof LISTS;

interface Shown {
  ids: number[];
  prices: number[];
  total: number;
}

async function shown(url: string, over: Over, query: string): Promise<Shown> {
  // biome-ignore lint/suspicious/noExplicitAny: a response of either transport
  const body = (await (await fetch(LISTS[over](url, query))).json()) as any;
  const { data, pagination } = over === 'rest' ? body : body.result.data;
  return {
    ids: data.map((row: { sale_id: number }) => row.sale_id),
    prices: data.map((row: { price: number }) => row.price),
    total: pagination.total,
  };
}

const urls = () => [server.url, ...processes.map(({ url }) => url)];

/** Five at each server. */
const APPROVALS = 15;

it('an approval at one server is in the next response of every other one', async () => {
  const ids: number[] = [];
  for (let i = 0; i < APPROVALS; i += 1) ids.push(await makeSale(server, { by: submitter, price: 900 + i }));
  const query = 'min_price=900&max_price=999&limit=100';
  for (const url of urls()) for (const over of ['rest', 'trpc'] as const) await shown(url, over, query);
  for (const [index, id] of ids.entries()) {
    const at = urls()[index % 3] ?? '';
    const { status } = await call({ url: at }, 'PATCH', `/items/${id}/status`, {
      token: checker.token,
      body: { status: 'approved' },
    });
    expect(status).toBe(200);
    const all = await Promise.all(
      urls().flatMap((url) => (['rest', 'trpc'] as const).map((over) => shown(url, over, query))),
    );
    for (const answer of all) {
      expect(answer.total).toBe(index + 1);
      expect(answer.ids).toContain(id);
    }
  }
});

const PRICES = [110, 120, 130, 140];

/** A write or a read. */
const aStep = oneof(
  {
    weight: 2,
    arbitrary: record({
      action: constantFrom('add', 'remove', 'change'),
      of: nat(3),
      price: constantFrom(...PRICES),
    }),
  },
  {
    weight: 3,
    arbitrary: record({ action: constantFrom('read'), of: nat(5), price: constantFrom(...PRICES) }),
  },
);

it('no interleaving of reads and writes returns stale data', async () => {
  await assert(
    asyncProperty(
      array(array(aStep, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 8 }),
      async (rounds) => {
        await server.sql(
          `update sale set deleted_at = now(), version = version + 1 where deleted_at is null and price < 200`,
        );
        const public_ = new Map<number, number>();
        for (const steps of rounds) {
          // Within a round, concurrent writes come first, then concurrent reads.
          const writes = steps.filter(({ action }) => action !== 'read');
          await Promise.all(
            writes.map(async ({ action, price }, index) => {
              const id = [...public_.keys()][index];
              if (action === 'add') {
                public_.set(await makeSale(server, { by: submitter, price, status: 'approved' }), price);
              } else if (id !== undefined && action === 'remove') {
                public_.delete(id);
                await server.services().saleAdmin.remove('item', { id });
              } else if (id !== undefined) {
                public_.set(id, price);
                await server.sql('update sale set price = ?, version = version + 1 where sale_id = ?', [
                  price,
                  id,
                ]);
              }
            }),
          );
          const reads = steps.filter(({ action }) => action === 'read');
          const answers = await Promise.all(
            reads.map(({ of, price }) =>
              shown(
                urls()[of % 3] ?? '',
                of < 3 ? 'rest' : 'trpc',
                `min_price=${price}&max_price=199&limit=50`,
              ),
            ),
          );
          for (const [index, { prices, total }] of answers.entries()) {
            const least = reads[index]?.price ?? 0;
            const right = [...public_.values()].filter((price) => price >= least).toSorted();
            expect(prices.toSorted()).toEqual(right);
            expect(total).toBe(right.length);
          }
        }
      },
    ),
    { numRuns: 15 },
  );
});
