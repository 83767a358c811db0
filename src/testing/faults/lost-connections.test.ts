import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { QUEUE_SCHEMA } from '../../db/tables/queue-tables.ts';
import { itemSubmission } from '../accounts/factories.ts';
import { testAccount } from '../accounts/test-account.ts';
import { call } from '../clients/rest-client.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { fixture } from '../run/fixture.ts';
import { testServer } from '../run/server.ts';
import { withClient } from '../servers/postgres.ts';
import { byApplication } from './postgres-wire.ts';
import { FaultProxy, type ProxiedConnection } from './proxy.ts';

// Without Redis the process runs the jobs too, so it has connections of every class.
const CLASSES = ['', '-reads', '-market', '-events', '-queue', '-logs'].map((of) => `marketdex${of}`);

/** A server process with a separate database, which it reaches through a proxy. */
function testSite() {
  const server = testServer();
  const proxy = fixture(() => FaultProxy.start(server.database.url), 'stop');
  let connectionsOf: (application: string) => ProxiedConnection[] = () => [];
  beforeAll(() => {
    connectionsOf = byApplication(proxy);
  });
  const web = fixture(
    () => startServerProcess(proxy.url, { LOG_LEVEL: 'debug' }),
    // A process that waits for a lost connection is cut off with another exit code.
    async (one) => expect(await one.stop()).toBe(0),
  );
  const user = testAccount(server);
  let price = 9_000_000;

  /** One call for each class of connections; a new filter has no cached response, and one by submitter needs the database. */
  const calls = {
    list: () => call(web, 'GET', `/items?query=${encodeURIComponent(`submitted_by = "${newPrice()}"`)}`),
    profile: () => call(web, 'GET', '/auth/profile', { token: user.token }),
    submission: (key: string, of = newPrice()) =>
      call(web, 'POST', '/items/submit', {
        token: user.token,
        headers: { 'idempotency-key': key },
        body: itemSubmission({ price: of }),
      }),
  };

  function newPrice(): number {
    price += 1;
    return price;
  }

  /**
   * Ends what a connection leaves that was lost while a job was handed over: its lease in the outbox, which lasts 15 s, or its
   * lock in the queue, which lasts 10 s and is noticed 10 s later. Only those that are older than that takes: a job that is
   * handed over twice runs once.
   */
  async function endLostLeases(): Promise<void> {
    await server.sql(
      `update outbox set leased_until = now() - interval '1 s'
       where relayed_at is null and leased_until between now() and now() + interval '13 s'`,
    );
    await server.sql(
      `update ${QUEUE_SCHEMA}.job set locked_until_ms = 0, stalled_marked = true
       where state = 'active' and locked_until_ms < ?`,
      [Date.now() + 8_000],
    );
  }

  async function everythingWorks(): Promise<void> {
    const statuses = async () => {
      const answers = await Promise.all([
        calls.list(),
        calls.profile(),
        calls.submission(`works-${newPrice()}`),
      ]);
      return answers.map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual([200, 200, 200]);
    await expect.poll(ready).toBe(200);
    // Events and the queue: request an email and wait for its job.
    const sent = () => server.sql('select from email_delivery where sent_at is not null');
    const before = (await sent()).length;
    const { email } = user.user;
    const asked = await call(web, 'POST', '/email/request-password-reset', { body: { email } });
    expect(asked.status).toBe(200);
    const arrived = async () => {
      await endLostLeases();
      return (await sent()).length;
    };
    await expect.poll(arrived).toBe(before + 1);
    // The log is written to its table: this call is in it.
    const requestId = asked.headers.get('x-request-id');
    const logged = () => server.sql(`select from log_entry where metadata ->> 'requestId' = ?`, [requestId]);
    await expect.poll(async () => (await logged()).length).toBeGreaterThan(0);
    expect(web.process.exit).toBe(null);
  }

  const ready = async () => (await fetch(`${web.url}/readyz`)).status;
  return {
    server,
    proxy,
    connectionsOf: (application: string) => connectionsOf(application),
    calls,
    ready,
    everythingWorks,
  };
}

const { server, proxy, connectionsOf, calls, everythingWorks } = testSite();
const silent = testSite();
let inSilence: Promise<{ statuses: number[]; price: number }>;

/** The answers of a site whose database is silent; their time limits pass while the other tests run. */
async function callsInSilence() {
  silent.proxy.blackHole();
  const price = 1_000;
  // A result is kept for a second, which may be from before.
  const [answers] = await Promise.all([
    Promise.all([silent.calls.list(), silent.calls.profile(), silent.calls.submission('hole', price)]),
    vi.waitFor(async () => expect(await silent.ready()).toBe(503), { timeout: 60_000 }),
  ]);
  return { statuses: answers.map(({ status }) => status), price };
}

beforeAll(() => {
  inSilence = callsInSilence();
  inSilence.catch(() => undefined);
});

afterEach(() => proxy.heal());

/** Terminates the process's connections; this test has connections with the same name. */
const terminate = (application: string) => {
  const ports = connectionsOf(application).map(({ port }) => port);
  return server.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where client_port in (select jsonb_array_elements_text(?::jsonb)::int)`,
    [JSON.stringify(ports)],
  );
};

/** How a connection is lost: terminated by the database, or silently by the network. */
const LOSSES = {
  'ended by the database': (application: string) => terminate(application),
  'reset by the network': (application: string) => {
    for (const connection of connectionsOf(application)) connection.cut();
  },
};

it('has connections of each class', async () => {
  await everythingWorks();
  expect(CLASSES.filter((application) => connectionsOf(application).length === 0)).toEqual([]);
});

describe.each(Object.entries(LOSSES))('connections %s', (_how, lose) => {
  it.each(CLASSES)('while idle, of %s: the service recovers', async (application) => {
    // Pools close unused connections.
    if (connectionsOf(application).length === 0) await everythingWorks();
    expect(connectionsOf(application).length).toBeGreaterThan(0);
    await lose(application);
    await everythingWorks();
  });

  /** What each class waits for when this table is locked, and the call that waits. */
  const BUSY = [
    {
      application: 'marketdex',
      table: 'idempotency_key',
      busy: (key: string) => calls.submission(key, 1_000),
    },
    { application: 'marketdex-reads', table: 'sale', busy: calls.list },
    { application: 'marketdex-market', table: 'sale_change', busy: calls.list },
  ];
  it.each(BUSY)('while in use, of $application: the call gets 503, and no state leaks', async (given) => {
    const { application, table, busy } = given;
    const key = randomUUID();
    await withClient(server.database.ownerUrl, async (holder) => {
      await holder.query('begin');
      await holder.query(`lock table ${table} in access exclusive mode`);
      const waiting = () =>
        server.sql(
          `select from pg_stat_activity where application_name = ? and wait_event_type = 'Lock'
           and datname = current_database()`,
          [application],
        );
      const answer = busy(key);
      await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
      let isAnswered = false;
      const answered = () => {
        isAnswered = true;
      };
      answer.then(answered, answered);
      // A call that asks again over another connection would wait there until its time limit.
      const loses = async () => {
        await lose(application);
        return isAnswered;
      };
      await expect.poll(loses).toBe(true);
      const { status, headers } = await answer;
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      await holder.query('rollback');
    });
    // The loss of another connection may not have been noticed yet.
    await expect.poll(async () => (await busy(key)).status).toBe(200);
    await everythingWorks();
  });
});

it('waits for a slow database', async () => {
  proxy.latency(10, 40);
  const answers = await Promise.all([calls.list(), calls.profile(), calls.submission('slow')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('replaces half-closed connections and cut responses', async () => {
  proxy.halfClose();
  await everythingWorks();
  proxy.truncate();
  await everythingWorks();
});

it('calls end with 503 within their limit when the network drops everything, and work again afterwards', async () => {
  const { statuses, price } = await inSilence;
  expect(statuses).toEqual([503, 503, 503]);
  await silent.proxy.heal();
  await silent.everythingWorks();
  expect((await silent.calls.submission('hole', price)).status).not.toBe(500);
});
