import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Writes docs/security/asvs.md from the table docs/security/asvs.jsonl, which has one requirement per line; with
 * `--check`, only compares. Fails when a test or document that a line names does not exist, and when a requirement of
 * level 1 or 2 is missing.
 */
const TABLE = 'docs/security/asvs.jsonl';
const PAGE = 'docs/security/asvs.md';

const STATES = ['met', 'not met', 'not applicable'] as const;

interface Requirement {
  /** The number in ASVS 5.0.0. */
  id: string;
  level: 1 | 2 | 3;
  /** What it asks for, in a few words of our own. */
  what: string;
  state: (typeof STATES)[number];
  /** Where it is shown that a requirement is met: a test and its title, or a document or setting and words in it. */
  file?: string;
  text?: string;
  why?: string;
}

/** How many requirements ASVS 5.0.0 has at these levels. */
const TOTALS = { 1: 70, 2: 183 } as const;

const CHAPTERS: Record<string, string> = {
  1: 'Encoding and sanitization',
  2: 'Validation and business logic',
  3: 'Web frontend',
  4: 'API and web service',
  5: 'Files',
  6: 'Authentication',
  7: 'Sessions',
  8: 'Authorization',
  9: 'Self-contained tokens',
  10: 'OAuth and OIDC',
  11: 'Cryptography',
  12: 'Secure communication',
  13: 'Configuration',
  14: 'Data protection',
  15: 'Secure coding and architecture',
  16: 'Logging and error handling',
  17: 'WebRTC',
};

const requirements = readFileSync(TABLE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Requirement);

const chapterOf = ({ id }: Requirement) => id.split('.')[0] ?? '';
const order = (id: string) => id.split('.').reduce((sum, part) => sum * 100 + Number(part), 0);

function issuesOf({ id, state, file, text, why }: Requirement): string[] {
  if (!STATES.includes(state)) return [`${id} has the state ${state}`];
  if (state !== 'met') return why ? [] : [`${id} has no reason`];
  if (!file || !text) return [`${id} names no test`];
  if (!existsSync(file)) return [`${id} names ${file}, which does not exist`];
  return readFileSync(file, 'utf8').includes(text) ? [] : [`${id} names "${text}", which is not in ${file}`];
}

function issuesOfTable(): string[] {
  const unordered = requirements.filter(
    ({ id }, at) => at > 0 && order(id) <= order(requirements[at - 1]?.id ?? ''),
  );
  const counts = Object.entries(TOTALS).flatMap(([level, total]) => {
    const found = requirements.filter((each) => each.level === Number(level)).length;
    return found === total ? [] : [`level ${level} has ${found} requirements instead of ${total}`];
  });
  return [...unordered.map(({ id }) => `${id} is out of order or repeated`), ...counts];
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');

function proofOf({ state, file = '', text = '', why = '' }: Requirement): string {
  if (state !== 'met') return cell(why);
  return `\`${file}\`: ${cell(text.replace(/^#+ /, ''))}`;
}

function summary(): string {
  const rows = [1, 2, 3].map((level) => {
    const numbers = STATES.map(
      (state) => requirements.filter((each) => each.level === level && each.state === state).length,
    );
    return `| L${level} | ${numbers.join(' | ')} |`;
  });
  return `| Level | ${STATES.join(' | ')} |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function chapter(number: string, title: string): string {
  const rows = requirements
    .filter((each) => chapterOf(each) === number)
    .map((each) => `| ${each.id} | ${each.level} | ${cell(each.what)} | ${each.state} | ${proofOf(each)} |`);
  return `## V${number} ${title}\n\n| | Level | | | Shown by, or why |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

const page = `# ASVS 5.0.0, line by line

Written by \`npm run asvs\` from \`${TABLE}\`; \`npm test\` checks that the tests and documents exist. Every requirement of
levels 1 and 2 is listed, and those of level 3 that apply. The numbers are those of
[OWASP ASVS 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0), the descriptions are ours.

${summary()}

${Object.entries(CHAPTERS)
  .map(([number, title]) => chapter(number, title))
  .join('\n')}`;

const issues = [...issuesOfTable(), ...requirements.flatMap(issuesOf)];
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
  issues.push(`${PAGE} is out of date: run "npm run asvs"`);

process.stdout.write(`${requirements.length} requirements\n`);
for (const issue of issues) process.stdout.write(`  ${issue}\n`);
process.exitCode = issues.length > 0 ? 1 : 0;
