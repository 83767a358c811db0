import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { runProgram } from '../../../cli/program.ts';
import { cliCommand } from '../../testing/clients/cli-command.ts';
import { testServer } from '../../testing/run/server.ts';
import { administer, urlOf, withClient } from '../../testing/servers/postgres.ts';
import { HISTORY_TABLES } from '../tables/history.ts';

const server = testServer();

type Rights = Record<'name' | 'rights', string>;

const RIGHTS = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];

/** What the user of a connection may do with each table of each schema of the product. */
async function rightsOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<Rights>(
      `select schemaname || '.' || tablename as name,
         array_to_string(array(select r from unnest($1::text[]) r
           where has_table_privilege(format('%I.%I', schemaname, tablename), r)), ' ') as rights
       from pg_tables where schemaname in ('public', 'bullmq')`,
      [RIGHTS],
    );
    return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
  });
}

const ROWS = 'select insert update delete';

it('the application may change the rows of every table, except the history and the lists of migrations', async () => {
  const rights = await rightsOf(server.database.url);
  expect(Object.keys(rights).length).toBeGreaterThan(35);
  const special = Object.entries(rights).filter(([, granted]) => granted !== ROWS);
  expect(Object.fromEntries(special)).toEqual({
    ...Object.fromEntries(HISTORY_TABLES.map((name) => [`public.${name}`, 'select insert'])),
    'public.migration': 'select',
    'bullmq.migration': 'select',
  });
});

it('the application may use the tables of later migrations, and cannot change any table', async () => {
  await server.sql('create table later (id serial primary key, content text)');
  try {
    const em = server.runtime.orm.em.fork();
    await em.execute(`insert into later (content) values ('a')`);
    await em.execute(`update later set content = 'b'`);
    expect(await em.execute('delete from later returning id, content')).toEqual([{ id: 1, content: 'b' }]);
    const forbidden = [
      'drop table later',
      'truncate later',
      'alter table later add column more int',
      'create table mine (id int)',
      'create schema mine',
      'create role mine superuser',
      'alter table sale_event disable trigger all',
      `set session_replication_role = replica`,
    ];
    for (const statement of forbidden)
      await expect(em.execute(statement), statement).rejects.toMatchObject({ code: '42501' });
    const [who] = await em.execute<{ powers: boolean }[]>(
      `select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication as powers
       from pg_roles where rolname = current_user`,
    );
    expect(who?.powers).toBe(false);
  } finally {
    await server.sql('drop table later');
  }
});

const EVENTS = {
  audit_event: `insert into audit_event (action) values ('made')`,
  sale_event: `insert into sale_event (sale_id, type) values (0, 'approved')`,
  history_seal: `insert into history_seal (chain, last_id, event_ids, hashes) values ('sale_event', 1, '{1}', '')`,
};

it.each(HISTORY_TABLES)('not even the owner empties %s', async (table) => {
  await withClient(server.database.ownerUrl, async (client) => {
    // Without foreign keys, an event needs no sale.
    await client.query(`begin; set local session_replication_role = replica; ${EVENTS[table]};
      set local session_replication_role = origin`);
    await expect(client.query(`truncate ${table} cascade`)).rejects.toMatchObject({ code: '23001' });
  });
});

