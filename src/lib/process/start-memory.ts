import { executionAsyncResource } from 'node:async_hooks';
import { flushCompileCache } from 'node:module';
import { garbageCollector } from './garbage-collector.ts';

const kept: object[] = [];

/**
 * Keeps one entry of Node's queue of `nextTick`. A collection that saves memory, like the one below and those of an idle
 * process, also removes V8's description of objects of which none exists. After that, each `nextTick` took six times as long,
 * and there are about seven in a request.
 */
function keepTickShape(): void {
  // Until then, the entry is in the queue.
  process.nextTick(() => kept.push(executionAsyncResource()));
}

/**
 * Returns memory to the system that only the start has used: texts of modules and what was built from them. V8 would keep
 * it, a quarter of the process, as long as there is no other use for it.
 */
export function releaseStartMemory(): void {
  flushCompileCache();
  const collect = garbageCollector();
  keepTickShape();
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
