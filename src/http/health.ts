import express, { type Router } from 'express';
import { domainErrorOf } from '../db/constraints.ts';

/** Numbers beside the answer, such as how many jobs have failed; they never make it a bad one. */
export type Details = Record<string, number>;

/** One thing the server needs; resolves with its details when it is there, rejects with what is wrong. */
export type Probe = () => Promise<Details>;

/** How long a probe may take before it counts as failed. */
const PROBE_MS = 2_000;

/** States of what is there and does not serve, by the code of the error. */
const STATES: Readonly<Record<string, string>> = {
  DATABASE_FULL: 'full',
  DATABASE_READ_ONLY: 'read-only',
  MIGRATIONS_PENDING: 'pending',
};

interface Check {
  name: string;
  state: string;
  /** One sentence about what is wrong, the same as requests that need it are answered with. */
  message?: string;
  details: Details;
}

const bounded = (probe: Probe): Promise<Details> =>
  Promise.race([
    probe(),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no answer')), PROBE_MS).unref();
    }),
  ]);

async function check(name: string, probe: Probe): Promise<Check> {
  try {
    return { name, state: 'ok', details: await bounded(probe) };
  } catch (error) {
    const known = domainErrorOf(error);
    const message = known?.message ?? `The ${name} cannot be reached right now. Please try again.`;
    return { name, state: STATES[known?.code ?? ''] ?? 'unreachable', message, details: {} };
  }
}

/** Runs all probes; callers that come meanwhile share the result. */
function shared(probes: Record<string, Probe>): () => Promise<Check[]> {
  let running: Promise<Check[]> | undefined;
  return () => {
    running ??= Promise.all(Object.entries(probes).map(([name, probe]) => check(name, probe))).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * `/healthz`: the process lives. `/readyz`: everything it needs serves; otherwise 503, which of it does not and one
 * sentence why. While closing, it is not ready.
 */
export function healthRouter(probes: Record<string, Probe>, closing: () => boolean): Router {
  const checkAll = shared(probes);
  const health = express.Router();
  health.get('/healthz', (_request, response) => response.json({ status: 'alive' }));
  health.get('/readyz', async (_request, response) => {
    const checks = await checkAll();
    const failed = checks.find(({ state }) => state !== 'ok');
    const ready = !closing() && !failed;
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : closing() ? 'closing' : 'not ready',
      ...(failed && { message: failed.message }),
      checks: Object.fromEntries(checks.map(({ name, state }) => [name, state])),
      ...Object.assign({}, ...checks.map(({ details }) => details)),
    });
  });
  return health;
}
