import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { cardPath, cardSubjectAt, checkSubject, listSubject } from '../../contract/cards/card-paths.ts';
import { answerSummary } from '../../contract/market/answer-summary.ts';
import { type MarketFilters, marketFilter, START } from '../../contract/market/market-search-params.ts';
import { ANY, describedBy } from '../../contract/market/price-check-search-params.ts';
import { STATS } from '../../contract/sale/ivs.ts';
import { counted } from '../../contract/shared/plural.ts';
import { callerFor } from '../../testing/clients/callers.ts';
import { testServer } from '../../testing/run/server.ts';
import { VISITOR } from '../actor.ts';
import type { Card } from './card.ts';
import { resolveCard } from './cards.queries.ts';
import { cardSvg } from './drawing/card-svg.ts';

const server = testServer();

/** Runs of each property; set it to 1,000 after a change of the drawing. */
const RUNS = Number(process.env.CARD_RUNS ?? 60);

const NAMES = ['Garchomp', 'Vulpix', 'Gible'] as const;
const NATURES = ['Adamant', 'Jolly', 'Timid'] as const;

/** The texts of a picture in the order of reading, as one line. */
const textsOf = (svg: string): string =>
  [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)]
    .map(([, text = '']) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
    .join(' ');

const dotsIn = (svg: string): number => svg.match(/<circle [^>]*r="(6.5|11)"/g)?.length ?? 0;

async function cardAt(path: string): Promise<{ card: Card; svg: string; path: string }> {
  const [before = '', search] = path.split('?');
  const asked = cardSubjectAt(before, search === undefined ? '' : `?${search}`);
  if (!asked) throw new Error(`No card at ${path}`);
  const { subject, read } = await resolveCard(server.services(VISITOR), asked);
  const card = await read();
  return { card, svg: cardSvg(card, 'market.example'), path: cardPath(subject) };
}

beforeAll(async () => {
  const row = fc.record({
    name: fc.constantFrom(...NAMES),
    nature: fc.constantFrom(...NATURES),
    ivs: fc.tuple(...STATS.map(() => fc.constantFrom(0, 15, 30, 31, 31))),
    shiny: fc.boolean(),
    price: fc.integer({ min: 1, max: 3_000_000 }),
    age: fc.integer({ min: 0, max: 1_500 }),
    proof: fc.constantFrom(null, 'https://forum.example/thread/1'),
  });
  const ids: Record<string, number> = { Garchomp: 445, Vulpix: 37, Gible: 443 };
  for (const one of fc.sample(row, { numRuns: 200, seed: 5 }))
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at, species_id, form, nature, ability,
         hidden_power, is_shiny, proof_url, hp_iv, atk_iv, def_iv, spatk_iv, spdef_iv, speed_iv)
       values ('pokemon', ?, ?, ?, 'approved', now(), ?, 'Normal', ?, 'Sand Veil', 'Fire', ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[one.name, one.price, server.daysAgo(one.age), ids[one.name], one.nature, one.shiny, one.proof],
        ...one.ivs,
      ],
    );
  for (const price of [5, 70, 900])
    await server.sql(
      `insert into sale (kind, name, price, date_sold, status, decided_at, item_id)
       select 'item', 'Master Ball', ?, ?, 'approved', now(), item_id from item where name = 'Master Ball'`,
      [price, server.daysAgo(3)],
    );
});

const filters: fc.Arbitrary<MarketFilters> = fc
  .record(
    {
      named: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
      part: fc.constantFrom('g', 'vul', 'no such name'),
      nature: fc.constantFrom(...NATURES),
      is_shiny: fc.boolean(),
      min_perfect_ivs: fc.integer({ min: 1, max: 6 }),
      min_hp_iv: fc.constantFrom(0, 15, 31),
      max_price: fc.integer({ min: 1, max: 3_000_000 }),
      min_price: fc.integer({ min: 1, max: 1_000_000 }),
      date_from: fc.constantFrom('2024-01-01', '2026-06-01'),
      proof: fc.constantFrom('with' as const, 'without' as const),
      query: fc.constantFrom('nature  =  Adamant or IS shiny', 'speed_iv = 31', 'price > '),
    },
    { requiredKeys: ['named'] },
  )
  .map(({ named, part, ...others }) =>
    named === undefined
      ? { ...others, ...(part && { name: part }) }
      : { ...others, name: named, exact: true },
  );

it('has the figures of the API for any filter, at one address', async () => {
  const { market, pokemon } = callerFor(server);
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(filters, async (asked) => {
      const { card, svg, path } = await cardAt(cardPath(listSubject('pokemon', asked)));
      expect((await cardAt(path)).path).toBe(path);
      if (path === '/cards/site.png') return;
      const texts = textsOf(svg);
      const { query, name, exact, ...simple } = asked;
      const valid = query === 'price > ' ? undefined : query;
      const filter = marketFilter({ ...START, kind: 'pokemon', filters: { ...asked, query: valid } });
      const { answer } = await market.answer(filter);
      const {
        pagination: { total },
      } = await pokemon.list({ ...simple, query: valid, pokemon_name: name, exact, limit: 1 });
      const chart = await market.chart({ ...filter, days: 3650 });
      expect(card.dots.map(({ sale_id }) => sale_id)).toEqual(chart.data.map(({ sale_id }) => sale_id));
      expect(dotsIn(svg)).toBe(total);
      if (!answer) {
        expect(texts).toContain(total ? counted(total, 'sale') : 'No sales');
        return;
      }
      answered += 1;
      expect(answer.exact.sales).toBe(total);
      const summary = answerSummary(answer);
      expect(texts).toContain(summary.exact);
      if (summary.similar) expect(texts).toContain(summary.similar);
    }),
    { numRuns: RUNS, seed: 3 },
  );
  expect(answered).toBeGreaterThan(RUNS / 4);
});

