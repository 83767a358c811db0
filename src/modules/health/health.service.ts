import { HEALTH_PARTS, type Health, type HealthPart } from '../../contract/admin/admin.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { databaseHealth, diskHealth, type HealthDeps, mailHealth, queueHealth } from './health.probes.ts';

/** How long one part may take to say how it is. */
const PROBE_MS = 3_000;

const PROBES: Record<HealthPart, (scope: HealthDeps) => Promise<Omit<Health, 'part'>>> = {
  database: databaseHealth,
  queue: queueHealth,
  mail: mailHealth,
  disk: diskHealth,
};

/** What to look at when a part does not even answer. */
const DEAD: Record<HealthPart, (scope: HealthDeps) => string> = {
  database: () => 'The database does not answer. See whether it runs, and what DATABASE_URL says.',
  queue: ({ config }) =>
    config.redisUrl
      ? 'The job queue does not answer. See whether Redis runs, and what REDIS_URL says.'
      : 'The job queue does not answer. It lives in the database: see whether that runs.',
  mail: () => 'How the mail is cannot be said, as the database does not answer.',
  disk: () => 'The data folder cannot be read. See what DATA_DIR says, and who may read it.',
};

/** One line for each part that the site needs: how it is, or what to do. */
export class HealthService {
  readonly #deps: HealthDeps;

  constructor(deps: HealthDeps) {
    this.#deps = deps;
  }

  /** Never fails: a part that does not answer within 3 s is said to be dead. */
  report(): Promise<Health[]> {
    return Promise.all(HEALTH_PARTS.map((part) => this.#look(part)));
  }

  async #look(part: HealthPart): Promise<Health> {
    const scope = this.#deps;
    try {
      return { part, ...(await withTimeout(PROBE_MS, part, PROBES[part](scope))) };
    } catch (error) {
      scope.logger.warn({ err: error, part }, 'a part of the site does not answer');
      return { part, ok: false, says: DEAD[part](scope) };
    }
  }
}
