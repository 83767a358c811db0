import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../src/modules/demo/random.ts';
import { quantile } from '../kit/figures.ts';
import type { RetryingClient } from './client.ts';
import type { Load, LoadAccount } from './load.ts';

const ATTEMPT_MS = 1_000;
const PACE_MS = 25;
/** A service that has not recovered by then counts as hanging. */
const RECOVERY_MS = 30_000;

export interface Outage {
  /** The longest time without a successful call of one kind, from the start of the fault. */
  outageMs: number;
  /** From the end of the fault to the first success of every kind of call that started after it. */
  backMs: number;
  /** The reason of the last failed call before recovery. */
  reason: string | null;
}

/** Makes one call; null on success, otherwise the reason of the failure. */
type Probe = () => Promise<string | null>;

/** Calls that cover every class of connections: uncached public reads, reads through the ORM, and writes. */
export function probesOf(client: RetryingClient, load: Load, account: LoadAccount, random: Random): Probe[] {
  let reads = 0;
  const probe =
    (name: string, work: () => Promise<boolean>): Probe =>
    async () =>
      (await work()) ? null : `${name}: ${client.lastFailure}`;
  const read = (path: string, token?: string) => async () => {
    reads += 1;
    const call = { path: path.replace('?', `?min_price=${reads}&`), ...(token !== undefined && { token }) };
    return (await client.try(call, ATTEMPT_MS))?.status === 200;
  };
  const sale = load.openSubmission(account, random);
  return [
    probe('a public read', read('/api/items?limit=1')),
    probe('a signed-in read', read('/api/auth/profile', account.token)),
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
      if (end !== undefined && now - end > RECOVERY_MS)
        return { outageMs: Number.POSITIVE_INFINITY, backMs: Number.POSITIVE_INFINITY, reason };
    }
    await delay(PACE_MS);
  }
}

/** Measures how long calls fail during and after a fault, for the kind of call that fails longest. */
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

const roundedQuantile = (values: readonly number[], share: number) => Math.round(quantile(values, share));

/** Count, median, 99th percentile and maximum in milliseconds, by kind of fault. */
export function tableOf(rows: readonly Row[]): Record<string, Record<string, number>> {
  const byLabel = Map.groupBy(rows, ({ label }) => label);
  return Object.fromEntries(
    [...byLabel].toSorted().map(([label, of]) => {
      const outage = of.map(({ outageMs }) => outageMs);
      const back = of.map(({ backMs }) => backMs);
      const end = of.flatMap(({ endMs }) => endMs ?? []);
      return [
        label,
        {
          count: of.length,
          'outage p50': roundedQuantile(outage, 0.5),
          'outage p99': roundedQuantile(outage, 0.99),
          'outage max': roundedQuantile(outage, 1),
          'back p50': roundedQuantile(back, 0.5),
          'back p99': roundedQuantile(back, 0.99),
          'back max': roundedQuantile(back, 1),
          ...(end.length && { 'SIGTERM max': roundedQuantile(end, 1) }),
        },
      ];
    }),
  );
}
