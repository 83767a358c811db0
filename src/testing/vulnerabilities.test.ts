import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY_MS } from '../contract/shared/dates.ts';
import { testFolder } from './run/folder.ts';

const folder = testFolder();

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const advisory = (severity: string) => ({
  name: 'left',
  severity,
  title: 'A title',
  url: 'https://github.com/advisories/GHSA-1111-2222-3333',
});
/** As npm reports one: packages that depend on the vulnerable one name it. */
const reportOf = (severity: string) => ({
  vulnerabilities: { left: { via: [advisory(severity)] }, right: { via: ['left'] } },
});
const line = (seen: string, reachable: boolean, why = 'the parser is not used') => ({
  advisory: 'GHSA-1111-2222-3333',
  seen,
  reachable,
  why,
});

function check(report: object, ...known: object[]) {
  const table = path.join(folder, 'table.jsonl');
  writeFileSync(table, known.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const script = path.resolve('scripts/check-vulnerabilities.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, table], {
    input: JSON.stringify(report),
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

it('a component beyond the time limit for its vulnerability fails the check', () => {
  expect(check({ vulnerabilities: {} })).toMatchObject({ status: 0 });
  expect(check(reportOf('high')).output).toContain(
    'GHSA-1111-2222-3333 (high) in left: A title: update left',
  );
  // A day of distance from each limit: midnight may pass meanwhile.
  expect(check(reportOf('high'), line(daysAgo(5), true))).toMatchObject({ status: 0 });
  expect(check(reportOf('high'), line(daysAgo(8), true)).output).toContain('longer than 7 days');
  expect(check(reportOf('high'), line(daysAgo(28), false))).toMatchObject({ status: 0 });
  const late = check(reportOf('high'), line(daysAgo(31), false));
  expect(late).toMatchObject({ status: 1, output: expect.stringContaining('longer than 30 days') });
  expect(check(reportOf('critical'), line('2020-01-01', true)).output).toContain('longer than 2 days');
  expect(check(reportOf('low'), line('2020-01-01', false))).toMatchObject({ status: 0 });
});

it('a line without a reason, and a report that npm could not make, fail the check', () => {
  expect(check(reportOf('low'), line(daysAgo(0), false, '')).output).toContain('no date or no reason');
  const unavailable = check({ message: '405 Method Not Allowed', statusCode: 405 });
  expect(unavailable).toMatchObject({ status: 1, output: expect.stringContaining('has not reported') });
});
