import { HEALTH_PARTS, type Health, type HealthPart } from '../../contract/admin/admin.ts';
import { DomainError } from '../../lib/errors.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { Service } from '../service.ts';
import {
  databaseHealth,
  diskHealth,
  type HealthDeps,
  mailHealth,
  queueHealth,
  unsentHealth,
} from './health.probes.ts';
import {
  addressHealth,
  discordHealth,
  type Finding,
  legalHealth,
  proxyHealth,
  unhealthy,
} from './setup.probes.ts';

const PROBE_MS = 3_000;

const PROBES: Record<HealthPart, (scope: HealthDeps) => Promise<Finding>> = {
  database: databaseHealth,
  queue: queueHealth,
  mail: mailHealth,
  disk: diskHealth,
  address: async ({ config, em }) => {
    const address = addressHealth(config);
    const proxy = address.status === 'ok' ? await proxyHealth(em).catch(() => address) : address;
    return proxy.status === 'ok' ? address : proxy;
  },
  legal: legalHealth,
  discord: discordHealth,
};

/** What to check when the probe of a part fails. */
const UNREACHABLE: Record<HealthPart, (scope: HealthDeps) => string> = {
  database: () => 'The database does not respond. Check that it is running and that DATABASE_URL is correct.',
  queue: ({ config }) =>
    config.redisUrl
      ? 'The job queue does not respond. Check that Redis is running and that REDIS_URL is correct.'
      : 'The job queue does not respond. It is stored in the database: check that the database is running.',
  mail: () => 'The state of mail delivery is unknown, as the database does not respond.',
  disk: () => 'The data folder cannot be read. Check that DATA_DIR is correct, and its permissions.',
  address: () => 'PUBLIC_URL cannot be checked. Set it to an address such as https://market.example.',
  legal: () => 'The legal notice cannot be read, as the database does not respond.',
  discord: () =>
    'The state of announcements and commands at Discord is unknown, as the database does not respond.',
};

/** One line for each part that the site depends on: its state, or what to do about it. */
export class HealthService extends Service<HealthDeps> {
  /** All parts, or these. Never fails: a part whose probe fails or takes more than 3 s is reported as unreachable. */
  report(parts: readonly HealthPart[] = HEALTH_PARTS): Promise<Health[]> {
    return Promise.all(parts.map((part) => this.#check(part)));
  }

  /** Whether emails wait for a host that does not respond. @throws Error when the queue or the database does not respond */
  unsent(): Promise<Finding> {
    return withTimeout(PROBE_MS, 'the queue of emails', unsentHealth(this.deps));
  }

  async #check(part: HealthPart): Promise<Health> {
    const scope = this.deps;
    try {
      return { part, ...(await withTimeout(PROBE_MS, part, PROBES[part](scope))) };
    } catch (error) {
      scope.logger.warn({ err: error, part }, 'health probe failed');
      // Such as a setting that cannot be decrypted.
      const known = error instanceof DomainError ? error.message : UNREACHABLE[part](scope);
      return { part, ...unhealthy(known) };
    }
  }
}
