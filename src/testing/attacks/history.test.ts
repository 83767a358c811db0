import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../../cli/program.ts';
import { logHeads, sealHistory } from '../../modules/audit/seal-history.ts';
import { makeAccount, makeSale } from '../accounts/factories.ts';
import { cliCommand } from '../clients/cli-command.ts';
import { fixture } from '../run/fixture.ts';
import { testFolder } from '../run/folder.ts';
import { testServer } from '../run/server.ts';
import { connect, withClient } from '../servers/postgres.ts';

const server = testServer();
const folder = testFolder();
const runCommand = cliCommand(runProgram);
const em = () => server.runtime.orm.em.fork();

/** A superuser, who can disable every trigger. */
const superuser = fixture(() => connect(server.database.ownerUrl), 'end');

beforeAll(async () => {
  await superuser.query('set session_replication_role = replica');
  const by = await makeAccount(server);
  for (let sales = 0; sales < 5; sales += 1) await makeSale(server, { by, status: 'approved' });
  await sealHistory(em());
});

interface Verified {
  ok: boolean;
  has_head?: boolean;
  chains: {
    chain: string;
    events: number;
    head: string | null;
    unsealed: number;
    first_problem: { event_id: number; problem: string } | null;
  }[];
}

async function verify(...args: string[]): Promise<Verified & { code: number }> {
  const settings = { DATABASE_URL: server.database.url, DATA_DIR: folder };
  const { code, stdout } = await runCommand(['audit', 'verify', '--json', ...args], { settings });
  return { code, ...(JSON.parse(stdout) as Verified) };
}
const chainOf = ({ chains }: Verified, name = 'sale_event') => chains.find(({ chain }) => chain === name);
const problem = async () => {
  const found = await verify();
  expect(found).toMatchObject({ code: 1, ok: false });
  return chainOf(found)?.first_problem;
};

/** Undoes what the test changed as superuser. */
async function whileAltered(change: string, examine: () => Promise<void>): Promise<void> {
  await superuser.query(
    'create temp table kept as table sale_event; create temp table seals as table history_seal',
  );
  try {
    await superuser.query(change);
    await examine();
  } finally {
    await superuser.query(`delete from sale_event; insert into sale_event select * from kept; drop table kept;
      delete from history_seal; insert into history_seal select * from seals; drop table seals`);
  }
  expect(await verify()).toMatchObject({ code: 0, ok: true });
}

const ids = async () =>
  (await server.sql<{ event_id: string }>('select event_id from sale_event order by event_id')).map((row) =>
    Number(row.event_id),
  );

