import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { addMs, formatDate, formatMoment } from '../../contract/shared/dates.ts';
import { andList } from '../../contract/shared/lists.ts';
import { counted } from '../../contract/shared/plural.ts';
import type { DatabaseUrls } from '../../db/connecting/app-user.ts';
import { serverInfo } from '../../db/inspect.ts';
import { query } from '../../db/query.ts';
import { inTime } from '../../lib/with-timeout.ts';
import { type QueueReport, queueReport } from '../../queue/backend.ts';
import { SCHEDULED_JOBS } from '../../queue/definitions.ts';
import { MAX_DEFERRAL_MS } from '../../queue/job-handler.ts';
import type { RequestScope } from '../scope.ts';
import {
  type DiscordStatusReader,
  type Finding,
  healthy,
  type LegalNoticeReader,
  NO_MAIL_SERVER,
  unhealthy,
  warning,
} from './setup.probes.ts';

/** A trivial query that takes longer than this means that the database is overloaded. */
const SLOW_MS = 500;
/** Jobs that no relay has picked up for this long will not be picked up at all. */
const WAITING_S = 60;
const CONNECT_MS = 2_000;
/** What a probe has left after that. */
const UNSENT_MS = 800;
const GB = 1024 ** 3;

export interface HealthDeps extends RequestScope, LegalNoticeReader, DiscordStatusReader {
  database: DatabaseUrls;
}

/** With less free space than this, a busy log and a backup fill the disk within days. */
const LITTLE_SPACE = GB;

const size = (bytes: number): string =>
  bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;

export async function databaseHealth({ em }: RequestScope): Promise<Finding> {
  const started = performance.now();
  const { version: full, bytes } = await serverInfo(em);
  const ms = Math.round(performance.now() - started);
  const [version] = full.split(' ');
  if (ms > SLOW_MS)
    return unhealthy(
      `PostgreSQL ${version} took ${ms} ms to answer. See the log category database for slow statements.`,
    );
  return healthy(`PostgreSQL ${version} answers in ${ms} ms. Database size: ${size(bytes)}.`);
}

/** The number of jobs that no relay has picked up, and the time of the oldest. */
async function unrelayed({ em }: RequestScope): Promise<{ jobs: number; since: string | null }> {
  const [row] = await query(em)<{ jobs: number; since: string | null }>`
    select count(*)::int as jobs, min(created_at) as since from outbox
    where relayed_at is null and created_at < now() - make_interval(secs => ${WAITING_S})`;
  return row ?? { jobs: 0, since: null };
}

const readQueue = ({ config, database, logger }: HealthDeps): Promise<QueueReport> =>
  queueReport({
    redisUrl: config.redisUrl,
    databaseUrl: database.url,
    // Errors are reported in the health line instead.
    logger: logger.child({}, { level: 'silent' }),
  });

export async function queueHealth(scope: HealthDeps): Promise<Finding> {
  const { jobs, since } = await unrelayed(scope);
  const { counts, hanging, late_schedules } = await readQueue(scope);
  if (jobs > 0 && since)
    return unhealthy(
      `${counted(jobs, 'job')} waiting since ${formatDate(since)}: no worker is running (start one: npm run worker), the queue refuses writes, or only a newer version knows the jobs.`,
    );
  if (counts.failed > 0)
    return unhealthy(
      `${counted(counts.failed, 'job')} failed permanently. For details run: npm run cli -- jobs status`,
    );
  if (hanging.length > 0)
    return warning(
      `${andList(hanging)} ${hanging.length > 1 ? 'have' : 'has'} not ended in time: a worker hangs. Restart it; what it left unfinished then runs again.`,
    );
  if (late_schedules.length > 0)
    return warning(
      `${andList(late_schedules)} ${late_schedules.length > 1 ? 'have' : 'has'} not run on time: no worker is running (start one: npm run worker), it hangs, or its clock was wrong.`,
    );
  const waiting = counts.waiting + Math.max(0, counts.delayed - SCHEDULED_JOBS);
  return healthy(
    waiting === 0 ? 'No jobs waiting or failed.' : `${counted(waiting, 'job')} waiting, none failed.`,
  );
}

