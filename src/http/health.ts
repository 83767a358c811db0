import express, { type Router } from 'express';

/** Numbers beside the answer, such as how many jobs have failed; they never make it a bad one. */
export type Details = Record<string, number>;

/** One thing the server needs; resolves with its details when it is there, rejects with what is wrong. */
export type Probe = () => Promise<Details>;

/** How long a probe may take before it counts as failed. */
const PROBE_MS = 2_000;

const bounded = (probe: Probe): Promise<Details> =>
  Promise.race([
    probe(),
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no answer')), PROBE_MS).unref();
    }),
  ]);

/**
 * `/healthz`: the process lives. `/readyz`: everything it needs is reachable; otherwise 503 and which is not
 * (API.md "Process"). While closing, it is not ready.
 */
export function healthRouter(probes: Record<string, Probe>, closing: () => boolean): Router {
  const health = express.Router();
  health.get('/healthz', (_request, response) => response.json({ status: 'alive' }));
  health.get('/readyz', async (_request, response) => {
    const checks = await Promise.all(
      Object.entries(probes).map(([name, probe]) =>
        bounded(probe).then(
          (details) => ({ name, state: 'ok', details }),
          () => ({ name, state: 'unreachable', details: {} }),
        ),
      ),
    );
    const ready = !closing() && checks.every(({ state }) => state === 'ok');
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : closing() ? 'closing' : 'not ready',
      checks: Object.fromEntries(checks.map(({ name, state }) => [name, state])),
      ...Object.assign({}, ...checks.map(({ details }) => details)),
    });
  });
  return health;
}
