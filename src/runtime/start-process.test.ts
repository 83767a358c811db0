import { expect, it } from 'vitest';
import { describeUse } from './start-process.ts';

it('names database, queue and mail server without their passwords', () => {
  const here = { dataDir: '/data', databaseUrl: undefined, redisUrl: undefined, smtpUrl: undefined };
  expect(describeUse(here)).toBe(
    'Database: the embedded one in /data/postgres. Queue: in the database. Mail: files in /data/mail.',
  );
  const servers = {
    dataDir: '/data',
    databaseUrl: 'postgres://oak:hidden@db.example:5433/dex?sslmode=require',
    redisUrl: 'rediss://default:hidden@redis.example/2',
    smtpUrl: 'smtp://oak:hidden@mail.example:587',
  };
  expect(describeUse(servers)).toBe(
    'Database: db.example:5433/dex. Queue: redis.example/2. Mail: mail.example:587.',
  );
});
