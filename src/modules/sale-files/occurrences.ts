/** Digits of the hash that tell lines apart here; two of the same digits only get a higher number. */
const DIGITS = 12;
/** A Map holds some 16 million entries; this many hold a billion. */
const SHARDS = 64;

/** Counts how often each line came, in some 50 bytes a line, so that files of any size can be read. */
export class Occurrences {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<number, number>());

  /** Which time this is, 1 at first, that the hash (in hexadecimal) comes. */
  next(hash: string): number {
    const key = Number.parseInt(hash.slice(0, DIGITS), 16);
    const shard = this.#shards[key % SHARDS];
    const times = (shard?.get(key) ?? 0) + 1;
    shard?.set(key, times);
    return times;
  }
}