it('has the answer of the API for any price check', async () => {
  const iv = fc.option(fc.constantFrom(0, 31), { nil: null });
  const checks = fc.record({
    name: fc.constantFrom(...NAMES),
    nature: fc.constantFrom('', ...NATURES),
    shiny: fc.constantFrom(null, true, false),
    hp: iv,
    speed: iv,
    price: fc.option(fc.integer({ min: 1, max: 3_000_000 }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(checks, async ({ name, hp, speed, ...given }) => {
      const check = { ...ANY, ...given, spread: { ...ANY.spread, hp, speed } };
      const { svg } = await cardAt(cardPath(checkSubject('pokemon', name, check)));
      const { answer } = await callerFor(server).market.similar(describedBy('pokemon', name, check));
      const { exact, similar } = answerSummary(answer);
      expect(textsOf(svg)).toContain(exact);
      if (similar) expect(textsOf(svg)).toContain(similar);
    }),
    { numRuns: RUNS, seed: 4 },
  );
});

it('shows a sale among the others of its name', async () => {
  const { data } = await callerFor(server).pokemon.list({ pokemon_name: 'Garchomp', exact: true, limit: 1 });
  const [sale] = data;
  const { svg } = await cardAt(`/cards/sale/${sale?.sale_id}.png`);
  const texts = textsOf(svg);
  expect(texts).toContain(`${sale?.nature} Garchomp`);
  expect(texts).toContain(`${sale?.price.toLocaleString('en-US')} PD`);
  expect(texts).toContain(`market.example/sale/${sale?.sale_id}`);
  const { total_records } = await callerFor(server).market.chart({
    kind: 'pokemon',
    name: 'Garchomp',
    exact: true,
    days: 3650,
  });
  expect(dotsIn(svg)).toBe(total_records);
  expect(svg.match(/<circle [^>]*fill="#f1b564"/g)).toHaveLength(1);
});

it('compares the price of a sale with named sales, and says nothing of others if there are none', async () => {
  const sentenceOf = async (name: string) => {
    const [row] = await server.sql('select max(sale_id) as id from sale where name = ?', [name]);
    const { sentences } = (await cardAt(`/cards/sale/${row?.id}.png`)).card;
    return sentences.at(-1);
  };
  expect(await sentenceOf('Garchomp')).toMatch(/ the \d+ exact and similar sales\b/);
  expect(await sentenceOf('Master Ball')).toBe('Too few sales to compare 900 PD with.');
  await server.sql(
    `insert into sale (kind, name, price, date_sold, status, decided_at, item_id)
     select 'item', 'Old Amber', 5, ?, 'approved', now(), item_id from item where name = 'Old Amber'`,
    [server.daysAgo(3)],
  );
  expect(await sentenceOf('Old Amber')).toMatch(/^Sold on /);
  await server.sql("delete from sale where name = 'Old Amber'");
});

it('shows the figures of an item and of the site', async () => {
  const item = textsOf((await cardAt('/cards/item/master-ball.png')).svg);
  expect(item).toContain('3 sales, 5 to 900 PD, last one');
  expect(textsOf((await cardAt('/cards/site.png')).svg)).toContain(
    '3 sales of items and 200 sales of pokemon.',
  );
});

it.each([
  ['/cards/pokemon/Garchomp.png', '/cards/pokemon/garchomp.png'],
  ['/cards/pokemon/gar%20chomp.png?page=3&nature=adamant', '/cards/pokemon/garchomp.png?nature=Adamant'],
  ['/cards/list.png?exact=true&name=GARCHOMP&tab=pokemon', '/cards/pokemon/garchomp.png'],
  ['/cards/list.png?query=price%20%3E%205', '/cards/list.png?query=price+%3E+5'],
  ['/cards/list.png?query=price%20%3E', '/cards/site.png'],
  ['/cards/list.png?sort=price', '/cards/site.png'],
  ['/cards/item/master-ball.png?nature=Adamant', '/cards/item/master-ball.png'],
  ['/cards/pokemon/garchomp.png?check=price.5_nature.no', '/cards/pokemon/garchomp.png?check=price.5'],
])('%s is the card at %s', async (asked, canonical) => {
  expect((await cardAt(asked)).path).toBe(canonical);
});

it.each(['/cards/sale/2000000000.png', '/cards/item/no-such.png', '/cards/pokemon/none.png?check=any'])(
  'there is nothing at %s',
  async (path) => {
    await expect(cardAt(path)).rejects.toMatchObject({ kind: 'not_found' });
  },
);
