import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PROGRAMS } from '../../src/testing/processes/programs.ts';

/** What a watched server reports since the last report. */
export interface Watched {
  /** The longest time in which the event loop did nothing else, in milliseconds. */
  longestBlock: number;
  cpuMs: number;
  /** After a garbage collection, in bytes. */
  memory: { rss: number; heapUsed: number; external: number };
}

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let cpu = process.cpuUsage();

process.on('message', () => {
  const { user, system } = process.cpuUsage(cpu);
  const longestBlock = delays.max / 1e6;
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const report: Watched = {
    longestBlock,
    cpuMs: (user + system) / 1_000,
    memory: { rss, heapUsed, external },
  };
  process.send?.(report);
  // The collection above must not count.
  setTimeout(() => {
    delays.reset();
    cpu = process.cpuUsage();
  }, 50);
});

// The product, as `npm start` starts it.
await import(PROGRAMS.web);
