import { cardPath, listSubject } from '../../src/contract/cards/card-paths.ts';
import { NATURE_NAMES } from '../../src/contract/sale/nature-names.ts';
import { dayDate, dayNumber } from '../../src/contract/shared/dates.ts';
import { createLogger } from '../../src/lib/process/logger.ts';
import type { Card } from '../../src/modules/cards/card.ts';
import { cardSvg } from '../../src/modules/cards/drawing/card-svg.ts';
import { CardRenderer, RENDERER_LIMITS } from '../../src/modules/cards/rendering/card-renderer.ts';
import { withDatabase } from '../kit/database.ts';
import { quantile, rounded } from '../kit/figures.ts';
import { fillMarket } from '../kit/market-data.ts';
import { memoryMegabytes } from '../kit/process-usage.ts';
import { withWebProcess } from '../kit/server-process.ts';
import { TimedClient } from '../kit/timed-client.ts';

const SALES = Number(process.env.BENCH_SALES ?? 200_000);
const RENDERS = Number(process.env.BENCH_RENDERS ?? 10_000);
/** Pictures before the memory of the process counts: its allocator and compiler have settled. */
const WARM_UP = 500;
const NAMES = 20;

const printed = (what: string, times: readonly number[], budget: number) =>
  console.info(
    `${what}: p50 ${rounded(quantile(times, 0.5))} ms, p95 ${rounded(quantile(times, 0.95))} ms, budget ${budget} ms`,
  );

/** Cards of the names of the newest sales, each with every nature. Traded names come first. */
async function cardPaths(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/pokemon?limit=100`);
  const { data } = (await response.json()) as { data: { pokemon_name: string }[] };
  const names = [...new Set(data.map(({ pokemon_name }) => pokemon_name))].slice(0, NAMES);
  return names.flatMap((name) =>
    NATURE_NAMES.map((nature) => cardPath(listSubject('pokemon', { name, exact: true, nature }))),
  );
}

const benchRequests = (): Promise<void> =>
  withDatabase(async (database) => {
    await fillMarket(database.url, { pokemon: SALES, items: 1_000 });
    await withWebProcess({ ...database.settings, LOG_LEVEL: 'error' }, async ({ url }) => {
      const paths = await cardPaths(url);
      const client = new TimedClient(url);
      // The first picture starts the process.
      await client.oneByOne(paths.slice(0, 20));
      printed(`${paths.length - 20} cards drawn`, await client.oneByOne(paths.slice(20)), 60);
      // Enough requests that the first ones, whose code is not compiled yet, do not decide.
      const repeated = Array.from({ length: 10 }, () => paths.slice(-100)).flat();
      printed('from memory', await client.oneByOne(repeated), 5);
      client.close();
    });
  });

/** A card with 200 dots that no other card equals. */
function cardWith(number: number): Card {
  const dots = Array.from({ length: 200 }, (_, index) => {
    const price = 1_000 + ((index * 7_919 + number * 104_729) % 900_000);
    const date = dayDate(dayNumber('2026-01-01') + index);
    return { date, price, low: price, high: price, sale_id: index + 1 };
  });
  const sentences = [
    `${number} sales: at least half of them between 50,000 and 72,000 PD, last one 60,000 PD on 4 Nov 2026.`,
  ];
  return {
    overline: 'Pokemon',
    title: 'Adamant Garchomp',
    mark: { name: 'Garchomp', type: 'Dragon' },
    spread: { hp: 31, speed: 31 },
    price: null,
    sentences,
    dots,
    days: null,
    charted: 'Garchomp',
    isWholeName: false,
    highlighted: null,
    markedPrice: null,
    isDemo: false,
    date: '2026-11-22',
    page: '/pokemon/garchomp',
    card: '',
    embed: '',
  };
}

async function benchMemory(): Promise<void> {
  const renderer = new CardRenderer({
    logger: createLogger('error', process.stderr),
    limits: { ...RENDERER_LIMITS, keptBytes: 1 },
  });
  const memory: number[] = [];
  const processes = new Set<number | undefined>();
  for (let number = 0; number < WARM_UP + RENDERS; number += 1) {
    await renderer.render(cardSvg(cardWith(number), 'market.example'), 'bench');
    if (number < WARM_UP || number % 100 > 0) continue;
    memory.push(memoryMegabytes(renderer.processId));
    processes.add(renderer.processId);
  }
  renderer.close();
  const [first = 0] = memory;
  console.info(
    `${RENDERS} pictures: ${Math.round(first)} MB at first, at most ${Math.round(Math.max(...memory) - first)} MB more, ` +
      `budget 50 MB; processes: ${processes.size}`,
  );
}

/** Benchmarks the pictures of cards: drawn, from memory, and the memory of the process that draws them. */
export async function benchCards(): Promise<void> {
  await benchRequests();
  await benchMemory();
}
