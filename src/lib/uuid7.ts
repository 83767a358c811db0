import { randomBytes } from 'node:crypto';

const COUNTER_BITS = 12n;

/** Time and counter of the newest id, as one number. */
let last = 0n;

/**
 * A version 7 UUID. It begins with its time, so ids sort by creation. The ids of this process always increase, even
 * when the clock goes back and within one millisecond.
 *
 * @param ms its time, in milliseconds of Unix time
 */
export function uuid7(ms: number = Date.now()): string {
  const now = BigInt(ms) << COUNTER_BITS;
  last = now > last ? now : last + 1n;
  const head = last.toString(16).padStart(15, '0');
  const random = randomBytes(8);
  // RFC 9562 fixes the positions of version and variant.
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = random.toString('hex');
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12)}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}
