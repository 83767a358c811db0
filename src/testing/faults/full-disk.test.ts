import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemSubmission, PASSWORD } from '../accounts/factories.ts';
import { type Answer, call } from '../clients/rest-client.ts';
import { runProgram } from '../processes/programs.ts';
import { testPort } from '../servers/test-port.ts';
import type { RunningProcess } from './running-process.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './small-disk.ts';

const noDisk = await whyNoSmallDisk();
/** A new cluster with the product's tables takes about a third of it. */
const DISK_BYTES = 400 * 1024 * 1024;
const CLIENTS = 4;
/** Submissions that use up the free space in existing pages. */
const MOST_SUBMISSIONS = 400;
/** More than PostgreSQL keeps of its write-ahead log. */
const LOG_MB = 400;
const BACK = { timeout: 90_000, interval: 20 };
const AWAY = 'The database cannot be reached right now. Please try again.';
const FULL = 'The disk of the database is full, so nothing can be saved right now.';

describe.skipIf(noDisk !== null)(
  `a server on a disk that is full while it runs${noDisk ? ` (skipped: ${noDisk})` : ''}`,
  () => {
    let disk: SmallDisk;
    let web: RunningProcess;
    let url: string;
    let token: string;
    let price = 1_000_000;
    const acknowledged: number[] = [];

    beforeAll(async () => {
      disk = await mountSmallDisk(DISK_BYTES);
      const port = await testPort();
      url = `http://127.0.0.1:${port}`;
      web = await runProgram('web', {
        DATA_DIR: path.join(disk.directory, 'data'),
        PORT: String(port),
        RATE_LIMIT_FACTOR: '1000',
      });
      const body = { username: 'ash', email: 'ash@example.org', password: PASSWORD };
      token = (await call({ url }, 'POST', '/auth/register', { body })).body.token;
    });
    afterAll(async () => {
      expect(await web.end(20_000)).toEqual({ code: 0, signal: null });
      await disk.remove();
    });

    const inData = (file: string) => path.join(disk.directory, 'data', file);

    async function connect(): Promise<Client> {
      const password = (await readFile(inData('postgres.password'), 'utf8')).trim();
      const port = (await readFile(inData('postgres/postmaster.pid'), 'utf8')).split('\n')[3];
      const client = new Client({
        connectionString: `postgres://marketdex:${password}@127.0.0.1:${port}/marketdex`,
      });
      // The server may crash.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }

    const ready = async () => {
      const response = await fetch(`${url}/readyz`);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };

    async function submit(): Promise<Answer> {
      price += 1;
      const mine = price;
      const proof_url = `https://forum.example/${'x'.repeat(2_000)}`;
      const body = itemSubmission({ price: mine, proof_url });
      const answer = await call({ url }, 'POST', '/items/submit', { token, body });
      if (answer.status === 200) acknowledged.push(mine);
      return answer;
    }

    /** Submits until a submission fails; returns the failures. */
    async function submitUntilFull(): Promise<Answer[]> {
      const failures: Answer[] = [];
      const client = async () => {
        for (let n = 0; n < MOST_SUBMISSIONS / CLIENTS && failures.length === 0; n += 1) {
          const answer = await submit();
          if (answer.status !== 200) failures.push(answer);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      return failures;
    }

    /** Writes to the write-ahead log until the server fails. */
    async function fillLog(client: Client): Promise<void> {
      for (let written = 0; written < LOG_MB; written += 1) {
        try {
          await client.query(`select pg_logical_emit_message(true, '', repeat('x', 1000000))`);
        } catch {
          return;
        }
      }
      throw new Error('The disk has space left.');
    }

    const works = async () => [(await submit()).status, (await ready()).status];

    async function sql<Row extends object>(query: string): Promise<Row[]> {
      const client = await connect();
      try {
        return (await client.query<Row>(query)).rows;
      } finally {
        await client.end();
      }
    }

    async function expectNothingLost(): Promise<void> {
      const rows = await sql<{ price: string; sales: number }>(
        'select price, count(*)::int as sales from sale group by price',
      );
      const sales = new Map(rows.map((row) => [Number(row.price), row.sales]));
      expect(acknowledged.filter((one) => sales.get(one) !== 1)).toEqual([]);
    }

    it('answers writes with 503 and one sentence, serves reads, and saves again once there is space', async () => {
      // Starts a new file of the write-ahead log, so that it does not fill up too.
      await sql('select pg_switch_wal()');
      expect(await works()).toEqual([200, 200]);
      await disk.fill();
      const failures = await submitUntilFull();
      expect(failures.length).toBeGreaterThan(0);
      for (const { status, body, headers } of failures) {
        expect({ status, error: body.error }).toEqual({ status: 503, error: FULL });
        expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      }
      await expect
        .poll(ready, BACK)
        .toMatchObject({ status: 503, body: { message: FULL, checks: { database: 'full' } } });
      for (const address of ['/items', '/pokemon?limit=1', '/auth/profile'])
        expect(await call({ url }, 'GET', address, { token })).toMatchObject({ status: 200 });
      await disk.free();
      await expect.poll(works, BACK).toEqual([200, 200]);
      await expectNothingLost();
    });

    it('restarts PostgreSQL when it ended because its write-ahead log had no space', async () => {
      await disk.fill();
      const client = await connect();
      const ended = new Promise((resolve) => client.once('end', resolve));
      await fillLog(client);
      await ended;
      const isFull = () =>
        web.lastLines(200).some((line) => /The disk of .* is full: PostgreSQL is/.test(line));
      await expect.poll(isFull, BACK).toBe(true);
      await expect.poll(ready, BACK).toMatchObject({ status: 503, body: { message: AWAY } });
      const refused = await submit();
      expect(refused).toMatchObject({ status: 503, body: { error: AWAY } });
      expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(await call({ url }, 'GET', '/items')).toMatchObject({ status: 503 });

      await disk.free();
      await expect.poll(works, BACK).toEqual([200, 200]);
      await expectNothingLost();
    });
  },
);
