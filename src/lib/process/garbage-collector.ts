import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Returns the function by which a program can collect its garbage. */
export function garbageCollector(): NodeJS.GCFunction {
  // It can only be called by a function that exists with this flag, and only in contexts made after it is set.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}
