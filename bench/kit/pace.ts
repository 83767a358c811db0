import { parentPort, workerData } from 'node:worker_threads';

/** Sends the index of each call at the time at which it is due, in ms since the epoch. */
const dueTimes: readonly number[] = workerData;

const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
for (const [index, due] of dueTimes.entries()) {
  Atomics.wait(never, 0, 0, Math.max(0, due - performance.timeOrigin - performance.now()));
  parentPort?.postMessage(index);
}
