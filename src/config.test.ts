import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, misspelledSettings } from './config.ts';
import { testFolder } from './testing/run/folder.ts';

const folder = testFolder();

describe('PUBLIC_URL', () => {
  const set = (text: string) => loadConfig({ APP_SECRET: 'x'.repeat(32), PUBLIC_URL: text }).publicUrl;

  it.each(['market.example', 'market.example:8080', 'mailto:oak@market.example', 'ftp://market.example'])(
    'refuses %s, which is no address of a site',
    (text) =>
      expect(() => set(text)).toThrow('PUBLIC_URL: must be an address such as https://market.example'),
  );

  it.each(['https://market.example/?page=1', 'https://market.example/#top'])(
    'refuses %s, which cannot be followed by a path',
    (text) => expect(() => set(text)).toThrow('PUBLIC_URL: must have no query and no fragment'),
  );

  it.each(['https://oak:pallet@market.example', 'https://oak@market.example', 'https://market.example/dex'])(
    'refuses %s, which is more than a site',
    (text) =>
      expect(() => set(text)).toThrow(
        'PUBLIC_URL: must have no user name, no password and no path: the site is served at /',
      ),
  );

  it.each([
    ['http://market.example:8080/', 'http://market.example:8080'],
    ['HTTPS://Market.Example', 'https://market.example'],
    ['https://m\u00fcnchen.example:443', 'https://xn--mnchen-3ya.example'],
  ])('takes %s as the origin that browsers send', (text, origin) => {
    expect(set(text)).toBe(origin);
  });
});

it('refuses an embedded database whose secret is missing, and generates no new one', async () => {
  const secret = path.join(folder, 'secret');
  await mkdir(path.join(folder, 'postgres'));
  await writeFile(path.join(folder, 'postgres', 'PG_VERSION'), '18');
  expect(() => loadConfig({ DATA_DIR: folder })).toThrow(
    `${secret} is missing, and what the database in ${folder}/postgres has encrypted cannot be read without it: put the file back from a backup, or set APP_SECRET to its content.`,
  );
  expect(existsSync(secret)).toBe(false);
  expect(loadConfig({ DATA_DIR: folder, APP_SECRET: 'x'.repeat(32) }).dataDir).toBe(folder);
  // Another database: the embedded one is not used.
  loadConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://user:p@db.example/dex' });
  expect(existsSync(secret)).toBe(true);
});

it('refuses the address of the owner without that of the servers', () =>
  expect(() =>
    loadConfig({ APP_SECRET: 'x'.repeat(32), DATABASE_OWNER_URL: 'postgres://owner:p@db.example/dex' }),
  ).toThrow(
    'These settings are invalid: DATABASE_OWNER_URL: needs DATABASE_URL too, the address with the user of the servers',
  ));

describe('addresses with a user and a password', () => {
  const set = (name: string, text: string) => loadConfig({ APP_SECRET: 'x'.repeat(32), [name]: text });

  it.each([
    ['DATABASE_URL', 'postgres://us%er:p@db.example/dex'],
    ['DATABASE_OWNER_URL', 'postgres://user:50%off@db.example/dex'],
    ['DATABASE_REPLICA_URLS', 'postgres://user:p@one.example/dex, postgres://user:p@two.example/d%ex'],
    ['REDIS_URL', 'rediss://default:50%off@redis.example'],
    ['SMTP_URL', 'smtp://oak:50%off@mail.example:587'],
  ])('refuses %s with a percent sign that encodes nothing: %s', (name, text) =>
    expect(() => set(name, text)).toThrow(
      `These settings are invalid: ${name}: must have special characters percent-encoded: % as %25`,
    ),
  );

  it('takes encoded characters', () => {
    const url = 'postgres://us%25er:50%25off%C3%A9@db.example/d%25ex';
    expect(set('DATABASE_URL', url).databaseUrl).toBe(url);
  });
});

it.each(['smtp://', 'smtps:///path'])('SMTP_URL=%s is refused, because it names no server', (text) => {
  expect(() => loadConfig({ APP_SECRET: 'x'.repeat(32), SMTP_URL: text })).toThrow(
    'SMTP_URL: must name the mail server, such as smtp://user:password@host:587',
  );
});

