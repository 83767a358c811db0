import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { withClient } from '../../src/testing/servers/postgres.ts';
import { quantile, rounded } from '../kit/figures.ts';
import { randomFilters } from '../kit/random-filters.ts';
import { TimedClient } from '../kit/timed-client.ts';

const FILTERS = 1_500;
const SUGGESTIONS_A_SECOND = 1_000;
const SEARCHES_A_SECOND = 200;
const SUGGESTION_SECONDS = 10;
/** How long suggestions are requested before they are measured: about as long as V8 takes to compile what runs most. */
const WARM_UP_SECONDS = 10;
const HISTORIES = 200;
const ANSWERS = 200;
const TRAITS = 50;

/** The budget of a measured call, in milliseconds. */
interface Budget {
  median?: number;
  p99?: number;
  worst?: number;
}

/** The durations of the calls of a kind. */
export interface ReadFigures {
  what: string;
  calls: number;
  'median ms': number;
  'p99 ms': number;
  'worst ms': number;
  budget: string;
}

const row = (what: string, times: readonly number[], { median, p99, worst }: Budget): ReadFigures => ({
  what,
  calls: times.length,
  'median ms': rounded(quantile(times, 0.5)),
  'p99 ms': rounded(quantile(times, 0.99)),
  'worst ms': rounded(Math.max(...times)),
  budget: [median && `median ${median}`, p99 && `p99 ${p99}`, worst && `worst ${worst}`]
    .filter(Boolean)
    .join(', '),
});

/** The name with the most approved sales of each kind. */
export async function mostTradedNames(databaseUrl: string): Promise<Record<'items' | 'pokemon', string>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ kind: string; name: string }>(
      `select distinct on (kind) kind, name from (
         select kind, name, count(*) as sales from sale where status = 'approved' group by kind, name) counted
       order by kind, sales desc`,
    );
    const of = (kind: string) => rows.find((found) => found.kind === kind)?.name ?? '';
    return { items: of('item'), pokemon: of('pokemon') };
  });
}

/** A partially typed name, sometimes with two swapped letters. */
function typed(name: string, index: number): string {
  const length = Math.max(LIMITS.autocomplete.minChars, Math.min(name.length, 2 + (index % 7)));
  const text = name.slice(0, length);
  return index % 10 === 0 && length > 4 ? `${text.slice(0, 2)}${text[3]}${text[2]}${text.slice(4)}` : text;
}

/** Traits and prices as players type them, around a name. */
const AROUND: readonly [before: string, after: string][] = [
  ['', ''],
  ['adamant 5x31 ', ''],
  ['shiny ', ' <500k'],
  ['', ' hp fire 0 atk'],
  ['timid 31/x/31/31/31/31 ', ' last 30d'],
];

/** A text of the one search: a partially typed name, most of the time with traits. */
function searched(name: string, index: number): string {
  const [before, after] = AROUND[index % AROUND.length] ?? ['', ''];
  return `${before}${typed(name, index)}${after}`;
}

/** Loading ten million sales takes a minute and a half. Markets that are too large are never in memory. */
const LOAD_MS = 180_000;

/** Waits until the process counts sales itself, which it begins with the first filter. */
async function salesInMemory(url: string, list: string): Promise<void> {
  await fetch(`${url}${list}`);
  const areLoaded = async () =>
    /^marketdex_sales_in_memory\{kind="pokemon"\}/m.test(await (await fetch(`${url}/metrics`)).text());
  for (const end = Date.now() + LOAD_MS; Date.now() < end && !(await areLoaded()); ) await delay(100);
}

/** Measures lists with random filters, last pages, suggestions, searches and price histories without the public cache. */
export async function measureReads(databaseUrl: string, url: string): Promise<ReadFigures[]> {
  const timed = new TimedClient(url);
  try {
    const lists = await randomFilters(databaseUrl, FILTERS, 1);
    const names = lists.flatMap((list) => new URLSearchParams(list.split('?')[1]).get('pokemon_name') ?? []);
    const mostTraded = await mostTradedNames(databaseUrl);
    const last = `page=${LIMITS.offset / LIMITS.list.max}&limit=${LIMITS.list.max}`;
    const history = (days: number) =>
      Array.from({ length: HISTORIES }, (_, index) => {
        const path = index % 2 ? 'items' : 'pokemon';
        return `/api/${path}/price-history/${encodeURIComponent(mostTraded[path])}?days=${days}`;
      });
    const answers = Array.from({ length: ANSWERS }, (_, index) => {
      const path = index % 2 ? 'items' : 'pokemon';
      const asked = index % 4 ? '' : '?nature=Adamant&min_perfect_ivs=5';
      return `/api/${path}/answer/${encodeURIComponent(mostTraded[path])}${asked}`;
    });
    const traits = Array.from(
      { length: TRAITS },
      () => `/api/pokemon/trait-worth/${encodeURIComponent(mostTraded.pokemon)}`,
    );
    const suggest = (index: number) =>
      `/api/pokemon/search/autocomplete?query=${encodeURIComponent(typed(names[index % names.length] ?? 'garchomp', index))}`;
    const search = (index: number) =>
      `/trpc/market.search?input=${encodeURIComponent(JSON.stringify({ text: searched(names[index % names.length] ?? 'garchomp', index) }))}`;
    await salesInMemory(url, lists[0] ?? '');
    const first = [90, LIMITS.priceHistory.maxDays].flatMap((days) => history(days).slice(0, 4));
    await timed.oneByOne([...lists.slice(0, 20), ...first, search(1)]);
    await timed.atRate(SUGGESTIONS_A_SECOND, WARM_UP_SECONDS, suggest);
    return [
      row('random filters, 25 rows and the total', await timed.oneByOne(lists), {
        median: 8,
        p99: 60,
        worst: 200,
      }),
      row(
        'last reachable page of a list',
        await timed.oneByOne([`/api/pokemon?${last}`, `/api/items?${last}&sort=price`, `/api/items?${last}`]),
        { p99: 500 },
      ),
      row(
        `suggestions, ${SUGGESTIONS_A_SECOND} a second`,
        await timed.atRate(SUGGESTIONS_A_SECOND, SUGGESTION_SECONDS, suggest),
        { p99: 3 },
      ),
      row(
        `the one search, ${SEARCHES_A_SECOND} a second`,
        await timed.atRate(SEARCHES_A_SECOND, SUGGESTION_SECONDS, search),
        { p99: 10 },
      ),
      row('price history of the most traded names, 90 days', await timed.oneByOne(history(90)), { p99: 2 }),
      row(
        'price history of the most traded names, all time',
        await timed.oneByOne(history(LIMITS.priceHistory.maxDays)),
        { p99: 5 },
      ),
      row('answers for the most traded names', await timed.oneByOne(answers), { median: 20, p99: 150 }),
      row('what the traits of the most traded pokemon are worth', await timed.oneByOne(traits), { p99: 200 }),
    ];
  } finally {
    timed.close();
  }
}
