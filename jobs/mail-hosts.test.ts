import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JobDeferred } from '../src/queue/job-handler.ts';
import { MailHosts } from './mail-hosts.ts';
import { type FailureSource, MailFailure } from './mailer.ts';

const SLOTS = 20;
const MAX_CONCURRENT = 12;
const MAX_PROBES = 4;
/** The pauses of a server or host that keeps failing. */
const PAUSES_S = [1, 2, 4, 8, 16, 32, 60, 60];

let hosts: MailHosts;
let due: string[];
let jobs: number;

beforeEach(() => {
  vi.useFakeTimers();
  due = [];
  jobs = 0;
  hosts = new MailHosts((jobIds) => due.push(...jobIds));
});
afterEach(() => {
  vi.useRealTimers();
});

const newJob = () => {
  jobs += 1;
  return `job-${jobs}`;
};

/** An email that is being sent until `accept` or `fail` is called. */
function mailTo(host: string, jobId = newJob()) {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const outcome = hosts.send(`red@${host}`, jobId, () => promise).catch((error: unknown) => error);
  return {
    accept: () => {
      resolve(true);
      return outcome;
    },
    fail: (source?: FailureSource) => {
      reject(new MailFailure(`failed: ${source}`, { source }));
      return outcome;
    },
  };
}

/** Sends an email at once; rejects when it is deferred. */
const accept = (host: string, jobId = newJob()) => hosts.send(`red@${host}`, jobId, async () => true);

/** Milliseconds that an email to this host is deferred. */
async function waitMs(host: string, jobId = newJob()): Promise<number> {
  const error: unknown = await accept(host, jobId).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(JobDeferred);
  return (error as JobDeferred).waitMs;
}

test('one host occupies only part of the slots', async () => {
  const mails = Array.from({ length: MAX_CONCURRENT }, () => mailTo('slow.example'));
  await waitMs('SLOW.example', 'waiting');
  await accept('quick.example');
  expect(due).toEqual([]);
  await mails[0]?.accept();
  expect(due).toEqual(['waiting']);
  await accept('slow.example');
});

test.each([
  ['a host that times out', 'host', 'slow.example', 'quick.example'],
  ['a server that cannot be reached', 'server', 'quick.example', undefined],
] as const)('%s is avoided for 1 s, 2 s, 4 s … 60 s, and probed by one mail each time', async (...given) => {
  const [, source, host, unaffected] = given;
  for (const [failures, seconds] of PAUSES_S.entries()) {
    const probe = mailTo('slow.example');
    if (failures > 0) await waitMs(host);
    await probe.fail(source);
    if (unaffected) await accept(unaffected);
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    await waitMs(host);
    vi.advanceTimersByTime(1);
  }
  await accept('slow.example');
});

test('when the probe is sent, all mails that were deferred are due at once, and no limit remains', async () => {
  await mailTo('slow.example').fail('host');
  const waiting = Array.from({ length: 100 }, newJob);
  for (const id of waiting) await waitMs('slow.example', id);
  vi.advanceTimersByTime(1_000);
  const probe = mailTo('slow.example', waiting[0]);
  await waitMs('slow.example', waiting[1]);
  await probe.accept();
  expect(due.toSorted()).toEqual(waiting.slice(1).toSorted());
  const mails = Array.from({ length: MAX_CONCURRENT }, () => mailTo('slow.example'));
  expect(await Promise.all(mails.map((mail) => mail.accept()))).toEqual(mails.map(() => undefined));
});

test('a server that works again releases the mails to all hosts', async () => {
  await mailTo('a.example', 'a').fail('server');
  expect(hosts.untilServerWorks('a').waitMs).toBe(1_000);
  await waitMs('b.example', 'b');
  vi.advanceTimersByTime(1_000);
  await accept('c.example');
  expect(due).toEqual(['a', 'b']);
});