describe('MAIL_FROM', () => {
  const set = (text: string) => loadConfig({ APP_SECRET: 'x'.repeat(32), MAIL_FROM: text }).mailFrom;

  it.each([
    'foo',
    'MarketDex <foo>',
    'oak@market.example, elm@market.example',
    '<>',
    'oak@',
    'Oak <oak@market.example',
    'oak@market.example elm@market.example',
  ])('refuses %s, which is not one address', (text) =>
    expect(() => set(text)).toThrow('MAIL_FROM: must be an address such as MarketDex <no-reply@example.org>'),
  );

  it.each(['oak@market.example', 'MarketDex <no-reply@localhost>', '"Dex, Market" <oak@market.example>'])(
    'takes %s',
    (text) => expect(set(text)).toBe(text),
  );
});

describe('IMAGE_HOSTS', () => {
  const set = (text: string) => loadConfig({ APP_SECRET: 'x'.repeat(32), IMAGE_HOSTS: text }).imageHosts;

  it.each(['https://i.imgur.com', 'i.imgur.com/a', 'i.imgur.com, *'])('refuses %s', (text) =>
    expect(() => set(text)).toThrow('IMAGE_HOSTS: must be host names such as i.imgur.com'),
  );

  it('takes names, with or without a port', () => {
    expect(set('i.Imgur.com, pictures.example:8080')).toEqual(['i.imgur.com', 'pictures.example:8080']);
  });
});

it.each([
  ['RATE_LIMIT_FACTOR', '0', 'must be a number from 0.001 to 1,000,000'],
  ['RATE_LIMIT_FACTOR', '1e308', 'must be a number from 0.001 to 1,000,000'],
  ['RATE_LIMIT_FACTOR', '0x10', 'must be a number from 0.001 to 1,000,000'],
  ['HOST', '[::1]', 'must be an address such as 0.0.0.0 or ::1, without brackets'],
  ['REDIS_URL', 'redis://redis.example/abc', 'must end with the port or the number of a database'],
])('%s=%s is refused', (name, text, why) =>
  expect(() => loadConfig({ APP_SECRET: 'x'.repeat(32), [name]: text })).toThrow(`${name}: ${why}`),
);

it('ignores blanks around a value, except that of a secret', () => {
  const secret = ` ${'x'.repeat(32)} `;
  const given = { APP_SECRET: secret, HOST: ' ::1 ', PORT: '80\r', REDIS_URL: ' redis://redis.example/1' };
  expect(loadConfig(given)).toMatchObject({
    secret,
    host: '::1',
    port: 80,
    redisUrl: 'redis://redis.example/1',
  });
});

it('refuses a DATA_DIR whose name is too long', () =>
  expect(() => loadConfig({ DATA_DIR: path.join(folder, 'x'.repeat(300)) })).toThrow(
    /cannot be used as a folder \(ENAMETOOLONG\): set DATA_DIR to another one\.$/,
  ));

it.each(['0x10', '1e3', '-1', '3.5', '65536'])('PORT=%s is refused', (text) => {
  expect(() => loadConfig({ APP_SECRET: 'x'.repeat(32), PORT: text })).toThrow(
    'PORT: must be a whole number from 0 to 65,535',
  );
});

it('takes a blank variable as not set', () => {
  expect(
    loadConfig({ APP_SECRET: 'x'.repeat(32), PORT: ' ', DATA_DIR: ' ', SLOW_QUERY_MS: '\t' }),
  ).toMatchObject({
    port: 3000,
    dataDir: path.resolve('data'),
    slowQueryMs: 200,
  });
});

it('reports all invalid settings together, each by its name', () => {
  const env = {
    APP_SECRET: 'x'.repeat(32),
    APP_SECRETS_OLD: 'x'.repeat(31),
    DATABASE_REPLICA_URLS: 'foo,bar',
    PORT: 'many',
    REDIS_URL: 'host:6379',
    SMTP_URL: 'mail.example',
  };
  const issues = [
    'REDIS_URL: must start with redis:// or rediss://',
    'SMTP_URL: must start with smtp:// or smtps://',
    'APP_SECRETS_OLD: must be at least 32 characters long',
    'PORT: must be a whole number from 0 to 65,535',
    'DATABASE_REPLICA_URLS: must start with postgres:// or postgresql://',
  ];
  expect(() => loadConfig(env)).toThrow(`These settings are invalid: ${issues.join('; ')}`);
});

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['HOSTS', 'HOST'],
  ['HOME', null],
  ['PATH', null],
  ['DATABASE_USER', null],
  ['TEST_DATABASE_URL', null],
  ['DATABASE_URL', null],
])('takes %s for a misspelled %s', (name, setting) => {
  expect(misspelledSettings({ [name]: 'postgres://oak:hidden@db.example/dex' })).toEqual(
    setting === null ? [] : [`Unknown setting ${name}. Did you mean ${setting}?`],
  );
});
