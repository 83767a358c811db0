import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { SETTINGS } from '../src/config.ts';

/**
 * Checks what is installed and deployed, without network: package-lock.json (hashes, registry, licences, telemetry), the
 * Dockerfile, docker-compose.yml (digests, rights of containers, networks), the workflows, and the lists of settings.
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

/** Exceptions: dependencies of development tools. Lighthouse reports errors only when a flag of its command line asks for it. */
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

/** A tag with its full version, for the reader, and the digest of that image, which no push to the tag changes. */
const PINNED = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.]+)?@sha256:[0-9a-f]{64}$/;
const OWN_IMAGE = 'marketdex';

function dockerfileIssues(): string[] {
  const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  if (images.length === 0) return ['Dockerfile: no image was found'];
  return images
    .filter((image) => !PINNED.test(image))
    .map((image) => `Dockerfile: ${image} has no exact version with its digest`);
}

/** Workflows name the commit of an action: its tags can be moved. */
function workflowIssues(): string[] {
  const folder = '.github/workflows';
  const actions = readdirSync(folder).flatMap((file) =>
    [...read(`${folder}/${file}`).matchAll(/uses: (\S+)/g)].map(([, action = '']) => ({ file, action })),
  );
  return actions
    .filter(({ action }) => !/@[0-9a-f]{40}$/.test(action))
    .map(({ file, action }) => `${folder}/${file}: ${action} names no commit`);
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
}

interface Service {
  build?: { args?: Record<string, string> };
  environment?: Record<string, string>;
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  privileged?: boolean;
  ports?: string[];
}

/** Networks from which nothing outside can be reached. */
const INTERNAL = ['edge', 'database', 'queue'];
/** The only service that other machines reach. */
const ENTRANCE = 'proxy';

/** The settings that the containers decide, and the passwords that are part of their addresses. */
const OF_CONTAINERS = [
  'DATA_DIR',
  'HOST',
  'PORT',
  'POSTGRES_PASSWORD',
  'DATABASE_PASSWORD',
  'REDIS_PASSWORD',
];

/** The settings of `.env.example`, with those that are commented out. */
const exampleSettings = () =>
  [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name);

/** Operators read about every setting in `.env.example` and in the table of docs/operations.md. */
function undescribedSettings(): string[] {
  const cells = [...read('docs/operations.md').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell);
  const lists = {
    '.env.example': exampleSettings(),
    'docs/operations.md': cells.join().match(/[A-Z_]{2,}/g),
  };
  return Object.entries(lists).flatMap(([file, names]) =>
    SETTINGS.filter((name) => !names?.includes(name)).map((name) => `${file}: ${name} is missing`),
  );
}

/** Every setting of `.env.example`, which an operator sets in `.env`, must reach a container or its build. */
function forgottenSettings(services: Record<string, Service>): string[] {
  const passed = new Set([
    ...OF_CONTAINERS,
    ...Object.values(services).flatMap(({ environment, build }) =>
      Object.keys({ ...environment, ...build?.args }),
    ),
  ]);
  return exampleSettings()
    .filter((name) => !passed.has(name))
    .map((name) => `no container gets ${name}`);
}

function composeIssues({ services, networks }: Compose): string[] {
  const issues = Object.entries(services).flatMap(([name, service]) => [
    service.image !== OWN_IMAGE && !PINNED.test(service.image) && `${name} has no image with its digest`,
    !service.read_only && `${name} can write to its files`,
    !service.cap_drop?.includes('ALL') && `${name} keeps capabilities`,
    !service.security_opt?.includes('no-new-privileges:true') && `${name} can gain privileges`,
    service.privileged && `${name} is privileged`,
    name !== ENTRANCE &&
      service.ports?.some((port) => !port.startsWith('127.0.0.1:')) &&
      `${name} can be reached from other machines`,
  ]);
  const open = INTERNAL.filter((name) => !networks[name]?.internal).map((name) => `${name} is not internal`);
  return [...issues, ...open, ...forgottenSettings(services)].flatMap((issue) =>
    issue ? [`docker-compose.yml: ${issue}`] : [],
  );
}

const installs = [...read('Dockerfile').matchAll(/npm (?:ci|install).*/g)].map(([command]) => command);

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockEntry> };
const entries = Object.entries(packages).filter(([place]) => place !== '');

const issues = [
  ...entries.flatMap(([place, entry]) => packageIssues(place, entry)),
  ...dockerfileIssues(),
  ...workflowIssues(),
  ...undescribedSettings(),
  ...composeIssues(parse(read('docker-compose.yml'), { merge: true }) as Compose),
  ...installs
    .filter((command) => !command.includes('--ignore-scripts'))
    .map((command) => `Dockerfile: "${command}" runs install scripts`),
];

process.stdout.write(`${entries.length} packages\n`);
for (const issue of issues) process.stdout.write(`  ${issue}\n`);
// Checking nothing proves nothing.
process.exitCode = issues.length > 0 || entries.length < 100 || installs.length === 0 ? 1 : 0;
