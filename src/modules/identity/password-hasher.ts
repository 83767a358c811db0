import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { networkOf } from '../../lib/client-address.ts';
import { DomainError } from '../../lib/errors.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { requestContext } from '../../lib/process/request-context.ts';

interface HashParameters {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane (docs/security.md "Decided"). */
const PARAMETERS: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const ARGON2ID = 2 satisfies Algorithm.Argon2id;

const WIDTH = Math.max(1, Math.floor(availableParallelism() / 2));
/** The most of these for one address or account: half, so that it never has all of several. */
const QUEUE = { width: WIDTH, perKey: Math.ceil(WIDTH / 2), waiting: 64, waitMs: 5_000 };

const busy = () =>
  new DomainError('rate_limited', 'BUSY', 'Too many logins at the moment. Please try again.', {
    retryAfter: 1,
  });

/** The address that the current call comes from; none at the command line. */
function callerKeys(): string[] {
  const ip = requestContext()?.ip;
  return ip ? [networkOf(ip)] : [];
}

/**
 * Hashes and verifies passwords outside the event loop, on at most half of the cores, so that a flood of sign-ins
 * does not slow down the rest of the site. Addresses and accounts take turns, so that it does not slow down the sign-ins
 * of others either.
 */
export class PasswordHasher {
  readonly #queue = new FairQueue(QUEUE, busy);
  readonly #parameters: HashParameters;
  readonly #dummy: Promise<string>;

  constructor(parameters = PARAMETERS) {
    this.#parameters = parameters;
    this.#dummy = this.hash('no account has this password');
  }

  hash(password: string): Promise<string> {
    return this.#queue.run(callerKeys(), () => hash(password, { algorithm: ARGON2ID, ...this.#parameters }));
  }

  /** Whether a hash was made with weaker parameters than the current ones. */
  needsRehash(passwordHash: string): boolean {
    const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? [];
    const { memoryCost, timeCost, parallelism } = this.#parameters;
    return !(Number(memory) >= memoryCost && Number(time) >= timeCost && Number(lanes) >= parallelism);
  }

  /**
   * Whether the password matches the hash. `undefined`, for an unknown account, takes the same time and gives false,
   * so that the response time does not reveal whether the account exists.
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const known = passwordHash ?? (await this.#dummy);
    // Salted, so it identifies the account.
    const keys = passwordHash === undefined ? callerKeys() : [...callerKeys(), passwordHash];
    const matches = await this.#queue.run(keys, () => verify(known, password));
    return matches && passwordHash !== undefined;
  }

  /**
   * As `verify`, for an account that is read again after its password was verified, now locked. Another hash is verified again:
   * a parallel sign-in may have renewed its parameters only.
   *
   * @param verified the hash that the password matches
   */
  async stillMatches(passwordHash: string, password: string, verified: string | null): Promise<boolean> {
    return passwordHash === verified || this.verify(passwordHash, password);
  }
}
