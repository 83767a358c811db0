import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg';
import { deriveKey } from '../../lib/crypto.ts';
import { codeOf, unavailable } from '../../lib/errors.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { HISTORY_TABLES } from '../tables/history.ts';
import { MIGRATION_TABLE } from '../tables/migrations.ts';
import { QUEUE_SCHEMA } from '../tables/queue-tables.ts';
import { databaseAddress, withConnection } from './connections.ts';
import { asOwner } from './start-failure.ts';

export interface DatabaseUrls {
  /** For everything that the application does. */
  url: string;
  /**
   * For changes of the tables. Undefined when `url` is used for that as well, or when this process must not change them.
   */
  ownerUrl?: string | undefined;
}

/** The user to whom the owner grants the application's rights; undefined when both are the same. */
export function appUserOf({ url, ownerUrl }: DatabaseUrls): string | undefined {
  const { user } = databaseAddress(url);
  return ownerUrl === undefined || databaseAddress(ownerUrl).user === user ? undefined : user;
}

/** The password of the embedded database's second user: follows from the owner's, but not the other way round. */
export const derivedPassword = (ownerPassword: string): string =>
  deriveKey(ownerPassword, 'database application user').toString('hex');

/** Another process has created the user at the same time. */
const CREATED_BY_ANOTHER = new Set<string>([SQLSTATE.duplicateObject, SQLSTATE.uniqueViolation]);

async function hasUser(client: ClientBase, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  return rowCount !== 0;
}

/**
 * Creates a user without any rights except to sign in, or changes the password of an existing one. The statement
 * does not name the rights that a new user lacks anyway: only a superuser may.
 */
export async function createUser(client: ClientBase, name: string, password: string): Promise<void> {
  const verb = (await hasUser(client, name)) ? 'alter' : 'create';
  await client
    .query(`${verb} role ${escapeIdentifier(name)} login password ${escapeLiteral(password)}`)
    .catch((error: unknown) => {
      if (!CREATED_BY_ANOTHER.has(codeOf(error))) throw error;
    });
}

const REFUSED = new Set<string>([SQLSTATE.invalidPassword, SQLSTATE.invalidAuthorizationSpecification]);

/** Whether a user has the application's rights to the history. Others may belong to somebody else. */
async function isAppUser(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ adds: boolean | null; rewrites: boolean | null }>(
    `select has_table_privilege($1::name, history, 'insert') as adds,
       has_table_privilege($1::name, history, 'update, delete, truncate') as rewrites
     from to_regclass($2) as history`,
    [name, HISTORY_TABLES[0]],
  );
  return rows[0]?.adds === true && rows[0].rewrites === false;
}

/** Without a connection of the user, only the addresses show whether it is the owner's server that refuses it. */
function requireSameAddress(url: string, ownerUrl: string): void {
  const [app, owner] = [databaseAddress(url), databaseAddress(ownerUrl)];
  if (app.server === owner.server && app.database === owner.database) return;
  throw unavailable(
    'DIFFERENT_ADDRESSES',
    `The PostgreSQL server ${app.server} refuses user "${app.user}" of DATABASE_URL, and DATABASE_OWNER_URL has another host, port or database: give both the same, or create the user yourself.`,
  );
}

/**
 * Creates the user of `url` if there is none. Changes the password of the application's user if it is refused.
 *
 * @throws the error of signing in where it may do neither; errors of the owner, such as for one that must not create users.
 */
export async function ensureAppUser(url: string, ownerUrl: string): Promise<void> {
  const options = { applicationName: 'marketdex-start' };
  try {
    await withConnection(url, options, async () => undefined);
  } catch (error) {
    const code = codeOf(error);
    if (!REFUSED.has(code)) throw error;
    requireSameAddress(url, ownerUrl);
    const { user } = databaseAddress(url);
    await withConnection(ownerUrl, options, async (owner) => {
      const isLeftAlone =
        (await hasUser(owner, user)) &&
        !(code === SQLSTATE.invalidPassword && (await isAppUser(owner, user)));
      if (isLeftAlone) throw error;
      await asOwner(createUser(owner, user, decodeURIComponent(new URL(url).password)));
    });
  }
}

const ROWS = 'select, insert, update, delete';

/**
 * Grants a user what the application needs: reading and changing rows, but neither changing tables nor rewriting the
 * history. Covers the tables of later migrations, which run as the same owner, and can be repeated.
 *
 * @param client connected as the owner of the tables
 */
export async function grantAppRights(client: ClientBase, name: string): Promise<void> {
  const user = escapeIdentifier(name);
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  const schema = escapeIdentifier(rows[0]?.schema ?? 'public');
  const granted = (where: string) => `
    grant usage on schema ${where} to ${user};
    grant ${ROWS} on all tables in schema ${where} to ${user};
    grant usage, select on all sequences in schema ${where} to ${user};
    alter default privileges in schema ${where} grant ${ROWS} on tables to ${user};
    alter default privileges in schema ${where} grant usage, select on sequences to ${user};`;
  const history = HISTORY_TABLES.join(', ');
  // The queue creates a sequence for each of its queues.
  await client.query(`${granted(schema)} ${granted(QUEUE_SCHEMA)}
    grant create on schema ${QUEUE_SCHEMA} to ${user};
    revoke create on schema ${schema} from public;
    revoke insert, update, delete on ${MIGRATION_TABLE}, ${QUEUE_SCHEMA}.migration from ${user};
    revoke update, delete on ${history} from ${user};
    grant update on sequence market_sequence to ${user}`);
}
