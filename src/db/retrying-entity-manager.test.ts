import { IsolationLevel } from '@mikro-orm/postgresql';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Setting } from '../modules/settings/setting.entity.ts';
import { makeAccount } from '../testing/accounts/factories.ts';
import { isAlive } from '../testing/accounts/sign-in.ts';
import { call } from '../testing/clients/rest-client.ts';
import { runCli } from '../testing/processes/cli-process.ts';
import { CLOCK_IS_FAKED } from '../testing/run/clock.ts';
import { testServer } from '../testing/run/server.ts';
import { databaseProblemOf } from './problems.ts';
import { afterCommit } from './retrying-entity-manager.ts';

const server = testServer();

beforeAll(async () => {
  await server.sql(`create table slot (id int primary key, content int not null)`);
  await server.sql(`insert into slot values (1, 0), (2, 0)`);
  await server.sql(`create sequence refusals`);
  // A sequence does not roll back, so it counts the attempts.
  await server.sql(`
    create function refuse_some() returns trigger language plpgsql as $$ begin
      if nextval('refusals') <= current_setting('marketdex.refused')::int then
        raise exception 'deadlock detected' using errcode = '40P01';
      end if;
      return old;
    end $$`);
  await server.sql(
    'create trigger refuses before delete on session for each row execute function refuse_some()',
  );
  await refuse(0);
});

/** Makes this many deletions of a session fail with a serialization failure. */
async function refuse(times: number): Promise<void> {
  await server.sql(`select setval('refusals', 1, false)`);
  const database = new URL(server.database.url).pathname.slice(1);
  await server.sql(`alter database ${database} set marketdex.refused = ${times}`);
  // The setting applies from the next connection on.
  await server.sql(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where datname = current_database() and application_name = 'marketdex' and pid <> pg_backend_pid()`);
  await server.sql(`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined);
}

const em = () => server.scope().em;
const conflict = `do $$ begin raise exception using errcode = '40001'; end $$`;

describe('a transaction', () => {
  beforeEach(() => server.sql('update slot set content = 0'));

  it.skipIf(CLOCK_IS_FAKED)('is retried as the victim of a deadlock', async () => {
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    let tries = 0;
    const changeInOrder = (first: number, second: number) => {
      const own = em();
      return own.transactional(async () => {
        tries += 1;
        await own.execute('update slot set content = content + 1 where id = ?', [first]);
        holding += 1;
        if (holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await own.execute('update slot set content = content + 1 where id = ?', [second]);
      });
    };
    await Promise.all([changeInOrder(1, 2), changeInOrder(2, 1)]);
    // The victim can overtake the other transaction before that wakes up, and end in a second deadlock.
    expect(tries).toBeGreaterThan(2);
    expect(await server.sql('select content from slot order by id')).toEqual([
      { content: 2 },
      { content: 2 },
    ]);
  });

  it('is retried after a serialization failure', async () => {
    let tries = 0;
    const own = em();
    await own.transactional(
      async () => {
        tries += 1;
        const [row] = await own.execute<{ content: number }[]>('select content from slot where id = 1');
        if (tries === 1) await server.sql('update slot set content = 10 where id = 1');
        await own.execute('update slot set content = ? where id = 1', [(row?.content ?? 0) + 1]);
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ },
    );
    expect(await server.sql('select content from slot where id = 1')).toEqual([{ content: 11 }]);
  });

  it('is attempted at most three times', async () => {
    let tries = 0;
    const answer = em().transactional((tx) => {
      tries += 1;
      return tx.execute(conflict);
    });
    expect(databaseProblemOf(await answer.catch((error: unknown) => error))?.code).toBe('DATABASE_CONFLICT');
    expect(tries).toBe(3);
  });

  it('is not retried after another failure', async () => {
    let tries = 0;
    const answer = em().transactional((tx) => {
      tries += 1;
      return tx.execute('select 1 / 0');
    });
    await expect(answer).rejects.toThrow('division by zero');
    expect(tries).toBe(1);
  });

  it('inside another one is retried with it', async () => {
    const tries = { outer: 0, inner: 0 };
    const own = em();
    const answer = own.transactional(() => {
      tries.outer += 1;
      return own.transactional(() => {
        tries.inner += 1;
        return own.execute(conflict);
      });
    });
    await expect(answer).rejects.toThrow();
    expect(tries).toEqual({ outer: 3, inner: 3 });
  });

  it('has its effects outside the database once, after its commit', async () => {
    const effects: string[] = [];
    const has = (effect: string) => afterCommit(() => effects.push(effect));
    const own = em();
    let tries = 0;
    await own.transactional(async () => {
      tries += 1;
      has(`attempt ${tries}`);
      if (tries === 1) await own.execute(conflict);
      await own.transactional(async () => has('of a savepoint'));
      const undone = own.transactional(async () => {
        has('of a savepoint that was rolled back');
        throw new Error('changed its mind');
      });
      await expect(undone).rejects.toThrow('changed its mind');
      expect(effects).toEqual([]);
    });
    expect(effects).toEqual(['attempt 2', 'of a savepoint']);
    has('without a transaction');
    expect(effects.at(-1)).toBe('without a transaction');
  });

  it('sees no in-memory changes of the previous attempt', async () => {
    await server.sql(
      `insert into setting (key, value, updated_at) values ('legal_name', 'as stored', now())`,
    );
    const own = em();
    const seen: (string | undefined)[] = [];
    await own.findOne(Setting, { key: 'legal_name' });
    await own.transactional(async () => {
      const setting = await own.findOneOrFail(Setting, { key: 'legal_name' });
      seen.push(setting.value);
      setting.value = 'changed';
      if (seen.length === 1) await own.execute(conflict);
    });
    expect(seen).toEqual(['as stored', 'as stored']);
    expect(await server.sql(`select value from setting where key = 'legal_name'`)).toEqual([
      { value: 'changed' },
    ]);
  });
});

describe('a use case with conflicting transactions', () => {
  it.each([1, 2])('succeeds over REST after %i failures', async (times) => {
    const { token } = await makeAccount(server);
    await refuse(times);
    const { status } = await call(server, 'POST', '/auth/logout', { token });
    expect(status).toBe(200);
    expect(await isAlive(server, token)).toBe(false);
  });

  it('responds 503 with Retry-After after three', async () => {
    const { token } = await makeAccount(server);
    await refuse(3);
    const { status, body, headers } = await call(server, 'POST', '/auth/logout', { token });
    expect({ status, message: body.error }).toEqual({
      status: 503,
      message: 'Others are changing the same data right now. Please try again.',
    });
    expect(headers.get('retry-after')).toBe('1');
    expect(await isAlive(server, token)).toBe(true);
  });

  it('succeeds at the command line', async () => {
    const { user, token } = await makeAccount(server);
    await refuse(2);
    const settings = { DATABASE_URL: server.database.url, DATA_DIR: server.runtime.config.dataDir };
    const { code } = await runCli(['users', 'end-sessions', user.username], { settings });
    expect(code).toBe(0);
    expect(await isAlive(server, token)).toBe(false);
  });
});
