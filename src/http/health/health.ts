import express, { type Router } from 'express';
import { domainErrorOf } from '../../db/constraints.ts';
import type { StandbyReport } from '../../db/read-servers/read-servers.ts';
import { withTimeout } from '../../lib/with-timeout.ts';

/** Additional numbers, such as failed jobs; they never affect the result. */
type Details = Record<string, number>;

/** Checks one dependency; resolves with its details when it is available, rejects with its error. */
export type Probe = () => Promise<Details>;

const PROBE_MS = 2_000;

/** States of a dependency that responds but does not serve, by error code. */
const STATES: Readonly<Record<string, string>> = {
  DATABASE_FULL: 'full',
  DATABASE_READ_ONLY: 'read-only',
  DATABASE_BUSY: 'overloaded',
  NOT_MIGRATED: 'pending',
};

interface Check {
  name: string;
  state: string;
  /** One sentence about the problem, the same as in responses to requests that need the dependency. */
  message?: string;
  details: Details;
}

async function check(name: string, probe: Probe): Promise<Check> {
  try {
    return { name, state: 'ok', details: await withTimeout(PROBE_MS, name, probe()) };
  } catch (error) {
    const known = domainErrorOf(error);
    const message = known?.message ?? `The ${name} cannot be reached right now. Please try again.`;
    return { name, state: STATES[known?.code ?? ''] ?? 'unreachable', message, details: {} };
  }
}

/** How long a result is kept, so that callers cannot make the process probe more often. */
const KEPT_MS = 1_000;

/** Runs all probes at most once in `KEPT_MS`; callers in between, and while they run, share the result. */
function shared(probes: Record<string, Probe>, now: () => number): () => Promise<Check[]> {
  let latest: Promise<Check[]> | undefined;
  let expires = Number.POSITIVE_INFINITY;
  return () => {
    if (latest && now() < expires) return latest;
    const started = now();
    expires = Number.POSITIVE_INFINITY;
    latest = Promise.all(Object.entries(probes).map(([name, probe]) => check(name, probe))).finally(() => {
      expires = started + KEPT_MS;
    });
    return latest;
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: all dependencies are available; otherwise 503 with the failed ones and
 * a sentence about each. While closing, it is not ready. Standbys are listed with their states: without them the primary
 * answers.
 *
 * @param now monotonic time in milliseconds
 */
export function healthRouter(
  probes: Record<string, Probe>,
  closing: () => boolean,
  standbys: () => Promise<readonly StandbyReport[]> = async () => [],
  now: () => number = () => performance.now(),
): Router {
  const checkAll = shared(probes, now);
  const health = express.Router();
  health.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  health.get('/healthz', (_request, response) => response.json({ status: 'alive' }));
  health.get('/readyz', async (_request, response) => {
    const [checks, known] = await Promise.all([checkAll(), standbys()]);
    const failed = checks.find(({ state }) => state !== 'ok');
    const ready = !closing() && !failed;
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : closing() ? 'closing' : 'not ready',
      ...(failed && { message: failed.message }),
      checks: Object.fromEntries(checks.map(({ name, state }) => [name, state])),
      ...(known.length > 0 && {
        standbys: Object.fromEntries(known.map(({ name, state }) => [name, state])),
      }),
      ...Object.assign({}, ...checks.map(({ details }) => details)),
    });
  });
  return health;
}
