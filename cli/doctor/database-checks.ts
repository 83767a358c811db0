import { OLDEST_SERVER } from '../../src/db/database.ts';
import { pendingMigrations } from '../../src/db/migrate.ts';
import { TwoFactor } from '../../src/modules/two-factor/two-factor.entity.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Services } from '../../src/runtime/services.ts';
import { counted } from '../output.ts';
import { type Finding, fine, look, wrong } from './finding.ts';

/** A code of a second factor is good for half a minute. */
const CLOCK_MS = 10_000;
const MIGRATE = 'npm run cli -- db migrate';

const server = ({ orm }: Runtime) =>
  look('database', 'See whether it runs, and what DATABASE_URL says.', async () => {
    const [row] = await orm.em
      .fork()
      .execute<{ version: string; number: string }[]>(
        `select current_setting('server_version') as version, current_setting('server_version_num') as number`,
      );
    if (Number(row?.number) < OLDEST_SERVER * 10_000)
      return wrong('database', `PostgreSQL ${row?.version} is too old: ${OLDEST_SERVER} or newer is needed.`);
    return fine('database', `PostgreSQL ${row?.version}`);
  });

const tables = ({ orm }: Runtime) =>
  look('tables', `Run: ${MIGRATE}`, async () => {
    const pending = await pendingMigrations(orm);
    if (!pending.length) return fine('tables', 'No migrations are pending');
    return wrong('tables', `${counted(pending.length, 'migration')} to run. Run: ${MIGRATE}`);
  });

const catalogue = ({ orm }: Runtime) =>
  look('catalogue', `Run: ${MIGRATE}`, async () => {
    const [row] = await orm.em
      .fork()
      .execute<{ species: number; items: number }[]>(
        'select (select count(*)::int from species) as species, (select count(*)::int from item) as items',
      );
    const { species = 0, items = 0 } = row ?? {};
    if (!species) return wrong('catalogue', `No species are loaded. Run: ${MIGRATE}`);
    return fine('catalogue', `${species} species and ${counted(items, 'item')}`);
  });

const secondFactors = ({ orm, secretBox }: Runtime) =>
  look('second factors', 'Put the secret that sealed them into APP_SECRET or APP_SECRETS_OLD.', async () => {
    const sealed = await orm.em.fork().find(TwoFactor, {}, { disableIdentityMap: true });
    const shut = sealed.filter(({ secret: text, keyId, account }) => {
      try {
        secretBox.open({ text, keyId }, String(account.userId));
        return false;
      } catch {
        return true;
      }
    });
    if (!shut.length) return fine('second factors', `${sealed.length} stored, and all of them open`);
    return wrong(
      'second factors',
      `${shut.length} of ${sealed.length} do not open: put the secret that sealed them into APP_SECRETS_OLD and run "secrets rotate".`,
    );
  });

const clock = ({ orm, clock: ours }: Runtime) =>
  look('clock', 'See whether the database runs.', async () => {
    const before = ours.now().getTime();
    const [row] = await orm.em
      .fork()
      .execute<{ ms: number }[]>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
    const off = Math.abs((row?.ms ?? 0) - (before + ours.now().getTime()) / 2);
    if (off < CLOCK_MS) return fine('clock', "This machine's and the database's agree");
    return wrong(
      'clock',
      `It differs from the database's by ${Math.round(off / 1000)} s, and codes of second factors are refused. Keep both by NTP.`,
    );
  });

/** What is in the database, and what can be asked through it; only whether it is there when it is not. */
export async function databaseChecks({ health }: Services, runtime: Runtime): Promise<Finding[]> {
  const reached = await server(runtime);
  if (!reached.ok) return [reached];
  const shape = await tables(runtime);
  if (!shape.ok) return [reached, shape];
  const [queue] = (await health.report()).filter(({ part }) => part === 'queue');
  return [
    reached,
    shape,
    await catalogue(runtime),
    await secondFactors(runtime),
    await clock(runtime),
    ...(queue ? [{ check: 'jobs', ok: queue.ok, says: queue.says }] : []),
  ];
}
