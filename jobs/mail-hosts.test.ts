import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PutOff } from '../src/queue/job-handler.ts';
import { MailHosts } from './mail-hosts.ts';

const AT_ONCE = 12;

class Late extends Error {}
const isLate = (error: unknown) => error instanceof Late;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

let hosts: MailHosts;
beforeEach(() => {
  hosts = new MailHosts();
});

/** A mail that is on its way until it is settled. */
function mailTo(host: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const outcome = hosts.send(`red@${host}`, () => promise, isLate).catch((error: unknown) => error);
  return { take: resolve, fail: reject, outcome };
}

const take = (host: string) => hosts.send(`red@${host}`, async () => undefined, isLate);

test('a host takes some of the slots, and others are not held up', async () => {
  const mails = Array.from({ length: AT_ONCE }, () => mailTo('slow.example'));
  await expect(take('SLOW.example')).rejects.toBeInstanceOf(PutOff);
  await take('quick.example');
  mails[0]?.take();
  await mails[0]?.outcome;
  await take('slow.example');
});

test('a host that does not answer in time is left for longer and longer, and tried with one mail', async () => {
  for (const seconds of [5, 10, 20]) {
    const late = mailTo('slow.example');
    // After the first one, no second mail goes out while the one that tries the host is on its way.
    if (seconds > 5) await expect(take('slow.example')).rejects.toBeInstanceOf(PutOff);
    late.fail(new Late());
    await late.outcome;
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    await expect(take('slow.example')).rejects.toBeInstanceOf(PutOff);
    vi.advanceTimersByTime(1);
  }
  await take('slow.example');
  const mails = Array.from({ length: AT_ONCE }, () => mailTo('slow.example'));
  for (const mail of mails) mail.take();
  expect(await Promise.all(mails.map(({ outcome }) => outcome))).toEqual(mails.map(() => undefined));
});

test('a host that refuses a mail or puts it off answers, so it is not left', async () => {
  await expect(
    hosts.send('red@quick.example', () => Promise.reject(new Error('451')), isLate),
  ).rejects.toThrow('451');
  await take('quick.example');
});

test('mails that find no place of their host wait longer the more they are and the slower it is', async () => {
  for (let n = 0; n < AT_ONCE; n += 1) mailTo('slow.example');
  const waitMs = async () => {
    const error: unknown = await take('slow.example').catch((thrown: unknown) => thrown);
    return (error as PutOff).waitMs;
  };
  expect(await waitMs()).toBeLessThan(500);
  vi.advanceTimersByTime(3_000);
  const waits: number[] = [];
  for (let n = 0; n < 100; n += 1) waits.push(await waitMs());
  expect(waits[0]).toBeLessThan(2_000);
  expect(Math.min(...waits.slice(60))).toBeGreaterThanOrEqual(15_000);
  expect(Math.max(...waits)).toBeLessThan(30_000);
});

test('a mail waits until its host is tried again, and at most twice as long', async () => {
  const late = mailTo('slow.example');
  late.fail(new Late());
  await late.outcome;
  const error: unknown = await take('slow.example').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PutOff);
  const { waitMs } = error as PutOff;
  expect(waitMs).toBeGreaterThanOrEqual(5_000);
  expect(waitMs).toBeLessThan(10_000);
});
