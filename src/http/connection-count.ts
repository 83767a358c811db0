import { networkOf } from '../lib/client-address.ts';

/** Counts open connections, or requests in progress, by network. */
export class ConnectionCount {
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  /** @param limit on the connections of one network */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param surplus how many connections above the limit are allowed */
  isFull(ip: string | null, surplus = 0): boolean {
    return (this.#open.get(networkOf(ip)) ?? 0) >= this.#limit + surplus;
  }

  /** Counts one connection; returns a function that releases it. */
  enter(ip: string | null): () => void {
    const network = networkOf(ip);
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(network) ?? 1) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    };
  }
}
