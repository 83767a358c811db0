// Gets a fresh clone ready: plain JavaScript without packages, because it runs on whatever Node there is,
// before anything is installed. Everything it says goes to stderr, so that stdout is the command's alone.
//
//   node scripts/bootstrap.mjs install   packages
//   node scripts/bootstrap.mjs start     packages, web client
//   node scripts/bootstrap.mjs test      packages, Redis and Chromium
//   node scripts/bootstrap.mjs build     web client

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const BIN = path.join(ROOT, 'node_modules', '.bin');

class Stop extends Error {}

const say = (line) => process.stderr.write(`${line}\n`);
const inRoot = (...parts) => path.join(ROOT, ...parts);

/** Runs a program to its end, its output on stderr; `hint` is the sentence for when it fails. */
function run(command, args, env, hint) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
    // npm ci works on for half a minute when interrupted, and starts from nothing the next time.
    const end = () => child.kill(command === 'npm' ? 'SIGKILL' : 'SIGTERM');
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, end);
    child.on('error', (error) => reject(new Stop(`${command} does not start (${error.message}). ${hint}`)));
    child.on('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(
            new Stop(`"${command} ${args.join(' ')}" failed (${signal ?? `exit code ${code}`}). ${hint}`),
          ),
    );
  });
}

async function timed(title, work) {
  say(`${title} …`);
  const start = Date.now();
  await work();
  say(`${title}: done in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

function onPath(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      // not in this folder
    }
  }
  return false;
}

/**
 * True when node_modules holds what package-lock.json asks for. npm writes its own account of what it
 * installed (.package-lock.json) at the very end, so an interrupted install has none.
 */
function isInstalled() {
  const account = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(account) || !existsSync(path.join(BIN, 'node'))) return false;
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(account, 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, optional, devOptional }]) => {
    if (place === '') return true;
    // Optional packages are those of other platforms.
    return place in present ? present[place].version === version : optional === true || devOptional === true;
  });
}

async function install() {
  if (isInstalled()) return;
  rmSync(inRoot('node_modules', '.package-lock.json'), { force: true });
  // npm deletes node_modules, the Node in it too: it has to run on the machine's own.
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const env = { ...process.env, PATH: folders.filter((folder) => folder !== BIN).join(path.delimiter) };
  await timed('Installing packages (npm ci)', () =>
    run(
      'npm',
      ['ci', '--include=dev', '--loglevel=error'],
      env,
      'The reason stands above. If it is the network or a full disk, mend it and run the command again.',
    ),
  );
  if (!isInstalled()) {
    throw new Stop(
      'npm ci left packages out. Does "npm config get omit" name any? Set it back and run the command again.',
    );
  }
}

/** What the built client is made of. */
const CLIENT_SOURCES = ['web', 'src/contract', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];

function* filesUnder(place) {
  const entries = readdirSync(inRoot(place), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = `${place}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(inside);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield inside;
  }
}

function clientHash() {
  const hash = createHash('sha256');
  for (const source of CLIENT_SOURCES) {
    const files = path.extname(source) ? [source] : filesUnder(source);
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(inRoot(file)))
        .update('\0');
  }
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(settings.sort())).digest('hex');
}

async function buildClient() {
  const mark = inRoot('dist', '.build-hash');
  const hash = clientHash();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash && existsSync(inRoot('dist/web/index.html'))) {
    return;
  }
  rmSync(mark, { force: true });
  const env = { ...process.env, PATH: BIN + path.delimiter + process.env.PATH, NODE_ENV: 'production' };
  await timed('Building the web client (vite build)', () =>
    run(path.join(BIN, 'vite'), ['build', '--logLevel', 'warn'], env, 'What is wrong stands above.'),
  );
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, hash);
}

/** What the tests need from the machine, by the names of Debian's packages. */
const TOOLS = {
  'redis-server': () => onPath('redis-server'),
  chromium: () => Boolean(process.env.CHROMIUM_PATH) || onPath('chromium'),
};

/** @throws Stop when some are missing and this user cannot install them. */
function missingTools() {
  const missing = Object.keys(TOOLS).filter((name) => !TOOLS[name]());
  if (missing.length > 0 && (process.getuid?.() !== 0 || !onPath('apt-get'))) {
    throw new Stop(
      `The tests need ${missing.join(' and ')}. Install with "sudo apt-get install ${missing.join(' ')}" or your ` +
        "system's own packages (CHROMIUM_PATH says where a Chromium of another name is), then run the command again.",
    );
  }
  return missing;
}

async function installTools(names) {
  if (names.length === 0) return;
  // RUNLEVEL: Debian would start Redis as a service; the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], env, 'Check the network and apt.');
  await timed(`Installing ${names.join(' and ')} (apt-get)`, async () => {
    await apt('update');
    await apt('install', '-y', '--no-install-recommends', ...names);
  });
}

/** Both at once, as one waits for the network while the other unpacks; neither is left running alone. */
async function installForTests() {
  const results = await Promise.allSettled([installTools(missingTools()), install()]);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

const TASKS = {
  install,
  build: buildClient,
  start: async () => {
    await install();
    await buildClient();
  },
  test: installForTests,
};

const task = TASKS[process.argv[2]];
try {
  if (!task) throw new Stop(`Say what to get ready: ${Object.keys(TASKS).join(', ')}.`);
  await task();
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  say(error.message);
  process.exit(1);
}
