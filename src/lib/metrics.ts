import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Logger } from './logger.ts';
import { Outage } from './outage.ts';
import { withTimeout } from './with-timeout.ts';

/** How long one figure may take to be counted; who asks waits for all of them. */
const COUNT_MS = 3_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A figure by the value of its one label; the values are few and ours. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Numbers about a process for Prometheus. Labels take names of our own alone: what a request may choose would make
 * series without end.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls: Histogram<'procedure' | 'status'>;
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
    this.#calls = new Histogram({
      name: 'marketdex_call_duration_seconds',
      help: 'Calls of procedures, over tRPC and REST alike',
      labelNames: ['procedure', 'status'],
      buckets: SECONDS,
      registers: [this.#registry],
    });
  }

  /** Also watches the process from now on: memory, CPU, garbage collection, event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param status `ok`, or the code of the failure */
  call(procedure: string, status: string, ms: number): void {
    this.#calls.observe({ procedure, status }, ms / 1000);
  }

  /** A figure that is counted when it is asked for; left out while it cannot be. */
  gauge(name: string, help: string, label: string, count: () => Promise<Counts> | Counts): void {
    const outage = new Outage(this.#logger, `counting ${name}`, 'warn');
    const gauge: Gauge = new Gauge({
      name: `marketdex_${name}`,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect: async () => {
        gauge.reset();
        try {
          const counts = await withTimeout(COUNT_MS, name, Promise.resolve(count()));
          for (const [value, number] of Object.entries(counts)) gauge.set({ [label]: value }, number);
          outage.worked();
        } catch (error) {
          outage.failed(error);
        }
      },
    });
  }

  /** All of them, as Prometheus reads them. */
  async text(): Promise<{ type: string; body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
