import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc. */
const TICKS = 100;

/** CPU seconds of the running processes of a PostgreSQL server; Linux only. @param pid of its first process */
export function postgresCpuSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      if (Number(name) === pid || Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // It has ended.
    }
  }
  return ticks / TICKS;
}