/** Whether the mail server accepts TCP connections. */
async function isReachable(url: URL): Promise<boolean> {
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587);
  // `URL.hostname` keeps the brackets of IPv6 addresses.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

interface Deliveries {
  /** The time of the last email sent. */
  sent: string | null;
  /** The first attempt since then that failed. */
  since: string | null;
  /** The number and newest time of emails that failed since then. */
  failed: number;
  tried: string | null;
}

async function deliveries({ em, clock }: RequestScope): Promise<Deliveries> {
  const before = addMs(clock.now(), -WAITING_S * 1_000);
  const [row] = await query(em)<Deliveries>`
    with last as (select max(sent_at) as sent from email_delivery)
    select last.sent, min(created) as since, count(*) filter (where created < ${before})::int as failed,
      max(created) filter (where created < ${before}) as tried
    from last left join email_delivery on sent_at is null and attempts > 0
      and created > coalesce(last.sent, '-infinity')
    group by last.sent`;
  return row ?? { sent: null, since: null, failed: 0, tried: null };
}

/** Such as `2 emails waiting since 1 Mar 2026, 12:00 UTC`; null when the queue has none, or does not say so in time. */
async function waitingMails(scope: HealthDeps, since: string | null): Promise<string | null> {
  const queue = await inTime(UNSENT_MS, readQueue(scope)).catch(() => null);
  if (!queue?.unsent_mails) return null;
  return `${counted(queue.unsent_mails, 'email')} waiting${since ? ` since ${formatMoment(since)}` : ''}`;
}

/** Whether emails that were tried wait in the queue, also while others are sent. */
export async function unsentHealth(scope: HealthDeps): Promise<Finding> {
  const { unsent_mails, failed } = await readQueue(scope);
  const now = scope.clock.now();
  const [row] = await query(scope.em)<{ since: string | null }>`
    select min(created) as since from email_delivery
    where sent_at is null and attempts > 0 and job_id <> all(${failed.map(({ id }) => id)}::text[])
      and created between ${addMs(now, -MAX_DEFERRAL_MS)} and ${addMs(now, -WAITING_S * 1_000)}`;
  if (unsent_mails === 0 || !row?.since) return healthy('No emails wait for a mail host');
  return warning(
    `${counted(unsent_mails, 'email')} waiting since ${formatMoment(row.since)}: the host of a recipient does not respond, or the mail server defers them. The log has the reason (job waits, job failed and will be retried).`,
  );
}

export async function mailHealth(scope: HealthDeps): Promise<Finding> {
  const { smtpUrl } = scope.config;
  const { sent, since, failed, tried } = await deliveries(scope);
  const last = sent ? `the last one was sent on ${formatDate(sent)}` : 'none has been sent so far';
  const url = smtpUrl ? new URL(smtpUrl) : null;
  const reached = url && (await isReachable(url));
  const waiting = failed > 0 || reached === false ? await waitingMails(scope, since) : null;
  if (url && !reached)
    return unhealthy(
      `The mail server ${url.hostname} does not respond${waiting ? `; ${waiting}` : ''}. Check that it is running and that SMTP_URL is correct.`,
    );
  if (failed > 0 && tried) {
    const unsent = `${counted(failed, 'email')} could not be sent, the newest from ${formatDate(tried)}`;
    return unhealthy(`${waiting ?? unsent}; ${last}. For the reason run: npm run cli -- doctor`);
  }
  if (!url) return NO_MAIL_SERVER;
  const unsent = await inTime(UNSENT_MS, unsentHealth(scope)).catch(() => null);
  return unsent?.status === 'warning' ? unsent : healthy(`Emails are sent through ${url.hostname}; ${last}.`);
}

export async function diskHealth({ config }: RequestScope): Promise<Finding> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  if (free < LITTLE_SPACE)
    return unhealthy(
      `Only ${size(free)} are free in DATA_DIR. Remove old backups and logs, or add disk space.`,
    );
  return healthy(`${size(free)} are free in DATA_DIR.`);
}
