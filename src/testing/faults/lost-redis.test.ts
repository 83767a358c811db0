import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import { queueReport } from '../../queue/backend.ts';
import { makeAccount } from '../accounts/factories.ts';
import { startProgram } from '../processes/programs.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { startMailServer } from '../servers/mail-server.ts';
import { startRedis } from '../servers/redis-server.ts';
import { FaultProxy } from './proxy.ts';

const server = testServer();
const redis = fixture(() => startRedis({ keeps: true }), 'stop');
const mail = fixture(startMailServer, 'stop');
const toRedis = fixture(() => FaultProxy.start(redis.url), 'stop');
const toMail = fixture(() => FaultProxy.start(mail.url), 'stop');
const worker = fixture(
  () =>
    startProgram('worker', server.database.url, {
      REDIS_URL: toRedis.url,
      SMTP_URL: toMail.url,
      APP_SECRET: server.runtime.config.secret,
    }),
  async (worker) => expect(await worker.stop()).toBe(0),
);

const jobs = async () => {
  const { databaseUrl = '' } = server.runtime.config;
  const { counts } = await queueReport({ redisUrl: redis.url, databaseUrl, logger: server.log.logger });
  return counts.waiting + counts.active;
};

/** Ends the lock of the job that the disconnected worker holds, as after the 10 s for which nobody renewed it. */
async function endLocks(): Promise<void> {
  const client = new Redis(redis.url);
  try {
    expect(await client.del(await client.keys('*:lock'))).toBe(1);
  } finally {
    client.disconnect();
  }
}

/** How Redis is lost while a worker runs a job; the returned function restores it. */
const LOSSES: [string, () => Promise<() => Promise<unknown>>][] = [
  [
    'resets its connections',
    async () => {
      toRedis.cut();
      return async () => undefined;
    },
  ],
  [
    'is restarted',
    async () => {
      await redis.process().end(10_000);
      return () => redis.start();
    },
  ],
  [
    'is killed',
    async () => {
      await redis.process().kill();
      return () => redis.start();
    },
  ],
  [
    'is unreachable for longer than the lock of a job',
    async () => {
      toRedis.blackHole();
      return async () => {
        await endLocks();
        await toRedis.heal();
      };
    },
  ],
];

it.each(LOSSES)(
  'a Redis that %s during a job: the job is done once, and the worker continues',
  async (_how, lose) => {
    const [first, second] = [await makeAccount(server), await makeAccount(server)];
    const rows = (condition: string) => server.sql(`select from email_delivery where ${condition}`);
    const delivered = async () => (await rows('sent_at is not null')).length;
    const before = await delivered();

    toMail.blackHole();
    await server.services().passwordReset.request(first.user.email);
    await expect.poll(async () => (await rows('sent_at is null')).length).toBe(1);
    const bringBack = await lose();
    await toMail.heal();
    await expect.poll(delivered).toBe(before + 1);
    await bringBack();
    await server.services().passwordReset.request(second.user.email);
    await expect.poll(delivered).toBe(before + 2);
    await expect.poll(jobs, { interval: 250 }).toBe(0);
    const mailsTo = (email: string) => mail.received.filter(({ to }) => to.includes(email)).length;
    expect([mailsTo(first.user.email), mailsTo(second.user.email)]).toEqual([1, 1]);
    expect(worker.process.exit).toBe(null);
  },
  240_000,
);
