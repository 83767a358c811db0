import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SETTING_KEYS } from '../src/contract/admin/settings.ts';
import { ALL_FIELDS } from '../src/contract/query/fields.ts';
import { PATHS } from '../src/contract/shared/paths.ts';
import { DEFINITIONS } from '../src/queue/definitions.ts';

/**
 * Finds broken references: relative links and `#anchors` of Markdown pages, paths and names in capitals in backticks on those
 * pages, and every mention of a Markdown page in code, with its optional section title: docs/product.md "Validation". Also
 * finds what the lists of some pages lack.
 */
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

const TEXT = /\.(md|ts|tsx|mjs|cjs|css|json|ya?ml|html)$|(^|\/)(Dockerfile|Caddyfile|\.env\.example)$/;
/** Files that mention pages of other packages. */
const GENERATED = new Set(['package-lock.json']);

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const CODE_PATH = /`((?:src|web|cli|jobs|migrations|bench|e2e|scripts|deploy|docs)\/[\w./-]+)`/g;
const PAGE = /(?<![\w/.-])((?:\.{0,2}\/)*(?:[\w-]+\/)*[\w-]+\.md)\b(?: "([^"\n]+)")?/g;

const read = (file: string) => readFileSync(file, 'utf8');
const headings = (page: string) =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.trim());
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Resolves a reference from the folder of the file or from the root; undefined when it does not exist. */
const resolve = (file: string, target: string): string | undefined =>
  [path.posix.join(path.posix.dirname(file), target), path.posix.normalize(target)].find((found) =>
    existsSync(found),
  );

function brokenLinks(file: string, text: string): string[] {
  return [...text.matchAll(LINK)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [target = '', anchor] = link.split('#');
    const page = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    if (!existsSync(page)) return [`link to ${link}`];
    return anchor === undefined || headings(page).some((title) => anchorOf(title) === anchor)
      ? []
      : [`link to the missing section ${link}`];
  });
}

const brokenPaths = (text: string): string[] =>
  [...text.matchAll(CODE_PATH)].flatMap(([, name = '']) => (existsSync(name) ? [] : [`path ${name}`]));

/** Constants in the code: settings, and reasons of errors. */
const CAPITALS = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const codeNames = new Set(
  tracked
    .filter((file) => TEXT.test(file) && !file.endsWith('.md'))
    .flatMap((file) => read(file).match(CAPITALS) ?? []),
);
const brokenNames = (text: string): string[] =>
  [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)].flatMap(([, name = '']) =>
    codeNames.has(name) ? [] : [`name ${name}`],
  );

const brokenPages = (file: string, text: string): string[] =>
  [...text.matchAll(PAGE)].flatMap(([, target = '', section]) => {
    const page = resolve(file, target);
    if (page === undefined) return [`page ${target}`];
    return section === undefined || headings(page).includes(section)
      ? []
      : [`section ${target} "${section}"`];
  });

/** Where an error gets its reason. */
const REASON =
  /\b(?:DomainError\(\s*'\w+'|invalidInput\(\s*\[[^\]]*\]|(?:conflict|invalid|unauthenticated|unavailable)\((?=\s*'))\s*,?\s*'([A-Z_]+)'/g;
/** No reasons of the API: of the command line and of Discord's commands, and two that repeat the `code`. */
const OTHER_REASONS = new Set([
  ...['BAD_SEARCH', 'NO_APPLICATION', 'NOT_EMPTY', 'SECRETS_LOST', 'SITE_RUNNING'],
  ...['METHOD_NOT_SUPPORTED', 'UNSUPPORTED_MEDIA_TYPE'],
]);
const reasons = tracked
  .filter((file) => /^src\/(?:http|modules|trpc)\/.*(?<!\.test)\.ts$/.test(file))
  .flatMap((file) => [...read(file).matchAll(REASON)].map(([, reason = '']) => reason))
  .filter((reason) => !OTHER_REASONS.has(reason));

/** What pages list, each in backticks. */
const LISTED: Record<string, readonly string[]> = {
  'docs/api.md': [...new Set(reasons)],
  'docs/query-language.md': ALL_FIELDS.map(({ name }) => name),
  'docs/monitoring.md': DEFINITIONS.flatMap(({ name, cron }) => (cron === undefined ? [] : [name])),
  'docs/operations.md': SETTING_KEYS,
  'docs/screens.md': Object.values(PATHS),
};
const unlisted = (file: string, text: string): string[] =>
  (LISTED[file] ?? []).flatMap((name) => (text.includes(`\`${name}\``) ? [] : [`${name} is not listed`]));

let checked = 0;
const broken = tracked
  .filter((file) => TEXT.test(file) && !GENERATED.has(file))
  .flatMap((file) => {
    checked += 1;
    const text = read(file);
    const found = file.endsWith('.md')
      ? [...brokenLinks(file, text), ...brokenPaths(text), ...brokenNames(text)].concat(
          brokenPages(file, text),
          unlisted(file, text),
        )
      : brokenPages(file, text);
    return found.map((reference) => `${file}: ${reference}`);
  });

process.stdout.write(`${checked} files\n`);
for (const reference of broken) process.stdout.write(`  ${reference}\n`);
// Checking no files proves nothing.
process.exitCode = broken.length > 0 || checked === 0 ? 1 : 0;
