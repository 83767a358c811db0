import type { IncomingHttpHeaders } from 'node:http';
import express, { type Router } from 'express';
import type { StandbyReport } from '../../db/read-servers/read-servers.ts';
import type { Counts } from '../../lib/process/metrics.ts';
import { salesByStatus } from '../../modules/stats/stats.queries.ts';
import type { QueueBackend } from '../../queue/backend.ts';
import { OutboxMessage } from '../../queue/queue.entity.ts';
import type { Runtime } from '../../runtime/runtime.ts';

/** Headers that proxies add. A proxy that adds none cannot be detected: the operator must block this path. */
const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-.*|fly-.*)$/;

export const wasForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDED.test(name));

/** Figures that the server provides in addition to its own measurements. */
interface Figures {
  /** Omitted in processes without a queue connection. */
  queue?: Pick<QueueBackend, 'counts' | 'overdue'> | undefined;
  sockets: () => Counts;
}

/** Adds the gauges of the market and the server to the runtime's metrics. */
export function addFigures(
  { metrics, orm, readServers, columns }: Runtime,
  { queue, sockets }: Figures,
): void {
  metrics.watchProcess();
  metrics.watchFailures(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);
  const em = () => orm.em.fork();
  metrics.gauge('sales', 'Sales that are not deleted', 'status', () => salesByStatus(em()));
  metrics.gauge('outbox', 'Jobs that wait to be handed to the queue', 'state', async () => ({
    waiting: await em().count(OutboxMessage, { relayedAt: null }),
  }));
  if (queue) {
    metrics.gauge('jobs', 'Jobs in the queue', 'state', () => queue.counts());
    metrics.gauge(
      'overdue_jobs',
      'Jobs that do not end, and scheduled ones that are late',
      'state',
      async () => {
        const { hanging, late_schedules } = await queue.overdue();
        return { hanging: hanging.length, late: late_schedules.length };
      },
    );
  }
  const byStandby = async (figure: (standby: StandbyReport) => number) =>
    Object.fromEntries((await readServers.report()).map((standby) => [standby.name, figure(standby)]));
  metrics.gauge('standby_up', 'Whether a standby answers reads', 'standby', () =>
    byStandby(({ state }) => (state === 'ok' ? 1 : 0)),
  );
  metrics.gauge('standby_lag_seconds', 'For how long a standby has lacked a change', 'standby', () =>
    byStandby(({ lagMs }) => lagMs / 1_000),
  );
  metrics.counter('read_queries_total', 'Queries of public reads', 'server', () => readServers.reads());
  metrics.gauge('sales_in_memory', 'Public sales that this process counts itself', 'kind', () =>
    columns.sizes(),
  );
  metrics.gauge('sockets', 'Open sockets', 'kind', sockets);
}

/** `/metrics` (docs/api.md "Process"): only for direct connections of a Prometheus, never through a proxy. */
export function metricsPage({ metrics }: Runtime): Router {
  const router = express.Router();
  router.use((request, _response, next) => (wasForwarded(request.headers) ? next('router') : next()));
  router.get('/metrics', async (_request, response) => {
    const { type, body } = await metrics.text();
    response.setHeader('Cache-Control', 'no-store');
    response.type(type).send(body);
  });
  return router;
}
