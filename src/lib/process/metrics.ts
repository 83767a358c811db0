import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { withTimeout } from '../with-timeout.ts';
import { CallTimes } from './call-times.ts';
import type { Logger } from './logger.ts';
import { Outage } from './outage.ts';

/** Maximum time for one gauge; a scrape waits for all of them. */
const COUNT_MS = 3_000;

/** Values by label value. Label values must be few and never come from users. */
export type Counts = Readonly<Record<string, number>>;

interface Figure {
  name: string;
  help: string;
  label: string;
  count: () => Promise<Counts> | Counts;
}

/**
 * Prometheus metrics of a process. Label values come only from our own code: values from requests would create an
 * unbounded number of series.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #calls = new CallTimes();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Starts the default process metrics: memory, CPU, garbage collection, event loop. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** @param status `ok`, or the error code */
  call(procedure: string, status: string, ms: number): void {
    this.#calls.observe(procedure, status, ms / 1000);
  }

  /** A gauge that is computed at each scrape, and omitted when that fails. */
  gauge(name: string, help: string, label: string, count: () => Promise<Counts> | Counts): void {
    this.#add(Gauge, { name, help, label, count });
  }

  /** The same for counts since the start of the process. @param name ends with `_total` */
  counter(name: string, help: string, label: string, count: () => Promise<Counts> | Counts): void {
    this.#add(Counter, { name, help, label, count });
  }

  #add(Type: typeof Gauge | typeof Counter, { name, help, label, count }: Figure): void {
    const outage = new Outage(this.#logger, `counting ${name}`, 'warn');
    const metric: Gauge | Counter = new Type({
      name: `marketdex_${name}`,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect: async () => {
        metric.reset();
        try {
          const counts = await withTimeout(COUNT_MS, name, Promise.resolve(count()));
          for (const [value, number] of Object.entries(counts)) metric.inc({ [label]: value }, number);
          outage.worked();
        } catch (error) {
          outage.failed(error);
        }
      },
    });
  }

  /**
   * Counts the calls that failed with these error codes. Unlike the series of a procedure, these exist from the start, so
   * that the first failure is an increase.
   */
  watchFailures(codes: readonly string[]): void {
    const counter: Counter = new Counter({
      name: 'marketdex_failed_calls_total',
      help: 'Calls that failed through no fault of the caller',
      labelNames: ['status'],
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        for (const status of codes) counter.inc({ status }, this.#calls.count(status));
      },
    });
  }

  /** All metrics in Prometheus' text format. */
  async text(): Promise<{ type: string; body: string }> {
    return {
      type: this.#registry.contentType,
      body: `${this.#calls.text()}\n${await this.#registry.metrics()}`,
    };
  }
}
