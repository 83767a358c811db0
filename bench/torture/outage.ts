import type { Random } from '../../src/modules/demo/random.ts';
import { pause, type RetryingClient } from './client.ts';
import type { Load, Person } from './load.ts';

const ATTEMPT_MS = 1_000;
const PACE_MS = 25;
/** So long after a fault something hangs for good. */
const BACK_MS = 30_000;

export interface Outage {
  /** The longest time without a success of one kind of call, from the moment of the fault on. */
  outageMs: number;
  /** From when everything was there again to the first success of each kind of call that began later. */
  backMs: number;
  /** Why the last call before that failed. */
  reason: string | null;
}

/** One call of a kind; null when it did what it was asked for, otherwise why not. */
type Probe = () => Promise<string | null>;

/** Calls that need each class of connections: public reads, which no cache answers, the ORM's, and writes. */
export function probesOf(client: RetryingClient, load: Load, person: Person, random: Random): Probe[] {
  let asked = 0;
  const probe =
    (name: string, work: () => Promise<boolean>): Probe =>
    async () =>
      (await work()) ? null : `${name}: ${client.lastFailure}`;
  const read = (path: string, token?: string) => async () => {
    asked += 1;
    const call = { path: path.replace('?', `?min_price=${asked}&`), ...(token !== undefined && { token }) };
    return (await client.try(call, ATTEMPT_MS))?.status === 200;
  };
  const sale = load.openSubmission(person, random);
  return [
    probe('a public read', read('/api/items?limit=1')),
    probe('a signed-in read', read('/api/auth/profile', person.token)),
    probe('a submission', () => sale(ATTEMPT_MS)),
  ];
}

async function watch(probe: Probe, ended: () => number | undefined): Promise<Outage> {
  let last = performance.now();
  let outageMs = 0;
  let reason: string | null = null;
  for (;;) {
    const started = performance.now();
    const failure = await probe();
    const now = performance.now();
    const end = ended();
    if (failure === null) {
      outageMs = Math.max(outageMs, now - last);
      last = now;
      if (end !== undefined && started >= end) return { outageMs, backMs: now - end, reason };
    } else {
      reason = failure;
      if (end !== undefined && now - end > BACK_MS)
        return { outageMs: Number.POSITIVE_INFINITY, backMs: Number.POSITIVE_INFINITY, reason };
    }
    await pause(PACE_MS);
  }
}

/** Measures how long calls fail around this fault, for the kind of call that fails longest. */
export async function measureOutage(probes: readonly Probe[], fault: () => Promise<void>): Promise<Outage> {
  let end: number | undefined;
  const watched = Promise.all(probes.map((probe) => watch(probe, () => end)));
  try {
    await fault();
  } finally {
    end = performance.now();
  }
  const outages = await watched;
  const last = outages.reduce((a, b) => (a.backMs >= b.backMs ? a : b));
  return { ...last, outageMs: Math.max(...outages.map(({ outageMs }) => outageMs)) };
}

export interface Row extends Outage {
  label: string;
  endMs?: number;
}

const at = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0);

/** Count, median, 99th percentile and maximum in milliseconds, by kind of fault. */
export function tableOf(rows: readonly Row[]): Record<string, Record<string, number>> {
  const byLabel = Map.groupBy(rows, ({ label }) => label);
  return Object.fromEntries(
    [...byLabel].toSorted().map(([label, of]) => {
      const sorted = (values: (number | undefined)[]) =>
        values.filter((value) => value !== undefined).toSorted((a, b) => a - b);
      const outage = sorted(of.map(({ outageMs }) => outageMs));
      const back = sorted(of.map(({ backMs }) => backMs));
      const end = sorted(of.map(({ endMs }) => endMs));
      return [
        label,
        {
          count: of.length,
          'outage p50': at(outage, 0.5),
          'outage p99': at(outage, 0.99),
          'outage max': at(outage, 1),
          'back p50': at(back, 0.5),
          'back p99': at(back, 0.99),
          'back max': at(back, 1),
          ...(end.length && { 'SIGTERM max': at(end, 1) }),
        },
      ];
    }),
  );
}
