import { SEQUENCE_HEADER } from '../../contract/shared/sequence.ts';
import { Random } from '../../modules/demo/random.ts';

/** A client, who edits one sale and reads all of them. */
export interface HistoryClient {
  /** The session of an admin. */
  token: string;
  /** The sale that only this client edits. */
  saleId: number;
}

export interface HistoryOptions {
  /** The web processes: each operation goes to one of them. */
  urls: readonly string[];
  clients: readonly HistoryClient[];
  /** The name of the item of all sales; each is sold once for each client. */
  name: string;
  operations: number;
  seed: number;
  /** The clients set prices above this one, which is higher than all present prices. */
  price: number;
  /** False for clients that do not send back the number of their last answer. */
  carriesNumber?: boolean;
  /** Receives a line after each tenth of the operations. */
  print?: (text: string) => void;
}

export interface HistoryReport {
  reads: number;
  writes: number;
  /** Operations that were refused or got no answer. */
  failed: number;
  /** Their number by status and message. */
  failures: Record<string, number>;
  /** Reads of a sale older than the last edit of the same client. */
  staleOwn: number;
  /** Reads of a sale older than in an earlier answer to the same client. */
  backwards: number;
  /** The first wrong reads. */
  examples: string[];
}

/** The part of the operations that are edits. */
const WRITES = 0.06;
const EXAMPLES = 5;
/** Longer than the server takes to give up a silent database. */
const RESPONSE_MS = 30_000;

interface ShownSale {
  sale_id: number;
  price: number;
}

/** All objects of an answer that are sales, whatever their envelope. */
function* salesIn(value: unknown): Generator<ShownSale> {
  if (typeof value !== 'object' || value === null) return;
  if ('sale_id' in value && 'price' in value) {
    const { sale_id, price } = value;
    if (typeof sale_id === 'number' && typeof price === 'number') yield { sale_id, price };
  }
  for (const inner of Object.values(value)) yield* salesIn(inner);
}

/** The message of an error response, over REST or tRPC. */
const messageOf = (text: string): string =>
  /"(?:error|message)":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 80);

/** The requests for the sales: lists over REST and tRPC, of visitors and players, and single sales. */
function readsOf({
  name,
  clients,
}: HistoryOptions): ((random: Random, token: string) => [string, string?])[] {
  const filter = { item_name: name, exact: true, limit: 100 };
  const rest = `/api/items?item_name=${encodeURIComponent(name)}&exact=true&limit=100`;
  const input = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  return [
    () => [rest],
    (_, token) => [rest, token],
    () => [`/trpc/items.list,market.overview?batch=1&input=${input({ 0: filter, 1: {} })}`],
    (random) => [`/trpc/market.sale?input=${input({ id: random.pick(clients).saleId })}`],
  ];
}

/**
 * A history of concurrent clients, checked as it happens. The price of each sale only grows, so an answer is wrong
 * exactly when it shows a lower price than its client has seen before, or has set.
 */
export async function checkHistory(options: HistoryOptions): Promise<HistoryReport> {
  const { urls, clients, operations, seed, price: firstPrice, carriesNumber = true } = options;
  const report: HistoryReport = {
    reads: 0,
    writes: 0,
    failed: 0,
    failures: {},
    staleOwn: 0,
    backwards: 0,
    examples: [],
  };
  const reads = readsOf(options);
  const tenth = Math.ceil(operations / 10);
  let left = operations;

  const live = async ({ token, saleId }: HistoryClient, index: number) => {
    const random = new Random(seed * 1_000 + index);
    const seen = new Map<number, number>();
    let price = firstPrice;
    let sequence = 0;

    async function request(path: string, init: RequestInit = {}, as?: string): Promise<unknown> {
      const url = random.pick(urls);
      const headers = {
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
        ...(init.body && { 'content-type': 'application/json' }),
        ...(carriesNumber && sequence > 0 && { [SEQUENCE_HEADER]: String(sequence) }),
      };
      const signal = AbortSignal.timeout(RESPONSE_MS);
      try {
        const response = await fetch(`${url}${path}`, { ...init, headers, signal });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${response.status} ${messageOf(text)}`);
        sequence = Math.max(sequence, Number(response.headers.get(SEQUENCE_HEADER)));
        return JSON.parse(text);
      } catch (error) {
        const reason = `${init.method ?? 'GET'}: ${error instanceof Error ? error.message : error}`;
        report.failed += 1;
        report.failures[reason] = (report.failures[reason] ?? 0) + 1;
        return undefined;
      }
    }

    function check(answer: unknown, path: string): void {
      for (const sale of salesIn(answer)) {
        const known = seen.get(sale.sale_id) ?? 0;
        if (sale.price < known) {
          report[sale.sale_id === saleId ? 'staleOwn' : 'backwards'] += 1;
          const example = `sale ${sale.sale_id} for ${sale.price} after ${known}, with ${sequence}: ${path}`;
          if (report.examples.length < EXAMPLES) report.examples.push(example);
        } else seen.set(sale.sale_id, sale.price);
      }
    }

    while (left > 0) {
      left -= 1;
      if (left % tenth === 0) options.print?.(`${operations - left} operations, ${report.failed} failed`);
      if (random.chance(WRITES)) {
        // After a failure the previous edit may have been made or not; this one is higher than both.
        price += 1;
        const body = JSON.stringify({ price });
        const path = `/api/admin/items/${saleId}`;
        const answer = await request(path, { method: 'PATCH', body }, token);
        report.writes += 1;
        if (answer) check(answer, path);
      } else {
        const [path, as] = random.pick(reads)(random, token);
        check(await request(path, {}, as), path);
        report.reads += 1;
      }
    }
  };

  await Promise.all(clients.map(live));
  return report;
}
