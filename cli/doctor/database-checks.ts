import type { HealthPart } from '../../src/contract/admin/admin.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { counted, formatNumber } from '../../src/contract/shared/plural.ts';
import { aheadOfDatabase, connectedUser, serverInfo } from '../../src/db/inspect.ts';
import type { StandbyState } from '../../src/db/read-servers/standby.ts';
import { newerVersion, pendingMigrations, unknownMigrations } from '../../src/db/tables/migrate.ts';
import { Item, Species } from '../../src/modules/catalogue/catalogue.entity.ts';
import { sealedFindings } from '../../src/modules/health/sealed.probes.ts';
import {
  healthy,
  NO_ACTIVE_ADMIN,
  proxyHealth,
  unhealthy,
  warning,
} from '../../src/modules/health/setup.probes.ts';
import { hasActiveAdmin } from '../../src/modules/identity/account.queries.ts';
import { staffWithoutFactor } from '../../src/modules/sessions/staff-factor.queries.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Services } from '../../src/runtime/services.ts';
import { type CheckResult, runCheck } from './check.ts';

/** The clocks of all processes must agree within a second (docs/operations.md). */
const CLOCK_MS = 1_000;
/** Codes of the previous and the next time step are accepted too: a smaller difference refuses no code that is current. */
const CODE_MS = LIMITS.twoFactor.stepSeconds * 1_000;
const MIGRATE = 'npm run cli -- db migrate';

const server = ({ orm }: Runtime) =>
  runCheck('database', 'Check that it is running and that DATABASE_URL is correct.', async () => {
    const { version } = await serverInfo(orm.em.fork());
    return healthy(`PostgreSQL ${version}`);
  });

const tables = ({ orm }: Runtime) =>
  runCheck('tables', `Run: ${MIGRATE}`, async () => {
    const pending = await pendingMigrations(orm);
    if (pending.length) return unhealthy(`${counted(pending.length, 'migration')} pending. Run: ${MIGRATE}`);
    const unknown = await unknownMigrations(orm);
    return unknown.length ? warning(newerVersion(unknown)) : healthy('No migrations are pending');
  });

const user = ({ orm }: Runtime) =>
  runCheck('database user', `Run: ${MIGRATE}`, async () => {
    const { name, rewritesHistory } = await connectedUser(orm.em.fork());
    if (!rewritesHistory) return healthy(`"${name}" cannot rewrite the history`);
    return warning(
      `"${name}" can rewrite the history: set DATABASE_OWNER_URL to the current DATABASE_URL, choose another user and password for DATABASE_URL, and run: ${MIGRATE}`,
    );
  });

const catalogue = ({ orm }: Runtime) =>
  runCheck('catalogue', `Run: ${MIGRATE}`, async () => {
    const em = orm.em.fork();
    const species = await em.count(Species);
    const items = await em.count(Item);
    if (species === 0) return unhealthy(`No species are loaded. Run: ${MIGRATE}`);
    return healthy(`${formatNumber(species)} species and ${counted(items, 'item')}`);
  });

const staff = ({ orm }: Runtime, { settings }: Services) =>
  runCheck('staff', `Run: ${MIGRATE}`, async () => {
    const em = orm.em.fork();
    if (!(await hasActiveAdmin(em))) return warning(NO_ACTIVE_ADMIN);
    const accounts = await staffWithoutFactor(em);
    if (accounts === 0) return healthy('All checkers and admins have a second factor');
    const without = `${counted(accounts, 'checker or admin has', 'checkers and admins have')} no second factor`;
    return warning(
      (await settings.get('require_staff_two_factor')) === 'true'
        ? `${without}. After ${LIMITS.staffFactorGraceDays} days without one they lose access to their screens.`
        : `${without}. Run: npm run cli -- settings set require_staff_two_factor true`,
    );
  });

const clock = ({ orm }: Runtime) =>
  runCheck('clock', 'Check that the database is running.', async () => {
    const off = Math.abs(await aheadOfDatabase(orm.em.fork()));
    if (off < CLOCK_MS) return healthy('The clocks of this machine and the database agree');
    const differ = `This machine and the database differ by ${(off / 1000).toFixed(off < CODE_MS ? 1 : 0)} s`;
    return off < CODE_MS
      ? warning(
          `${differ}, so decisions can be undone for a shorter or a longer time. Synchronise both with NTP.`,
        )
      : unhealthy(`${differ}, so two-factor codes may be refused. Synchronise both with NTP.`);
  });

const STANDBY_ADVICE: Record<Exclude<StandbyState, 'ok'>, string> = {
  starting: 'has not answered yet',
  away: 'does not respond. Check that it is running, and its address in DATABASE_REPLICA_URLS',
  lagging: 'is too far behind the primary. Check its replication and its load',
  promoted: 'is no longer a standby. Make it a standby again, or remove it from DATABASE_REPLICA_URLS',
  diverged: 'has changes that the primary does not have. Rebuild it from a copy of the primary',
};

const standbys = async ({ readServers }: Runtime): Promise<CheckResult[]> =>
  (await readServers.report()).map(({ name, state, lagMs }) => ({
    check: 'standby',
    ...(state === 'ok'
      ? healthy(`${name} answers reads, ${lagMs} ms behind`)
      : warning(`${name} ${STANDBY_ADVICE[state]}. Meanwhile, the other servers answer.`)),
  }));

const proxies = ({ orm }: Runtime) =>
  runCheck('proxies', `Run: ${MIGRATE}`, () => proxyHealth(orm.em.fork()));

const emails = ({ health }: Services) =>
  runCheck('emails', 'Check that the job queue is running.', () => health.unsent());

/** The parts of the site's health that no other check covers. */
const NAMES = new Map<HealthPart, string>([
  ['queue', 'jobs'],
  ['legal', 'legal notice'],
  ['discord', 'discord'],
]);

/** The checks that need the database. Later ones are left out when the database or its tables are missing. */
export async function databaseChecks(services: Services, runtime: Runtime): Promise<CheckResult[]> {
  const connection = await server(runtime);
  if (connection.status !== 'ok') return [connection];
  const schema = await tables(runtime);
  if (schema.status === 'error') return [connection, schema];
  const report = await services.health.report([...NAMES.keys()]);
  return [
    connection,
    ...(await standbys(runtime)),
    schema,
    await user(runtime),
    await catalogue(runtime),
    ...(await sealedFindings(runtime, services)),
    await staff(runtime, services),
    await clock(runtime),
    await proxies(runtime),
    await emails(services),
    ...report.map(({ part, ...finding }) => ({ check: NAMES.get(part) ?? part, ...finding })),
  ];
}
