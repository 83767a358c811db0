const NAME = 'marketdex_call_duration_seconds';
/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Times {
  count: number;
  seconds: number;
  /** Calls by bucket; the last are those above all bounds. */
  buckets: number[];
}

/**
 * A histogram of the durations of calls, by procedure and status. Prom-client's builds and hashes a text of the labels for
 * each value, which took 2.5% of the processor time of a read from memory.
 */
export class CallTimes {
  readonly #times = new Map<string, Map<string, Times>>();

  observe(procedure: string, status: string, seconds: number): void {
    const times = this.#times.get(procedure)?.get(status) ?? this.#add(procedure, status);
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1;
    times.count += 1;
    times.seconds += seconds;
    times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1;
  }

  /** How many calls ended with a status. */
  count(wanted: string): number {
    let total = 0;
    for (const byStatus of this.#times.values()) total += byStatus.get(wanted)?.count ?? 0;
    return total;
  }

  /** In Prometheus' text format. */
  text(): string {
    const lines = [
      `# HELP ${NAME} Calls of procedures, over tRPC and REST alike`,
      `# TYPE ${NAME} histogram`,
    ];
    for (const [procedure, byStatus] of this.#times)
      for (const [status, times] of byStatus)
        lines.push(...linesOf(`procedure="${procedure}",status="${status}"`, times));
    return `${lines.join('\n')}\n`;
  }

  #add(procedure: string, status: string): Times {
    const times = { count: 0, seconds: 0, buckets: Array.from({ length: BOUNDS.length + 1 }, () => 0) };
    const byStatus = this.#times.get(procedure) ?? new Map<string, Times>();
    this.#times.set(procedure, byStatus.set(status, times));
    return times;
  }
}

function linesOf(labels: string, { count, seconds, buckets }: Times): string[] {
  let below = 0;
  const lines = [...BOUNDS, '+Inf'].map((bound, index) => {
    below += buckets[index] ?? 0;
    return `${NAME}_bucket{le="${bound}",${labels}} ${below}`;
  });
  return [...lines, `${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${count}`];
}
