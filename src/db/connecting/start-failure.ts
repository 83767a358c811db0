import type { Config } from '../../config.ts';
import { codeOf, DomainError, unavailable } from '../../lib/errors.ts';
import { diskFull, fileProblem } from '../../lib/process/file-problem.ts';
import { databaseProblemOf, innerErrors } from '../problems.ts';
import { SQLSTATE } from '../sqlstate.ts';
import { databaseAddress } from './connections.ts';

type Settings = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'port' | 'host'>;

interface Failure {
  code: string;
  message: string;
  syscall?: string | undefined;
  path?: string | undefined;
  hostname?: string | undefined;
}

/** The error with a code, below wrappers and lists of tried addresses. */
function failureOf(error: unknown): Failure {
  let found = error;
  for (let depth = 0; depth < 8; depth += 1) {
    const [below] = innerErrors(found);
    if (codeOf(found) !== '' || below === undefined) break;
    found = below;
  }
  const { message, syscall, path, hostname } = (found ?? {}) as Partial<Failure>;
  const [line = ''] = (message ?? String(found)).split('\n');
  return { code: codeOf(found), message: line, syscall, path, hostname };
}

/** An error of the connection with `DATABASE_OWNER_URL`. */
class OwnerFailure extends Error {}

/** Marks errors of work with `DATABASE_OWNER_URL`, so that `startFailure` names that setting. */
export const asOwner = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw cause instanceof DomainError ? cause : new OwnerFailure('The owner failed', { cause });
  });

interface Configured {
  setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL';
  url: string;
}

/** The address that an error is about; undefined for the embedded database. */
function configuredOf(error: unknown, { databaseUrl, databaseOwnerUrl }: Settings): Configured | undefined {
  if (databaseUrl === undefined) return undefined;
  return error instanceof OwnerFailure && databaseOwnerUrl !== undefined
    ? { setting: 'DATABASE_OWNER_URL', url: databaseOwnerUrl }
    : { setting: 'DATABASE_URL', url: databaseUrl };
}

const lacksRight = ({ setting, url }: Configured, message: string): string => {
  const { user, database } = databaseAddress(url);
  const lacks = `User "${user}" lacks permissions in the database "${database}" (${message})`;
  return setting === 'DATABASE_URL'
    ? `${lacks}: run "npm run cli -- db migrate" with DATABASE_OWNER_URL, or make the user its owner.`
    : `${lacks}: set DATABASE_OWNER_URL to the owner of its tables, and create the user of DATABASE_URL or change its password yourself if the owner must not.`;
};

/** Connection problems: of the network, or of a server that is starting or stopping. */
const CONNECTION = new Set(['DATABASE_AWAY', 'DATABASE_STARTING', 'DATABASE_BUSY']);

/** How PgBouncer refuses a setting that a connection starts with. PostgreSQL knows all of ours. */
const POOLER = /unsupported startup parameter/;

const NO_TLS = /server does not support SSL/;
/** Codes of Node for a certificate that it does not accept. */
const UNKNOWN_CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** Why a configured database is unavailable; undefined for an error with another cause. */
function databaseSentence(
  { code, message }: Failure,
  problem: string | undefined,
  configured: Configured,
): string | undefined {
  const { setting, url } = configured;
  const { server, user, database } = databaseAddress(url);
  if (POOLER.test(message))
    return `${server} is a connection pooler that refuses the time limits of connections (${message}): set ${setting} to the PostgreSQL server itself.`;
  switch (code) {
    case SQLSTATE.invalidPassword:
      return `The PostgreSQL server ${server} refuses the password of user "${user}": correct ${setting}.`;
    case SQLSTATE.invalidAuthorizationSpecification:
      return `The PostgreSQL server ${server} rejects user "${user}" (${message}): correct ${setting} or the server's pg_hba.conf.`;
    case SQLSTATE.invalidCatalogName:
      return `The PostgreSQL server ${server} has no database "${database}": create it, or correct ${setting}.`;
    case SQLSTATE.insufficientPrivilege:
      return lacksRight(configured, message);
    case SQLSTATE.duplicateTable:
      return `The database "${database}" of the PostgreSQL server ${server} has tables of another program (${message}): create an empty database, and name it in ${setting}.`;
    case SQLSTATE.diskFull:
      return `The disk of the PostgreSQL server ${server} is full: free some space there.`;
    case SQLSTATE.tooManyConnections:
      return `The PostgreSQL server ${server} has no free connection: raise its max_connections, or lower DATABASE_POOL and DATABASE_READ_POOL.`;
    case SQLSTATE.cannotConnectNow:
      return `The PostgreSQL server ${server} is not ready (${message}): start again when it is.`;
    case SQLSTATE.readOnlySqlTransaction:
      return `The PostgreSQL server ${server} is read-only: set ${setting} to the primary server.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of the PostgreSQL server ${server} cannot be resolved: correct ${setting}, or check the DNS server.`;
  }
  if (NO_TLS.test(message))
    return `The PostgreSQL server ${server} offers no encryption: turn it on there (ssl = on), or remove sslmode from ${setting}.`;
  if (UNKNOWN_CERTIFICATE.test(code))
    return `The certificate of the PostgreSQL server ${server} is not trusted (${message.split(';')[0]}): add sslrootcert=FILE with its authority to ${setting}, or set NODE_EXTRA_CA_CERTS.`;
  if (problem === undefined || !CONNECTION.has(problem)) return undefined;
  return `The PostgreSQL server ${server} cannot be reached (${message || code}): start it, or correct ${setting}.`;
}

/** Why the embedded database is unavailable; undefined for an error with another cause. */
function embeddedSentence(problem: string | undefined, dataDir: string): string | undefined {
  if (problem === 'DATABASE_FULL') return diskFull(dataDir);
  if (problem === undefined || !CONNECTION.has(problem)) return undefined;
  return `The embedded PostgreSQL stopped while this process was starting: see ${dataDir}/postgres/server.log, then start again.`;
}

function listenSentence({ code }: Failure, { host, port }: Settings): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop the other program, or set PORT to another port.`;
  if (code === 'EACCES') return `Port ${port} needs more privileges: set PORT to 1024 or higher.`;
  return `Cannot listen on ${host}:${port} (${code}): correct HOST and PORT.`;
}

/** Whether a server could not listen. Resolving its host may fail too, as may that of the database's host. */
const isOfListening = ({ syscall, hostname }: Failure, { host }: Settings): boolean =>
  syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host);

/** Why a process could not start, in one sentence that says what to do and never contains a password. */
export function startFailure(error: unknown, settings: Settings): DomainError {
  if (error instanceof DomainError) return error;
  const failure = failureOf(error);
  const problem = databaseProblemOf(error)?.code;
  const { dataDir } = settings;
  const configured = configuredOf(error, settings);
  const known = isOfListening(failure, settings)
    ? listenSentence(failure, settings)
    : (fileProblem(failure, dataDir) ??
      (configured === undefined
        ? embeddedSentence(problem, dataDir)
        : databaseSentence(failure, problem, configured)));
  const message = known ?? `The start failed (${failure.message}): LOG_LEVEL=debug shows where.`;
  return unavailable(problem ?? 'START_FAILED', message);
}
