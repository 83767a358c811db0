import { call } from '../../src/testing/clients/rest-client.ts';
import { TestSocket } from '../../src/testing/clients/socket.ts';
import { startServerProcesses } from '../../src/testing/processes/server-process.ts';
import { startTestPostgres, urlOf } from '../../src/testing/servers/postgres.ts';
import { startRedis } from '../../src/testing/servers/redis-server.ts';
import { createAdmin } from '../kit/account.ts';
import { median, rounded } from '../kit/figures.ts';
import { benchLive } from './live.ts';

const ACCOUNTS = 20;
const BUDGET_MS = 1_000;
const SETTINGS = { APP_SECRET: 'a secret for benchmarks, at least 32 characters' };

/** Suspends an account at one process. @returns the milliseconds until its socket at the other one is closed */
async function closingMs(
  [here, there]: readonly { url: string }[],
  admin: string,
  index: number,
): Promise<number> {
  if (!here || !there) throw new Error('Two processes are needed.');
  const username = `reader_${index}`;
  const account = { username, email: `${username}@example.org`, password: 'a passphrase for measurements' };
  const { body } = await call(there, 'POST', '/auth/register', { body: account });
  const socket = await TestSocket.open(there, { token: body.token });
  await socket.subscribe('submissions.live');
  const closed = socket.closed();
  const { status } = await call(here, 'PATCH', `/admin/users/${body.user.user_id}/status`, {
    token: admin,
    body: { account_status: 'Suspended' },
  });
  if (status !== 200) throw new Error(`The suspension was refused: ${status}`);
  const suspended = performance.now();
  await closed;
  return performance.now() - suspended;
}

/** How long the socket of a suspended account stays open at another process. Fails when one takes too long. */
async function benchClosing(): Promise<void> {
  const [{ postgres, stop }, redis] = await Promise.all([startTestPostgres(), startRedis()]);
  const settings = { ...SETTINGS, REDIS_URL: redis.url };
  const databaseUrl = urlOf(postgres.url, postgres.template);
  try {
    const processes = await startServerProcesses(2, databaseUrl, settings);
    try {
      const admin = await createAdmin(processes[0]?.url ?? '', { ...settings, DATABASE_URL: databaseUrl });
      const times: number[] = [];
      for (let index = 0; index < ACCOUNTS; index += 1) times.push(await closingMs(processes, admin, index));
      const longest = Math.max(...times);
      console.info(`${ACCOUNTS} sockets, from the suspension at one process to the close at another`);
      console.table({
        'median (ms)': rounded(median(times)),
        [`longest (budget: ${BUDGET_MS} ms)`]: rounded(longest),
      });
      if (longest > BUDGET_MS) process.exitCode = 1;
    } finally {
      await Promise.all(processes.map((one) => one.stop()));
    }
  } finally {
    await Promise.all([stop(), redis.stop()]);
  }
}

/** Thousands of open pages of one process, and the ends of sessions. */
export async function benchSockets(): Promise<void> {
  await benchLive();
  await benchClosing();
}
