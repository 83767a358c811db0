import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import type { LogEntry } from '../../contract/admin/logs.ts';
import { createTestLog } from '../../testing/run/log.ts';
import { startRedis } from '../../testing/servers/redis-server.ts';
import { LogFeed } from './log-feed.ts';

const ENTRY: LogEntry = {
  id: '0199d2d4-0000-7000-8000-000000000000',
  timestamp: '2026-03-14T12:00:00.000Z',
  level: 'info',
  category: 'general',
  message: 'of the other process',
  metadata: {},
  user: null,
  ip: null,
};

it('lines of other processes arrive once Redis is reached, however late that is, and only valid ones', async () => {
  const redis = await startRedis();
  await redis.process().end(10_000);
  const log = createTestLog();
  const feed = new LogFeed(redis.url, log.logger);
  const received: string[] = [];
  feed.on((entries) => received.push(...entries.map(({ message }) => message)));
  await expect.poll(() => log.lines.length).toBeGreaterThan(5);

  await redis.start();
  const other = new LogFeed(redis.url, log.logger);
  await expect
    .poll(() => {
      other.push(ENTRY);
      return received;
    })
    .toContain(ENTRY.message);

  // Of another program or version.
  const stranger = new Redis(redis.url);
  const mixed = {
    from: 'later',
    entries: [{ ...ENTRY, category: 'later' }, null, { ...ENTRY, message: 'last' }],
  };
  for (const text of ['no JSON', 'null', '{}', JSON.stringify(mixed)])
    await stranger.publish('marketdex:log', text);
  await expect.poll(() => received).toContain('last');
  expect(new Set(received)).toEqual(new Set([ENTRY.message, 'last']));
  stranger.disconnect();
  feed.close();
  other.close();
  await redis.stop();
});
