/**
 * The two-sided p-value of the sign test: how likely a fair coin, thrown `more + less` times, is to fall at least this
 * unevenly. Exact, for any number that fits the memory of a table.
 */
export function signTest(more: number, less: number): number {
  const throws = more + less;
  let term = -throws * Math.LN2;
  let tail = 0;
  for (let few = 0; few <= Math.min(more, less); few += 1) {
    tail += Math.exp(term);
    term += Math.log((throws - few) / (few + 1));
  }
  return Math.min(1, 2 * tail);
}

/** A test with its p-value and the number of throws that decided it. */
interface Tried {
  p: number;
  throws: number;
}

/** The smallest p-value that this many throws can give. */
const smallest = (throws: number): number => signTest(throws, 0);

/**
 * The tests that pass at a level that holds for all of them together: with no real difference anywhere, any passes with
 * at most that probability (Holm's correction). Tests with too few throws to pass, however they fall, cannot pass and do
 * not count as tried; that depends on the number of throws only, so it favours no result.
 */
export function passing<Test extends Tried>(tests: readonly Test[], level: number): ReadonlySet<Test> {
  const able = tests.filter(({ throws }) => smallest(throws) <= level / tests.length);
  const surest = able.toSorted((a, b) => a.p - b.p);
  const failed = surest.findIndex(({ p }, place) => p > level / (surest.length - place));
  return new Set(failed === -1 ? surest : surest.slice(0, failed));
}
