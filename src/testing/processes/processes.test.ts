import { Client } from 'pg';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { JOBS } from '../../queue/definitions.ts';
import { makeAccount, PASSWORD } from '../accounts/factories.ts';
import { login } from '../accounts/sign-in.ts';
import { call } from '../clients/rest-client.ts';
import { TestSocket } from '../clients/socket.ts';
import { makeDuplicates } from '../market/duplicates.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { type ReceivedMail, startMailServer } from '../servers/mail-server.ts';
import { startRedis } from '../servers/redis-server.ts';
import { endLocksInRedis } from './killed-jobs.ts';
import { type ProgramProcess, startProgram } from './programs.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

// The database is shared: servers and workers are separate processes on one Redis.
const server = testServer();
const redis = fixture(startRedis, 'stop');
const mail = fixture(startMailServer, 'stop');
let settings: Record<string, string>;
let web: [ServerProcess, ServerProcess];
let workers: ProgramProcess[];

const startWeb = (more: Record<string, string> = {}) =>
  startServerProcess(server.database.url, { ...settings, ...more });
const startWorker = () => startProgram('worker', server.database.url, settings);

beforeAll(async () => {
  settings = {
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    APP_SECRET: server.runtime.config.secret,
    // Only the test that counts failures comes near a limit.
    RATE_LIMIT_FACTOR: '1',
  };
  web = await Promise.all([startWeb(), startWeb()]);
  workers = await Promise.all([startWorker(), startWorker()]);
});

afterAll(() => Promise.all([...web, ...workers].map((one) => one.stop())));

const register = (at: ServerProcess, username: string) =>
  call(at, 'POST', '/auth/register', {
    body: { username, email: `${username}@example.org`, password: PASSWORD },
  });

const idOf = (received: ReceivedMail | undefined) =>
  /^Message-ID: (.*?)\r?$/im.exec(received?.source ?? '')?.[1];

it('shares a limit between both', async () => {
  const { user } = await makeAccount(server);
  const { points } = LIMITS.rates.signInAccount;
  const statuses: number[] = [];
  for (let i = 0; i < points + 2; i += 1)
    statuses.push((await login(web[i % 2] ?? web[0], user.username, { password: 'wrong password' })).status);
  expect(statuses).toEqual([...Array(points).fill(401), 429, 429]);
});

it('closes a socket at one after a suspension at the other', async () => {
  const admin = await makeAccount(server, 'admin');
  const account = await makeAccount(server);
  const socket = await TestSocket.open(web[1], { token: account.token });
  await socket.subscribe('submissions.live');
  const body = { account_status: 'Suspended' };
  const answer = await call(web[0], 'PATCH', `/admin/users/${account.user.user_id}/status`, {
    token: admin.token,
    body,
  });
  expect(answer.status).toBe(200);
  expect(await socket.closed()).toBe(1008);
});

it('runs a job once and publishes its result live at a web process', async () => {
  const admin = await makeAccount(server, 'admin');
  const client = io(web[0].url, { auth: { token: admin.token }, transports: ['websocket'] });
  const heard: string[] = [];
  client.on('log-update', ({ log }: { log: LogEntry }) => {
    if (log.message === 'job finished') heard.push(String(log.metadata.requestId));
  });
  try {
    expect(await client.emitWithAck('subscribe-logs', 'general')).toEqual({ category: 'general' });
    const names = ['ash', 'misty', 'brock', 'gary', 'tracey', 'may'];
    const addresses = names.map((name) => `${name}@example.org`);
    // Mails of other tests may arrive too.
    const mails = () => mail.received.filter(({ to }) => to.some((address) => addresses.includes(address)));
    const sent = async () => {
      const ids = mails().map(idOf);
      const deliveries = await server.sql<{ job_id: string; message_id: string }>(
        'select job_id, message_id from email_delivery where sent_at is not null',
      );
      return deliveries.filter(({ message_id }) => ids.includes(message_id)).map(({ job_id }) => job_id);
    };
    const answers = await Promise.all(names.map((name, i) => register(web[i % 2] ?? web[0], name)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
    await expect.poll(async () => (await sent()).length).toBe(names.length);
    const jobs = await sent();
    await expect.poll(() => jobs.filter((id) => !heard.includes(id))).toEqual([]);
    // Each is done by one of the two and sends one email.
    expect(heard.filter((id) => jobs.includes(id)).toSorted()).toEqual(jobs.toSorted());
    expect(
      mails()
        .flatMap(({ to }) => to)
        .toSorted(),
    ).toEqual(addresses.toSorted());
  } finally {
    client.close();
  }
});

it('completes the email and the scan of a killed worker', async () => {
  // One worker, so that it certainly has both.
  await Promise.all(workers.splice(0).map((one) => one.stop()));
  const doomed = await startWorker();
  await makeDuplicates(server);
  mail.keepSilent(true);
  const holder = new Client({ connectionString: server.database.ownerUrl });
  await holder.connect();
  // Mails of other tests may arrive too.
  const mails = () => mail.received.filter(({ to }) => to.includes('lance@example.org'));
  const waits = `select from pg_locks where not granted and relation = 'duplicate_group'::regclass`;
  try {
    await holder.query('begin');
    await holder.query('lock table duplicate_group in share row exclusive mode');
    await register(web[0], 'lance');
    const scanId = await server.services().duplicateScan.start();
    await expect.poll(() => mails().length).toBe(1);
    await expect.poll(async () => (await server.sql(waits)).length).toBeGreaterThan(0);
    expect(await doomed.stop('SIGKILL')).toBe(null);
    await holder.query('commit');
    mail.keepSilent(false);

    await endLocksInRedis(redis.url, [JOBS.scanDuplicates.name, JOBS.confirmAddressMail.name]);
    // So does the lease of the email, which lasts 20 s.
    const ended = await server.sql(
      `update email_delivery set leased_until = now() - interval '1 s'
       where leased_until between now() and now() + interval '20 s' returning job_id`,
    );
    expect(ended).toHaveLength(1);
    workers.push(...(await Promise.all([startWorker(), startWorker()])));
    const scan = () => server.services().duplicateScan.status();
    await expect.poll(scan).toMatchObject({ job_id: String(scanId), status: 'done', progress: 1 });
    const delivery = () =>
      server.sql<{ message_id: string; attempts: number }>(
        `select message_id, attempts from email_delivery
         where sent_at is not null and message_id = ?`,
        [idOf(mails()[0])],
      );
    await expect.poll(async () => (await delivery()).length).toBe(1);
    expect(mails().length).toBe(2);
    expect(new Set(mails().map(idOf)).size).toBe(1);
    const [groups] = await server.sql<{ groups: number; distinct: number }>(
      'select count(*)::int as groups, count(distinct sale_ids)::int as distinct from duplicate_group',
    );
    expect(groups?.groups).toBe(groups?.distinct);
    expect(groups?.groups).toBeGreaterThan(0);
  } finally {
    await holder.end();
  }
});
