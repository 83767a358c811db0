import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import type { Logger } from './logger.ts';
import { Outage } from './outage.ts';

/** Maximum time for one gauge; a scrape waits for all of them. */
const COUNT_MS = 3_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Values by label value. Label values must be few and never come from users. */
export type Counts = Readonly<Record<string, number>>;

/**
 * Prometheus metrics of a process. Label values come only from our own code: values from requests would create an
 * unbounded number of series.
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

  /** Starts the default process metrics: memory, CPU, garbage collection, event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param status `ok`, or the error code */
  call(procedure: string, status: string, ms: number): void {
    this.#calls.observe({ procedure, status }, ms / 1000);
  }

  /** A gauge that is computed at each scrape, and omitted when that fails. */
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

  /** All metrics in Prometheus' text format. */
  async text(): Promise<{ type: string; body: string }> {
    return { type: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