// Each test continues where the previous one ended.
describe('a configured database', { shuffle: false }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'marketdex-user-'));
  const { url: postgres } = inject('postgres');
  const name = `user_${randomUUID().replaceAll('-', '')}`;
  const owner = urlOf(postgres, name);
  const newUser = `${name}_new`;
  const guest = `${name}_guest`;
  const group = `${name}_group`;
  const manager = `${name}_manager`;
  const app = new URL(owner);
  app.username = name;
  app.password = 'first';
  const runCommand = cliCommand(runProgram);
  const cli = (args: string[], settings: Record<string, string>) =>
    runCommand(args, { settings: { DATA_DIR: folder, ...settings } });
  const database = async () => {
    const { stdout } = await cli(['doctor', '--json'], { DATABASE_URL: app.href });
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
    return checks.find(({ check }) => check === 'database user');
  };

  afterAll(async () => {
    await administer(
      postgres,
      `drop database if exists ${name} with (force)`,
      `drop database if exists ${manager} with (force)`,
      `drop role if exists ${name}, ${newUser}, ${guest}, ${group}, ${manager}_app, ${manager}`,
    );
    await rm(folder, { recursive: true, force: true });
  });

  it('gets its second user from `db migrate`, which can change the password later', async () => {
    await administer(postgres, `create database ${name}`);
    // One address for everything keeps working, with a warning.
    expect((await cli(['db', 'migrate'], { DATABASE_URL: owner })).code).toBe(0);
    const before = await cli(['doctor', '--json'], { DATABASE_URL: owner });
    expect(before.stdout).toContain('can rewrite the history: set DATABASE_OWNER_URL');

    const both = () => ({ DATABASE_URL: app.href, DATABASE_OWNER_URL: owner });
    expect((await cli(['users', 'list'], { DATABASE_URL: app.href })).stderr).toContain(
      `refuses the password of user "${name}"`,
    );
    expect(await cli(['db', 'migrate'], both())).toMatchObject({ code: 0, stderr: '' });
    expect(await rightsOf(app.href)).toEqual(await rightsOf(server.database.url));
    expect(await database()).toMatchObject({ status: 'ok', message: `"${name}" cannot rewrite the history` });

    app.password = 'second';
    expect((await cli(['users', 'list'], { DATABASE_URL: app.href })).code).toBe(1);
    expect((await cli(['db', 'migrate'], both())).code).toBe(0);
    expect((await cli(['users', 'list'], { DATABASE_URL: app.href })).code).toBe(0);
  });

  it('keeps the password of its user with every other command, and the users of others', async () => {
    const both = (user: string, password: string) => ({
      DATABASE_URL: Object.assign(new URL(app), { username: user, password }).href,
      DATABASE_OWNER_URL: owner,
    });
    const canSignIn = async (user: string, password: string) =>
      administer(both(user, password).DATABASE_URL, 'select').then(
        () => true,
        () => false,
      );
    const refused = (user: string) => ({
      code: 1,
      stderr: expect.stringMatching(`refuses the password of user "${user}": correct DATABASE_URL\\.`),
    });
    for (const command of [
      ['users', 'list'],
      ['db', 'status'],
    ])
      expect(await cli(command, both(name, 'typo'))).toMatchObject(refused(name));
    expect(await canSignIn(name, 'second')).toBe(true);

    const wrongOwner = { ...both(name, 'second'), DATABASE_OWNER_URL: both(name, 'typo').DATABASE_URL };
    expect((await cli(['db', 'status'], wrongOwner)).stderr).toContain(
      `refuses the password of user "${name}": correct DATABASE_OWNER_URL.`,
    );

    await administer(
      postgres,
      `create role ${guest} login password 'own'`,
      `create role ${group} password 'own'`,
    );
    expect(await cli(['db', 'migrate'], both(guest, 'typo'))).toMatchObject(refused(guest));
    expect(await canSignIn(guest, 'own')).toBe(true);
    const closed = await cli(['db', 'migrate'], both(group, 'own'));
    expect(closed).toMatchObject({ code: 1, stderr: expect.stringContaining(`rejects user "${group}"`) });
    expect(await canSignIn(group, 'own')).toBe(false);
  });

  it('may belong to a user that is no superuser but may create users', async () => {
    await administer(
      postgres,
      `create role ${manager} login createrole password 'own'`,
      `create database ${manager} owner ${manager}`,
    );
    const managed = new URL(urlOf(postgres, manager));
    Object.assign(managed, { username: manager, password: 'own' });
    const settings = (password: string) => ({
      DATABASE_URL: Object.assign(new URL(managed), { username: `${manager}_app`, password }).href,
      DATABASE_OWNER_URL: managed.href,
    });
    for (const password of ['first', 'second']) {
      expect(await cli(['db', 'migrate'], settings(password))).toMatchObject({ code: 0, stderr: '' });
      const { DATABASE_URL } = settings(password);
      expect(await cli(['users', 'list'], { DATABASE_URL })).toMatchObject({ code: 0 });
    }
  });

  it('is restored by its owner only, and the history stays closed afterwards', async () => {
    const file = path.join(folder, 'backup.tar.gz');
    expect(await cli(['db', 'backup', file], { DATABASE_URL: app.href })).toMatchObject({ code: 0 });
    const refused = await cli(['db', 'restore', file, '--yes'], { DATABASE_URL: app.href });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('set DATABASE_OWNER_URL') });
    const settings = { DATABASE_URL: app.href, DATABASE_OWNER_URL: owner };
    expect(await cli(['db', 'restore', file, '--yes'], settings)).toMatchObject({ code: 0 });
    expect(await rightsOf(app.href)).toEqual(await rightsOf(server.database.url));

    // A new user of the application cannot read the tables yet that the question is about.
    const DATABASE_URL = Object.assign(new URL(app), { username: newUser }).href;
    const replaced = await cli(['db', 'restore', file, '--yes', '--json'], { ...settings, DATABASE_URL });
    expect(replaced).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(replaced.stdout)).toMatchObject({ replaced: { accounts: 0, sales: 0 } });
    expect(await rightsOf(DATABASE_URL)).toEqual(await rightsOf(server.database.url));
  });

  it('is left alone when DATABASE_URL names another one', async () => {
    const file = path.join(folder, 'backup.tar.gz');
    const settings = { DATABASE_URL: server.database.url, DATABASE_OWNER_URL: owner };
    for (const command of [['migrate'], ['restore', file, '--yes']])
      expect(await cli(['db', ...command], settings)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^error: DATABASE_URL \("\w+" at .*\) and DATABASE_OWNER_URL \("\w+" at .*\) reach different databases: set both to the same one\.\n$/,
        ),
      });
  });
});
