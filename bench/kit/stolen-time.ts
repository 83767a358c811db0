import { readFileSync } from 'node:fs';

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
