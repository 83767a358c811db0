import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../modules/demo/random.ts';
import type { SiteStandby } from './site.ts';

const PAUSE_MS = { min: 50, max: 400 };

type Trouble = (standby: SiteStandby, random: Random) => Promise<void>;

/** Failures of a standby that are over when the promise resolves. */
export const SHORT_TROUBLES: readonly Trouble[] = [
  // It falls behind and catches up.
  async ({ run }, random) => {
    await run('select pg_wal_replay_pause()');
    await sleep(random.below(600));
    await run('select pg_wal_replay_resume()');
  },
  async ({ reads }) => reads.cut(),
  async ({ reads }, random) => {
    await reads.refuse();
    await sleep(random.below(600));
    await reads.heal();
  },
];

/** Also those after which a standby needs seconds to follow the primary again. */
export const ALL_TROUBLES: readonly Trouble[] = [
  ...SHORT_TROUBLES,
  async ({ replication }) => replication.cut(),
  async ({ replication }, random) => {
    replication.blackHole();
    await sleep(random.below(600));
    await replication.heal();
  },
  async ({ reads }, random) => {
    reads.blackHole();
    await sleep(random.below(1_500));
    await reads.heal();
  },
  // A crash: it comes back at an earlier point than it has shown, and catches up.
  async ({ server }) => {
    await server.kill();
    await server.start();
  },
];

/** Troubles standbys one after the other until the signal aborts. @returns the number of troubles */
export async function trouble(
  standbys: readonly SiteStandby[],
  troubles: readonly Trouble[],
  seed: number,
  signal: AbortSignal,
): Promise<number> {
  const random = new Random(seed);
  let count = 0;
  while (!signal.aborted) {
    const standby = random.pick(standbys);
    await random.pick(troubles)(standby, random);
    count += 1;
    await sleep(PAUSE_MS.min + random.below(PAUSE_MS.max - PAUSE_MS.min));
  }
  return count;
}
