import { readFileSync } from 'node:fs';

/**
 * Checks what is installed and deployed, without network: package-lock.json (hashes, registry, licences, telemetry), the
 * Dockerfile and docker-compose.yml (exact versions, install scripts, rights of containers, networks).
 */
interface LockEntry {
  version: string;
  integrity?: string;
  resolved?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

/** Licences that allow what this product does; `OR` in a licence offers a choice, `AND` demands both. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Only for files of the package itself, which are not changed here.
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose licence is not in the lock file, with what their package.json or LICENSE file contains. */
const STATED_ELSEWHERE: Record<string, string> = { 'xmlhttprequest-ssl': 'MIT' };

/** Packages that report about their users. */
const TELEMETRY =
  /^(@scarf\/|@sentry\/|@segment\/|@amplitude\/|@datadog\/|@vercel\/analytics|applicationinsights|mixpanel|newrelic|posthog|universal-analytics|analytics)/;

/** Of those, what tools for development bring along: Lighthouse reports errors only when a flag of its command line asks for it. */
const TELEMETRY_OF_TOOLS = /^@sentry\//;

/**
 * Binaries for platforms on which this lock file was never completed, without a hash: npm leaves it out when the registry
 * in use does not have the package. Elsewhere, `npm install --package-lock-only` adds them. None is used on Linux with
 * glibc on x64 or arm64.
 */
const OTHER_PLATFORMS =
  /^(@biomejs\/cli|@msgpackr-extract\/msgpackr-extract|@swc\/core|@tailwindcss\/oxide)-(android|darwin|freebsd|win32|wasm32|linux-(arm64-musl|x64-musl|arm(-gnueabihf)?|ppc64-gnu|s390x-gnu))/;

const read = (file: string) => readFileSync(file, 'utf8');

function isAllowed(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  return plain.split(' AND ').every((each) => LICENCES.has(each));
}

function packageIssues(place: string, entry: LockEntry): string[] {
  const name = place.replace(/^.*node_modules\//, '');
  const { version, integrity, resolved, license = STATED_ELSEWHERE[name] ?? 'none stated' } = entry;
  const isOther = OTHER_PLATFORMS.test(name) && entry.optional === true;
  const isTelemetry = TELEMETRY.test(name) && !(entry.dev && TELEMETRY_OF_TOOLS.test(name));
  return [
    !integrity && !isOther && 'has no hash',
    integrity && !/^sha512-/.test(integrity) && 'has a weak hash',
    resolved !== undefined && 'comes from another place than the registry',
    !/^\d+\.\d+\.\d+/.test(version) && `has the version ${version}`,
    !isAllowed(license) && `has the licence ${license}`,
    isTelemetry && 'sends telemetry',
  ].flatMap((issue) => (issue ? [`package-lock.json: ${name} ${issue}`] : []));
}

/** A tag with at least a minor and a patch version, or a digest. */
const EXACT = /@sha256:[0-9a-f]{64}$|:v?\d+\.\d+(\.\d+)?(-[\w.]+)?$/;
const OWN_IMAGE = 'marketdex';

function imageIssues(file: string, pattern: RegExp): string[] {
  const images = [...read(file).matchAll(pattern)].map(([, image = '']) => image);
  if (images.length === 0) return [`${file}: no image was found`];
  return images
    .filter((image) => image !== OWN_IMAGE && !EXACT.test(image))
    .map((image) => `${file}: ${image} is not an exact version`);
}

/** What every container of docker-compose.yml must have. */
const CONTAINED = ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'];
/** Networks from which nothing outside can be reached. */
const INTERNAL = ['edge', 'database', 'queue'];

function composeIssues(): string[] {
  const compose = read('docker-compose.yml');
  const [, contained = ''] = /^x-contained: &contained\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
  const [, block = ''] = /^services:\n([\s\S]*?)^\w/m.exec(compose) ?? [];
  const services = [...block.matchAll(/^ {2}(\w+):(.*(?:\n {4}.*)*)/gm)];
  if (services.length === 0) return ['docker-compose.yml: no service was found'];
  const issues = [
    ...CONTAINED.filter((line) => !contained.includes(`  ${line}\n`)).map(
      (line) => `x-contained lacks ${line}`,
    ),
    ...INTERNAL.filter((name) => !compose.includes(`\n  ${name}: { internal: true }\n`)).map(
      (name) => `the network ${name} is not internal`,
    ),
    ...services.flatMap(([, name = '', text = '']) => [
      ...(/\*(contained|app|web|worker)\b/.test(text) ? [] : [`${name} does not extend x-contained`]),
      ...(/^ {4}(read_only|cap_drop|security_opt|privileged):/m.test(text)
        ? [`${name} replaces settings of x-contained`]
        : []),
      ...(name !== 'proxy' && /^ {4}ports: \["(?!127\.0\.0\.1:)/m.test(text)
        ? [`${name} can be reached from other machines`]
        : []),
    ]),
  ];
  return issues.map((issue) => `docker-compose.yml: ${issue}`);
}

const installs = [...read('Dockerfile').matchAll(/npm (?:ci|install).*/g)].map(([command]) => command);

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> };
const entries = Object.entries(packages).filter(([place]) => place !== '');

const issues = [
  ...entries.flatMap(([place, entry]) => packageIssues(place, entry)),
  ...imageIssues('Dockerfile', /^FROM (\S+)/gm),
  ...imageIssues('docker-compose.yml', /^ +image: (\S+)/gm),
  ...composeIssues(),
  ...installs
    .filter((command) => !command.includes('--ignore-scripts'))
    .map((command) => `Dockerfile: "${command}" runs install scripts`),
];

process.stdout.write(`${entries.length} packages\n`);
for (const issue of issues) process.stdout.write(`  ${issue}\n`);
// Checking nothing proves nothing.
process.exitCode = issues.length > 0 || entries.length < 100 || installs.length === 0 ? 1 : 0;
