import express, { type Router } from 'express';

/** One thing the server needs; resolves when it is there, rejects with what is wrong. */
export type Probe = () => Promise<void>;

/** How long a probe may take before it counts as failed. */
const PROBE_MS = 2_000;

const bounded = (probe: Probe): Promise<void> =>
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
      Object.entries(probes).map(async ([name, probe]) => {
        const failed = await bounded(probe).then(
          () => false,
          () => true,
        );
        return [name, failed ? 'unreachable' : 'ok'] as const;
      }),
    );
    const ready = !closing() && checks.every(([, state]) => state === 'ok');
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : closing() ? 'closing' : 'not ready',
      checks: Object.fromEntries(checks),
    });
  });
  return health;
}
