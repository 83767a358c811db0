import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; 100 on current Linux systems. */
const TICKS = 100;

/** The fields of `/proc/<pid>/stat` from the third on: the second is a name that may have spaces. */
const statOf = (pid: number | undefined): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];

const secondsOf = (stat: readonly string[]): number => (Number(stat[11]) + Number(stat[12])) / TICKS;

/** User and system time of a process so far; Linux only. */
export const cpuSeconds = (pid: number | undefined): number => secondsOf(statOf(pid));

/** Resident memory of a process; Linux only. */
export const memoryMegabytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** CPU seconds of the running processes of a PostgreSQL server; Linux only. @param pid of its first process */
export function postgresCpuSeconds(pid: number): number {
  let seconds = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = statOf(Number(name));
      if (Number(name) === pid || Number(stat[1]) === pid) seconds += secondsOf(stat);
    } catch {
      // It has ended.
    }
  }
  return seconds;
}

/** Clock ticks of all processors since the start of the machine: in total, and those that its host gave to others. */
function ticks(): { total: number; stolen: number } {
  const [, ...fields] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number);
  // After the first eight come the times of guests, which the others contain.
  return { total: fields.slice(0, 8).reduce((sum, each) => sum + each, 0), stolen: fields[7] ?? 0 };
}

/**
 * Runs a measurement, and prints how much processor time the host of a virtual machine took from it: above a few percent,
 * its figures say little. Linux only.
 */
export async function withStolenTime<T>(measure: () => Promise<T>): Promise<T> {
  const before = ticks();
  const result = await measure();
  const after = ticks();
  const share = (after.stolen - before.stolen) / (after.total - before.total);
  console.info(`the host took ${(100 * share).toFixed(1)} % of the processor time`);
  return result;
}
