import { describe, expect, it } from 'vitest';
import { asOwner, startFailure } from './start-failure.ts';

const SETTINGS = {
  databaseUrl: 'postgres://app:secret@db.example/market',
  databaseOwnerUrl: 'postgres://boss:secret@db.example:5433/market',
  dataDir: '/data',
  port: 3000,
  host: '127.0.0.1',
};
const failure = (code: string, message = code) => Object.assign(new Error(message), { code });

const sentence = (error: unknown): string => startFailure(error, SETTINGS).message;
const sentenceAsOwner = (error: unknown): Promise<string> => asOwner(Promise.reject(error)).catch(sentence);

describe('an error of the database names the setting and the user of the connection that failed:', () => {
  it.each([
    [failure('28P01'), 'refuses the password of user "boss": correct DATABASE_OWNER_URL.'],
    [failure('28000', 'no entry'), 'rejects user "boss" (no entry): correct DATABASE_OWNER_URL or'],
    [failure('3D000'), 'has no database "market": create it, or correct DATABASE_OWNER_URL.'],
    [failure('ENOTFOUND'), 'cannot be resolved: correct DATABASE_OWNER_URL, or'],
    [
      failure('ECONNREFUSED'),
      'db.example:5433 cannot be reached (ECONNREFUSED): start it, or correct DATABASE_OWNER_URL.',
    ],
    [
      failure('42501', 'denied'),
      'User "boss" lacks permissions in the database "market" (denied): set DATABASE_OWNER_URL to',
    ],
  ])('%s', async (error, said) => {
    expect(await sentenceAsOwner(error)).toContain(said);
    expect(sentence(error)).not.toContain('boss');
    expect(sentence(error)).not.toContain('correct DATABASE_OWNER_URL');
  });
});

it.each([
  [failure('42P07', 'relation "sale" already exists'), 'has tables of another program'],
  [failure('', 'The server does not support SSL connections'), 'offers no encryption'],
  [
    failure('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify; try --use-system-ca'),
    'is not trusted (unable to verify): add sslrootcert=FILE',
  ],
])('%s says what to do', (error, said) => expect(sentence(error)).toContain(said));

it('sends the connections of a pooler that refuses their limits to the server itself', () => {
  const refused = failure('08P01', 'unsupported startup parameter: statement_timeout');
  expect(sentence(refused)).toBe(
    'db.example:5432 is a connection pooler that refuses the time limits of connections (unsupported startup parameter: statement_timeout): set DATABASE_URL to the PostgreSQL server itself.',
  );
});
