import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PutOff } from '../src/queue/job-handler.ts';
import { MailHosts } from './mail-hosts.ts';

const MAX_CONCURRENT = 12;

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

/** A mail that is being sent until `take` or `fail` is called. */
function mailTo(host: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const outcome = hosts.send(`red@${host}`, () => promise, isLate).catch((error: unknown) => error);
  return { take: resolve, fail: reject, outcome };
}

const take = (host: string) => hosts.send(`red@${host}`, async () => undefined, isLate);

test('one host occupies only part of the slots', async () => {
  const mails = Array.from({ length: MAX_CONCURRENT }, () => mailTo('slow.example'));
  await expect(take('SLOW.example')).rejects.toBeInstanceOf(PutOff);
  await take('quick.example');
  mails[0]?.take();
  await mails[0]?.outcome;
  await take('slow.example');
});

test('a host that times out is avoided for increasing times, then probed with one mail', async () => {
  for (const seconds of [5, 10, 20]) {
    const late = mailTo('slow.example');
    // After the first timeout, only one mail at a time probes the host.
    if (seconds > 5) await expect(take('slow.example')).rejects.toBeInstanceOf(PutOff);
    late.fail(new Late());
    await late.outcome;
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    await expect(take('slow.example')).rejects.toBeInstanceOf(PutOff);
    vi.advanceTimersByTime(1);
  }
  await take('slow.example');
  const mails = Array.from({ length: MAX_CONCURRENT }, () => mailTo('slow.example'));
  for (const mail of mails) mail.take();
  expect(await Promise.all(mails.map(({ outcome }) => outcome))).toEqual(mails.map(() => undefined));
});

test('a host that refuses or defers a mail is not avoided', async () => {
  await expect(
    hosts.send('red@quick.example', () => Promise.reject(new Error('451')), isLate),
  ).rejects.toThrow('451');
  await take('quick.example');
});

test('mails to a host at its limit wait longer the more they are and the slower the host is', async () => {
  for (let n = 0; n < MAX_CONCURRENT; n += 1) mailTo('slow.example');
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

test('a mail waits at least until its host is probed again, and at most twice as long', async () => {
  const late = mailTo('slow.example');
  late.fail(new Late());
  await late.outcome;
  const error: unknown = await take('slow.example').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PutOff);
  const { waitMs } = error as PutOff;
  expect(waitMs).toBeGreaterThanOrEqual(5_000);
  expect(waitMs).toBeLessThan(10_000);
});
