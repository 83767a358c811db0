import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { searchOf } from '../../src/contract/follows/follow-search.ts';
import { zMarketFilter } from '../../src/contract/market/sale-filter.ts';
import type { SaleKind } from '../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { numbersFrom } from './random-filters.ts';

type Draw = () => number;

/** A sale that somebody looks for. */
interface SampledSale {
  kind: SaleKind;
  name: string;
  price: number;
  nature: string | null;
  ability: string | null;
  is_shiny: boolean | null;
  perfect_ivs: number | null;
}

interface NewFollow {
  user_id: number;
  kind: string;
  search: string;
  key: string;
  condition: string;
  price: number | null;
}

/** Follows that are inserted by one statement. */
const BATCH = 10_000;

const traits = ({ nature, is_shiny, perfect_ivs }: SampledSale, draw: Draw): Record<string, unknown> => ({
  ...(nature && draw() < 0.6 && { nature }),
  ...(perfect_ivs && draw() < 0.4 && { min_perfect_ivs: perfect_ivs }),
  ...(is_shiny && { is_shiny: true }),
});

const QUERIES: Record<SaleKind, (sale: SampledSale) => string> = {
  item: ({ name, price }) => `item = "${name}" and (price <= ${price} or has proof) and date >= today-30d`,
  pokemon: ({ name, nature, ability }) =>
    `(pokemon = "${name}" or ability = "${ability}") and nature in (${nature}, Timid) and not level = 1 and perfect_ivs >= 4`,
};

/** What somebody who wants a sale like this would follow: mostly its name, with some of its traits. */
function searchFor(sale: SampledSale, draw: Draw): Record<string, unknown> {
  const { kind, name, price, nature } = sale;
  const way = draw();
  if (way < 0.75) return { kind, name, exact: true, ...traits(sale, draw) };
  if (way < 0.85) return { kind, name: name.slice(0, 5).trim(), max_price: price, ...traits(sale, draw) };
  if (way < 0.95) return { kind, query: QUERIES[kind](sale) };
  return kind === 'item'
    ? { kind, min_price: Math.min(price * 50, LIMITS.price.max) }
    : { kind, nature, min_perfect_ivs: 5, is_shiny: draw() < 0.5, max_price: price };
}

function conditionFor({ price }: SampledSale, draw: Draw): Pick<NewFollow, 'condition' | 'price'> {
  const way = draw();
  if (way < 0.6) return { condition: 'every', price: null };
  if (way < 0.9) return { condition: 'at_or_below', price: Math.max(1, Math.round(price * draw())) };
  return { condition: 'outside_middle_half', price: null };
}

/** Searches for different sales of the market. The same market gives the same searches. */
export async function sampledSearches(url: string, count: number): Promise<Record<string, unknown>[]> {
  const draw = numbersFrom(20_261_122);
  return withClient(url, async (client) => {
    return (await sampledSales(client, count)).map((sale) => searchFor(sale, draw));
  });
}

async function sampledSales(client: Client, count: number): Promise<SampledSale[]> {
  const { rows } = await client.query<SampledSale>(
    `select kind, name, price::float8 as price, nature, ability, is_shiny, perfect_ivs from sale
     where status = 'approved' order by sale_id limit $1`,
    [count],
  );
  return rows;
}

/** Adds follows of searches for sales of the market, 50 for each account. The same arguments give the same follows. */
export async function addFollows(url: string, count: number): Promise<void> {
  const draw = numbersFrom(20_261_122);
  await withClient(url, async (client) => {
    const sales = await sampledSales(client, count);
    const { rows: accounts } = await client.query<{ user_id: number }>(
      'select user_id from account order by user_id',
    );
    for (let from = 0; from < count; from += BATCH) {
      const follows = Array.from({ length: Math.min(BATCH, count - from) }, (_, i): NewFollow => {
        const sale = sales[(from + i) % sales.length];
        const account = accounts[Math.floor((from + i) / 50)];
        if (!sale || !account) throw new Error('There are too few sales or accounts');
        const search = searchOf(zMarketFilter.parse(searchFor(sale, draw)));
        const key = createHash('sha256')
          .update(`${from + i}`)
          .digest('hex');
        return { user_id: account.user_id, kind: sale.kind, search, key, ...conditionFor(sale, draw) };
      });
      await client.query(
        `insert into follow (user_id, kind, search, key, condition, price, inbox, email, discord, feed, since, created)
         select user_id, kind, search, key, condition, price, true, 'off', false, true, '2000-01-01', '2000-01-01'
         from jsonb_to_recordset($1::jsonb)
           as follow(user_id int, kind text, search text, key text, condition text, price bigint)`,
        [JSON.stringify(follows)],
      );
    }
    await client.query('vacuum (analyze) follow');
  });
}
