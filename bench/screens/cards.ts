import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cardPath, listSubject } from '../../src/contract/cards/card-paths.ts';
import { NATURE_NAMES } from '../../src/contract/sale/natures.ts';
import { createLogger } from '../../src/lib/process/logger.ts';
import type { Card } from '../../src/modules/cards/card.ts';
import { cardSvg } from '../../src/modules/cards/drawing/card-svg.ts';
import { CardRenderer, RENDERER_LIMITS } from '../../src/modules/cards/rendering/card-renderer.ts';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';
import { startTestPostgres, urlOf } from '../../src/testing/servers/postgres.ts';
import { ms, quantile } from '../kit/figures.ts';
import { fillMarket } from '../kit/market-data.ts';
import { ServerProcess } from '../kit/server-process.ts';

const SALES = Number(process.env.BENCH_SALES ?? 200_000);
const RENDERS = Number(process.env.BENCH_RENDERS ?? 10_000);
/** Pictures before the memory of the process counts: its allocator and compiler have settled. */
const WARM_UP = 500;
const NAMES = 20;

/** Times of requests one after the other, in milliseconds. */
async function timesOf(url: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const one of paths) {
    const started = performance.now();
    const response = await fetch(url + one);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${one}: ${response.status}`);
    times.push(performance.now() - started);
  }
  return times;
}

const printed = (what: string, times: readonly number[], budget: number) =>
  console.info(
    `${what}: p50 ${ms(quantile(times, 0.5))} ms, p95 ${ms(quantile(times, 0.95))} ms, budget ${budget} ms`,
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

async function benchRequests(): Promise<void> {
  const { postgres, stop } = await startTestPostgres();
  const databaseUrl = urlOf(postgres.url, postgres.template);
  await fillMarket(databaseUrl, { pokemon: SALES, items: 1_000 });
  const settings = {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'error',
    DATA_DIR: path.join(import.meta.dirname, '../../data/bench'),
  };
  const server = await ServerProcess.start(PROGRAMS.web, settings, '/readyz');
  try {
    const paths = await cardPaths(server.url);
    // The first picture starts the process.
    await timesOf(server.url, paths.slice(0, 20));
    printed(`${paths.length - 20} cards drawn`, await timesOf(server.url, paths.slice(20)), 60);
    // Enough requests that the first ones, whose code is not compiled yet, do not decide.
    const repeated = Array.from({ length: 10 }, () => paths.slice(-100)).flat();
    printed('from memory', await timesOf(server.url, repeated), 5);
  } finally {
    await server.stop();
    await stop();
  }
}

/** A card with 200 dots that no other card equals. */
function cardWith(number: number): Card {
  const dots = Array.from({ length: 200 }, (_, index) => {
    const price = 1_000 + ((index * 7_919 + number * 104_729) % 900_000);
    const date = new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString().slice(0, 10);
    return { date, price, low: price, high: price, sale_id: index + 1 };
  });
  const sentences = [
    `${number} sales: half of them between 50,000 and 72,000 PD, last one 60,000 PD on 4 Nov 2026.`,
  ];
  return {
    ...{ overline: 'Pokemon', title: 'Adamant Garchomp', mark: { name: 'Garchomp', type: 'Dragon' } },
    ...{
      spread: { hp: 31, speed: 31 },
      price: null,
      sentences,
      dots,
      days: null,
      isWholeName: false,
      highlighted: null,
    },
    ...{
      markedPrice: null,
      isDemo: false,
      date: '2026-11-22',
      page: '/pokemon/garchomp',
      card: '',
      embed: '',
    },
  };
}

/** Resident memory in MB; Linux only. */
const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

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
    memory.push(memoryOf(renderer.processId));
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