describe('the application cannot rewrite the history:', () => {
  it.each([
    `update sale_event set notes = 'x'`,
    'delete from sale_event',
    'truncate sale_event',
    `update audit_event set action = 'x'`,
    'delete from audit_event',
    'truncate audit_event',
    `update history_seal set hashes = ''`,
    'delete from history_seal',
    'truncate history_seal',
    'truncate sale cascade',
    'alter table audit_event disable trigger audit_event_append_only',
    'drop table sale_event',
  ])('%s', async (statement) => {
    await expect(em().execute(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('what a superuser changes is named by audit verify:', () => {
  it('nothing is found in an unchanged history', async () => {
    const found = await verify();
    expect(found).toMatchObject({ code: 0, ok: true });
    const [rows] = await server.sql<{ rows: number }>('select count(*)::int as rows from sale_event');
    expect(chainOf(found)).toMatchObject({ events: rows?.rows, unsealed: 0, first_problem: null });
    expect(rows?.rows).toBeGreaterThan(4);
  });

  it.each(['notes', 'actor_name', 'at', 'before', 'after', 'type', 'actor_id'])(
    'a changed %s',
    async (column) => {
      const [, second] = await ids();
      const value = {
        at: `at + interval '1 millisecond'`,
        before: `'{"price": 1}'`,
        after: `'{"price": 1}'`,
        type: `'rejected'`,
        actor_id: 'coalesce(actor_id, 0) + 1000000',
      }[column];
      const change = `update sale_event set ${column} = ${value ?? `'x'`} where event_id = ${second}`;
      await whileAltered(change, async () => {
        expect(await problem()).toEqual({ event_id: second, problem: 'altered' });
      });
    },
  );

  it('a deleted event', async () => {
    const [, , third] = await ids();
    await whileAltered(`delete from sale_event where event_id = ${third}`, async () => {
      expect(await problem()).toEqual({ event_id: third, problem: 'missing' });
    });
  });

  it('an event that was inserted with an old id', async () => {
    const [first, second] = await ids();
    const between = `delete from sale_event where event_id = ${second};
      update history_seal set event_ids = array_remove(event_ids, ${second}),
        hashes = substring(hashes from 1 for 32) || substring(hashes from 65) where chain = 'sale_event'`;
    // Without its seal, the second event is one that was never recorded.
    const inserted = `${between}; insert into sale_event (event_id, sale_id, type) values (${second}, 1, 'approved')`;
    await whileAltered(inserted, async () => {
      expect(first).toBeLessThan(second ?? 0);
      expect(await problem()).toEqual({ event_id: second, problem: 'inserted' });
    });
  });

  it('an event that was altered together with its hash: the next one does not match', async () => {
    const [first, second] = await ids();
    const change = `update sale_event set notes = 'x' where event_id = ${first};
      update history_seal set hashes = overlay(hashes placing sha256(decode(repeat('00', 32), 'hex') ||
        (select convert_to(jsonb_build_array(event_id, (extract(epoch from at) * 1000)::bigint, sale_id, type,
          actor_id, actor_name, before, after, notes)::text, 'UTF8') from sale_event where event_id = ${first}))
        from 1 for 32) where chain = 'sale_event'`;
    await whileAltered(change, async () => {
      expect(await problem()).toEqual({ event_id: second, problem: 'altered' });
    });
  });

  it('a chain that was replaced completely: the head in the log is in no chain', async () => {
    const line = server.log.lines.length;
    await logHeads(em(), server.log.logger);
    const logged = server.log.lines.slice(line).find(({ chain }) => chain === 'sale_event');
    const head = String(logged?.head);
    expect(await verify('--head', head)).toMatchObject({ code: 0, ok: true, has_head: true });
    const [first] = await ids();
    const change = `update sale_event set notes = 'x' where event_id = ${first};
      delete from history_seal where chain = 'sale_event'`;
    await whileAltered(change, async () => {
      await sealHistory(em());
      expect(await verify()).toMatchObject({ code: 0, ok: true });
      expect(await verify('--head', head)).toMatchObject({ code: 1, ok: false, has_head: false });
    });
  });
});

describe('sealing', () => {
  beforeEach(() => sealHistory(em()));

  it('waits for a transaction that holds a lower id', async () => {
    await withClient(server.database.url, async (slow) => {
      await slow.query(`begin; insert into audit_event (action) values ('slow')`);
      await server.services().audit.record('fast');
      const sealing = sealHistory(em());
      const waits = `select from pg_stat_activity where datname = current_database()
        and query like 'select distinct virtualtransaction%'`;
      await expect.poll(() => server.sql(waits)).toHaveLength(1);
      await slow.query('commit');
      await sealing;
      await sealHistory(em());
      const found = await verify();
      expect(found).toMatchObject({ code: 0, ok: true });
      expect(chainOf(found, 'audit_event')).toMatchObject({ unsealed: 0 });
    });
  });

  it('by several processes at once makes one chain', async () => {
    for (let events = 0; events < 20; events += 1) await server.services().audit.record('many');
    await Promise.all(Array.from({ length: 4 }, () => sealHistory(em())));
    expect(await verify()).toMatchObject({ code: 0, ok: true });
  });

  it('of a long history takes several blocks', async () => {
    await server.sql(`insert into audit_event (action, detail)
      select 'long', jsonb_build_object('n', n) from generate_series(1, 2500) n`);
    expect(await sealHistory(em())).toBeGreaterThanOrEqual(2_500);
    const found = await verify();
    expect(chainOf(found, 'audit_event')).toMatchObject({ unsealed: 0, first_problem: null });
    expect(chainOf(found, 'audit_event')?.events).toBeGreaterThanOrEqual(2_500);
  });
});
