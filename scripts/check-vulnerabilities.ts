import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { DAY_MS } from '../src/contract/shared/dates.ts';

/**
 * Compares what `npm audit --json` reports, from standard input, with the time limits of docs/security/components.md.
 * Each reported advisory needs a line in the table, which states since when it is known and whether the vulnerable code
 * can be reached here. Fails for an advisory without a line, and for one whose time is over.
 *
 * Usage: npm audit --json | node scripts/check-vulnerabilities.ts [table]
 */
const TABLE = process.argv[2] ?? 'docs/security/vulnerabilities.jsonl';

/** Days until a component must have been updated or replaced. */
const DAYS = {
  critical: { reachable: 2, unreachable: 30 },
  high: { reachable: 7, unreachable: 30 },
  moderate: { reachable: 30, unreachable: 90 },
  low: { reachable: 90, unreachable: Number.POSITIVE_INFINITY },
  info: { reachable: 90, unreachable: Number.POSITIVE_INFINITY },
} as const;

interface Advisory {
  name: string;
  severity: keyof typeof DAYS;
  title: string;
  /** Ends with the advisory's id. */
  url: string;
}

interface Known {
  advisory: string;
  /** When it was first reported, `YYYY-MM-DD`. */
  seen: string;
  reachable: boolean;
  why: string;
}

interface Report {
  vulnerabilities?: Record<string, { via: (Advisory | string)[] }>;
}

function reported({ vulnerabilities }: Report): Map<string, Advisory> {
  if (!vulnerabilities) {
    process.stderr.write('npm audit has not reported: does the registry offer advisories?\n');
    process.exit(1);
  }
  const advisories = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause !== 'string'),
  );
  return new Map(advisories.map((advisory) => [advisory.url.split('/').at(-1) ?? '', advisory]));
}

function knownOnes(): Map<string, Known> {
  const lines = readFileSync(TABLE, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Known).map((known) => [known.advisory, known]));
}

function issueOf(id: string, { name, severity, title }: Advisory, known: Known | undefined): string | null {
  const what = `${id} (${severity}) in ${name}: ${title}`;
  if (!known) return `${what}: update ${name}, or add it to ${TABLE}`;
  if (!known.why || Number.isNaN(Date.parse(known.seen))) return `${what}: its line has no date or no reason`;
  const days = DAYS[severity][known.reachable ? 'reachable' : 'unreachable'];
  return Date.now() > Date.parse(known.seen) + days * DAY_MS
    ? `${what}: known since ${known.seen}, longer than ${days} days`
    : null;
}

const found = reported(JSON.parse(await text(process.stdin)) as Report);
const known = knownOnes();
const issues = [...found].flatMap(([id, advisory]) => issueOf(id, advisory, known.get(id)) ?? []);
process.stdout.write(`${found.size} known vulnerabilities of components\n`);
for (const issue of issues) process.stdout.write(`  ${issue}\n`);
process.exitCode = issues.length > 0 ? 1 : 0;
