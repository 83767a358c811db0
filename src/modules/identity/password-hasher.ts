import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';

export interface HashParameters {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane (docs/security.md "Decided"). */
const PARAMETERS: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const ARGON2ID = 2 satisfies Algorithm.Argon2id;

/** Hashes beyond what runs wait here; what is over that is refused. */
const QUEUE = 64;

const busy = () =>
  new DomainError('rate_limited', 'BUSY', 'Too many people are signing in right now. Please try again.', {
    retryAfter: 1,
  });

/**
 * Hashes and checks passwords outside the event loop, at most half the cores at once, so that a flood of
 * sign-ins leaves the rest of the site alone.
 */
export class PasswordHasher {
  readonly #slots = new Semaphore(Math.max(1, Math.floor(availableParallelism() / 2)), QUEUE, busy);
  readonly #parameters: HashParameters;
  readonly #dummy: Promise<string>;

  constructor(parameters = PARAMETERS) {
    this.#parameters = parameters;
    this.#dummy = this.hash('no account has this password');
  }

  /** The password as an argon2id hash in PHC form. */
  hash(password: string): Promise<string> {
    return this.#slots.run(() => hash(password, { algorithm: ARGON2ID, ...this.#parameters }));
  }

  /** Whether a hash was made with weaker parameters than those in force. */
  needsRehash(passwordHash: string): boolean {
    const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? [];
    const { memoryCost, timeCost, parallelism } = this.#parameters;
    return !(Number(memory) >= memoryCost && Number(time) >= timeCost && Number(lanes) >= parallelism);
  }

  /**
   * True when the password is the hash's. With `undefined`, for an account that does not exist, it takes as
   * long and is false, so that the time tells nothing.
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const known = passwordHash ?? (await this.#dummy);
    const matches = await this.#slots.run(() => verify(known, password));
    return matches && passwordHash !== undefined;
  }
}
