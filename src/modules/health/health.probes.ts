import { statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Health } from '../../contract/admin/admin.ts';
import { formatDate } from '../../contract/shared/dates.ts';
import { queueReport } from '../../queue/queue-report.ts';
import type { RequestScope } from '../scope.ts';

type Finding = Omit<Health, 'part'>;

const fine = (says: string): Finding => ({ ok: true, says });
const wrong = (says: string): Finding => ({ ok: false, says });

/** A database that takes longer for nothing has too much to do. */
const SLOW_MS = 500;
/** Jobs that nobody has taken up for as long wait in vain. */
const WAITING_S = 60;
const CONNECT_MS = 2_000;
const GB = 1024 ** 3;
/** What the probes reach besides the scope. */
export interface HealthDeps extends RequestScope {
  orm: MikroORM;
}

/** Free space below this is said; below it, a busy log and a backup fill the disk within days. */
const LITTLE_SPACE = GB;

const size = (bytes: number): string =>
  bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
const counted = (number: number, one: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : `${one}s`}`;

export async function databaseHealth({ em }: RequestScope): Promise<Finding> {
  const started = performance.now();
  const { rows } = await sql<{ version: string; bytes: string }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`.execute(em.getKysely());
  const ms = Math.round(performance.now() - started);
  const [row] = rows;
  const version = row?.version.split(' ')[0] ?? '';
  if (ms > SLOW_MS)
    return wrong(
      `PostgreSQL ${version} answers only after ${ms} ms. The log's category database has slow statements.`,
    );
  return fine(`PostgreSQL ${version} answers in ${ms} ms and holds ${size(Number(row?.bytes ?? 0))}.`);
}

/** Jobs that no relay has handed over, and since when. */
async function leftBehind({ em }: RequestScope): Promise<{ jobs: number; since: string | null }> {
  const { rows } = await sql<{ jobs: number; since: string | null }>`
    select count(*)::int as jobs, min(created_at) as since from outbox
    where relayed_at is null and created_at < now() - make_interval(secs => ${WAITING_S})`.execute(
    em.getKysely(),
  );
  return rows[0] ?? { jobs: 0, since: null };
}

const reportOf = ({ config, orm, logger }: HealthDeps) =>
  queueReport({
    redisUrl: config.redisUrl,
    databaseUrl: orm.config.get('clientUrl') ?? '',
    // What it has to say is the line that is made of it.
    logger: logger.child({}, { level: 'silent' }),
  });

export async function queueHealth(scope: HealthDeps): Promise<Finding> {
  const { jobs, since } = await leftBehind(scope);
  const { counts } = await reportOf(scope);
  if (jobs > 0 && since)
    return wrong(
      `${counted(jobs, 'job')} waiting since ${formatDate(since)}, and nobody does any. Start a worker: npm run worker`,
    );
  if (counts.failed > 0)
    return wrong(`${counted(counts.failed, 'job')} failed for good. See why: npm run cli -- jobs status`);
  const waiting = counts.waiting + counts.delayed;
  return fine(
    waiting === 0 ? 'No job waits, none has failed.' : `${counted(waiting, 'job')} to do, none has failed.`,
  );
}

/** Whether a mail server takes connections at all. */
function reachable(url: URL): Promise<boolean> {
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587);
  const socket = connect({ host: url.hostname, port, timeout: CONNECT_MS });
  return new Promise((resolve) => {
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** The last mail that went out, and how many were tried in vain since then. */
async function deliveries({
  em,
  clock,
}: RequestScope): Promise<{ sent: string | null; unsent: number; tried: string | null }> {
  const before = new Date(clock.now().getTime() - WAITING_S * 1_000);
  const { rows } = await sql<{ sent: string | null; unsent: number; tried: string | null }>`
    with last as (select max(sent_at) as sent from email_delivery)
    select last.sent, count(job_id)::int as unsent, max(created) as tried
    from last left join email_delivery on sent_at is null and attempts > 0 and created < ${before}
      and created > coalesce(last.sent, '-infinity')
    group by last.sent`.execute(em.getKysely());
  return rows[0] ?? { sent: null, unsent: 0, tried: null };
}

export async function mailHealth(scope: RequestScope): Promise<Finding> {
  const { smtpUrl } = scope.config;
  const { sent, unsent, tried } = await deliveries(scope);
  const last = sent ? `the last one did on ${formatDate(sent)}` : 'none has so far';
  if (unsent > 0 && tried)
    return wrong(
      `${counted(unsent, 'mail')} could not be sent, the newest of ${formatDate(tried)}; ${last}. See why: npm run cli -- jobs status`,
    );
  if (!smtpUrl) return fine('Mails are written to the folder mail of DATA_DIR, as SMTP_URL is not set.');
  const url = new URL(smtpUrl);
  if (!(await reachable(url)))
    return wrong(
      `The mail server ${url.hostname} does not answer. See whether it runs, and what SMTP_URL says.`,
    );
  return fine(`Mails go out by ${url.hostname}; ${last}.`);
}

export async function diskHealth({ config }: RequestScope): Promise<Finding> {
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  if (free < LITTLE_SPACE)
    return wrong(
      `Only ${size(free)} are free in DATA_DIR. Remove old backups and logs, or give it more space.`,
    );
  return fine(`${size(free)} are free in DATA_DIR.`);
}
