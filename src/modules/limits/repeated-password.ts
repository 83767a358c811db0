import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LIMITS } from '../../contract/shared/limits.ts';

const { accounts, minutes } = LIMITS.repeatedPassword;
const KEPT = 5_000;

/** Recognises that one wrong password is tried for many accounts. Keeps only keyed hashes, in the memory of the process. */
export class RepeatedPassword {
  readonly #secret: Buffer;
  readonly #tried = new LRUCache<string, Set<string>>({ max: KEPT, ttl: minutes * 60_000 });

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** Notes a wrong password for a typed name. True when it reaches the number of names that is an alarm. */
  failed(password: string, typed: string): boolean {
    const key = this.#hash(password);
    const names = this.#tried.get(key) ?? new Set<string>();
    const before = names.size;
    if (before < accounts) names.add(this.#hash(typed));
    if (before === 0) this.#tried.set(key, names);
    return before < accounts && names.size === accounts;
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#secret).update(`tried:${text}`).digest('base64url');
  }
}
