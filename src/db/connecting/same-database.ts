import { randomInt } from 'node:crypto';
import { DomainError } from '../../lib/errors.ts';
import { addressOf } from './address.ts';
import { withConnection } from './connections.ts';

const KEYS = 2 ** 47;

const placeOf = (url: string): string => {
  const { server, database } = addressOf(url);
  return `"${database}" at ${server}`;
};

/** The error for settings that must reach one database, and do not. */
const differentDatabases = (url: string, ownerUrl: string): DomainError =>
  new DomainError(
    'unavailable',
    'DIFFERENT_DATABASES',
    `DATABASE_URL (${placeOf(url)}) and DATABASE_OWNER_URL (${placeOf(ownerUrl)}) reach different databases: set both to the same one.`,
  );

/**
 * Requires that both addresses reach the same database. Their texts prove nothing, as a server can have several names.
 * Identifiers prove nothing either: a copied server has the same ones. An advisory lock does: another connection finds it
 * taken only in the same database of the same running server.
 *
 * @throws DomainError unavailable when they reach different databases; errors of the connections pass through.
 */
export async function requireSameDatabase(url: string, ownerUrl: string): Promise<void> {
  const options = { applicationName: 'marketdex-start' };
  const key = randomInt(KEYS);
  await withConnection(ownerUrl, options, async (owner) => {
    await owner.query('select pg_advisory_lock($1)', [key]);
    const { rows } = await withConnection(url, options, (app) =>
      app.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [key]),
    );
    if (rows[0]?.free) throw differentDatabases(url, ownerUrl);
  });
}
