/** Hexadecimal digits of the hash used as the key. A collision only increases a line's number. */
const DIGITS = 12;
/** A Map holds about 16 million entries, so this many hold a billion. */
const SHARDS = 64;

/** Counts how often each line occurs, in about 50 bytes per line, so that files of any size can be read. */
export class Occurrences {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<number, number>());

  /** Counts an occurrence of the hash (in hexadecimal). @returns its number, starting at 1 */
  next(hash: string): number {
    const key = Number.parseInt(hash.slice(0, DIGITS), 16);
    const shard = this.#shards[key % SHARDS];
    const times = (shard?.get(key) ?? 0) + 1;
    shard?.set(key, times);
    return times;
  }
}