test('mails that fail together count as one failure', async () => {
  const mails = Array.from({ length: MAX_CONCURRENT }, () => mailTo('slow.example'));
  for (const mail of mails) await mail.fail('host');
  vi.advanceTimersByTime(1_000);
  await accept('slow.example');
});

test('an email that times out after the host worked again does not close it', async () => {
  const [first, second] = [mailTo('slow.example'), mailTo('slow.example')];
  await first.fail('host');
  vi.advanceTimersByTime(1_000);
  await accept('slow.example');
  await second.fail('host');
  await accept('slow.example');
});

test('an email that is sent in spite of the failure of another opens the host', async () => {
  const [first, second] = [mailTo('slow.example'), mailTo('slow.example')];
  await first.fail('host');
  await waitMs('slow.example', 'waiting');
  await second.accept();
  expect(due).toEqual(['waiting']);
  await accept('slow.example');
});

test.each([['mail' as const], [undefined]])(
  'an email that fails by itself or for another reason closes nothing: %s',
  async (source) => {
    await mailTo('quick.example').fail(source);
    await accept('quick.example');
  },
);

test('an error of something else is no sign that a closed host works', async () => {
  await mailTo('slow.example').fail('host');
  vi.advanceTimersByTime(1_000);
  const probe = mailTo('slow.example');
  await waitMs('slow.example', 'waiting');
  await probe.fail(undefined);
  expect(due).toEqual([]);
  const next = mailTo('slow.example');
  await waitMs('slow.example');
  await next.accept();
  expect(due).toContain('waiting');
});

test('hosts that fail together occupy few slots', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `${n}.example`);
  for (const name of names) await mailTo(name).fail('host');
  vi.advanceTimersByTime(1_000);
  const probes = names.slice(0, MAX_PROBES).map((name) => mailTo(name));
  await waitMs('9.example', 'waiting');
  await accept('quick.example');
  await probes[0]?.fail('host');
  expect(due).toEqual(['waiting']);
  mailTo('9.example', 'waiting');
});

test('mails to a host at its limit wait longer the more they are and the slower the host is', async () => {
  for (let n = 0; n < MAX_CONCURRENT; n += 1) mailTo('slow.example');
  expect(await waitMs('slow.example')).toBeLessThanOrEqual(500);
  vi.advanceTimersByTime(3_000);
  const waits: number[] = [];
  for (let n = 0; n < 100; n += 1) waits.push(await waitMs('slow.example'));
  expect(waits[0]).toBeLessThanOrEqual(2_000);
  expect(Math.min(...waits.slice(60))).toBeGreaterThanOrEqual(15_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
});

test('one mail returns when its host is probed again, the others up to twice as late', async () => {
  await mailTo('slow.example').fail('host');
  expect(await waitMs('slow.example')).toBe(1_000);
  const others = [await waitMs('slow.example'), await waitMs('slow.example')];
  for (const ms of others) {
    expect(ms).toBeGreaterThanOrEqual(1_000);
    expect(ms).toBeLessThanOrEqual(2_000);
  }
});

test('a host that fails is forgotten when no mail has been sent to it for long', async () => {
  await mailTo('dead.example').fail('host');
  vi.advanceTimersByTime(10 * 60_000);
  await accept('quick.example');
  mailTo('dead.example');
  await accept('dead.example');
});

test('a mail that waits for its host takes no place of those that wait for the server', async () => {
  for (let n = 0; n < MAX_CONCURRENT; n += 1) mailTo('slow.example');
  const other = mailTo('other.example');
  for (let n = MAX_CONCURRENT + 1; n < SLOTS; n += 1) mailTo(`${n}.example`);
  await waitMs('slow.example', 'waits for its host');
  await waitMs('quick.example', 'waits for the server');
  await other.fail(undefined);
  await waitMs('slow.example', 'waits for its host');
  await accept('quick.example');
  expect(due).toEqual(['waits for the server']);
});
