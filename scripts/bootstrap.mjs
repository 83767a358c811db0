// Prepares a fresh clone. Plain JavaScript without packages, because it runs on any installed Node before the packages
// are installed. All its output goes to stderr, so that stdout contains only the output of the command that follows.
//
//   node scripts/bootstrap.mjs install    packages
//   node scripts/bootstrap.mjs programs   packages, programs: web server, worker and command line
//   node scripts/bootstrap.mjs start      packages, programs, web client
//   node scripts/bootstrap.mjs test       packages, Redis and Chromium's headless shell
//   node scripts/bootstrap.mjs build      programs, web client

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
import { takeLock } from './bootstrap-lock.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const BIN = path.join(ROOT, 'node_modules', '.bin');
const INSTALLED_LIST = path.join(ROOT, 'node_modules', '.package-lock.json');

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'];
/** Taken by the process that installs or builds. Not in a folder that this deletes. */
const LOCK = path.join(ROOT, '.cache', 'bootstrap.lock');

class SetupError extends Error {}

const print = (line) => process.stderr.write(`${line}\n`);
const inRoot = (...parts) => path.join(ROOT, ...parts);

/** Runs a program with its output on stderr; `hint` is appended to the error when it fails. */
function run(command, args, env, hint) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 2, 2] });
    // npm ci would continue for half a minute after SIGTERM, and start over next time anyway.
    const stop = () => child.kill(command === 'npm' ? 'SIGKILL' : 'SIGTERM');
    for (const signal of STOP_SIGNALS) process.once(signal, stop);
    child.on('error', (error) =>
      reject(new SetupError(`${command} could not be started (${error.message}). ${hint}`)),
    );
    child.on('close', (code, signal) => {
      for (const name of STOP_SIGNALS) process.off(name, stop);
      if (code === 0) return resolve();
      const outcome = signal ?? `exit code ${code}`;
      reject(new SetupError(`"${command} ${args.join(' ')}" failed (${outcome}). ${hint}`));
    });
  });
}

async function timed(title, work) {
  print(`${title} …`);
  const start = Date.now();
  await work();
  print(`${title}: done in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

/** Does the work unless it is done. Of several processes, one does it, and the others then find it done. */
async function once({ title, isDone, work }) {
  if (isDone()) return;
  const unlock = await takeLock(LOCK, (holder) =>
    print(`${title}: waiting for process ${holder}, which is installing or building …`),
  );
  try {
    if (!isDone()) await timed(title, work);
  } finally {
    unlock();
  }
}

function onPath(program) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      // Not in this folder.
    }
  }
  return false;
}

/**
 * npm's list of installed packages, which it writes last. Null after an interrupted install, and while another process
 * installs: the list is missing then, or incomplete.
 */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(INSTALLED_LIST, 'utf8')).packages;
  } catch {
    return null;
  }
}

const lockedPackages = () => JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;

/** True when node_modules matches package-lock.json. */
function isInstalled() {
  const present = installedPackages();
  if (present === null || !existsSync(path.join(BIN, 'node'))) return false;
  return Object.entries(lockedPackages()).every(([place, { version, optional, devOptional }]) => {
    if (place === '') return true;
    // Optional packages may be for other platforms.
    return place in present ? present[place].version === version : optional === true || devOptional === true;
  });
}

/**
 * Whether npm on this Node would leave out the binaries of the build tools: they are optional packages that ask for 20.19,
 * 22.12 or newer.
 *
 * @throws SetupError for versions whose npm leaves them out on any Node
 */
function isTooOld(version) {
  const [major, minor] = version.slice(1).split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 9))
    throw new SetupError(`Node ${version} is too old: install version 20.9 or newer.`);
  return major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12);
}

const NPM_HINT =
  'See the error above. If the cause is the network or a full disk, fix it and run the command again.';

/** Installs the project's Node where `npm ci` does not delete it. @returns its folder */
async function ownNode(env) {
  const folder = inRoot('.cache', 'node');
  const { version } = lockedPackages()['node_modules/node'];
  const options = [`--prefix=${folder}`, '--no-save', '--no-package-lock', '--loglevel=error'];
  await run('npm', ['install', ...options, `node@${version}`], env, NPM_HINT);
  return path.join(folder, 'node_modules', '.bin');
}

async function npmCi() {
  rmSync(INSTALLED_LIST, { force: true });
  // npm deletes node_modules, including the Node in it, so npm has to run on another one.
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== BIN);
  const envWith = (...first) => ({ ...process.env, PATH: [...first, ...folders].join(path.delimiter) });
  const env = isTooOld(process.version) ? envWith(await ownNode(envWith())) : envWith();
  await run('npm', ['ci', '--include=dev', '--loglevel=error'], env, NPM_HINT);
  if (!isInstalled()) {
    throw new SetupError(
      'npm ci left out some packages. Check "npm config get omit", reset it and run the command again.',
    );
  }
}

const install = () => once({ title: 'Installing packages (npm ci)', isDone: isInstalled, work: npmCi });

/** What is built in `dist`. */
const CLIENT = {
  title: 'Building the web client (vite build)',
  command: ['vite', 'build', '--logLevel', 'warn'],
  sources: ['web', 'src/contract', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'],
  settings: 'VITE_',
  result: 'dist/web/index.html',
  hashFile: 'dist/.build-hash',
};

const PROGRAMS = {
  title: 'Building the programs (rolldown)',
  command: ['node', 'scripts/build-programs.ts'],
  sources: ['src', 'jobs', 'cli', 'scripts/build-programs.ts', 'tsconfig.json', 'package-lock.json'],
  result: 'dist/programs/web.js',
  hashFile: 'dist/.programs-hash',
};

function* filesUnder(place) {
  const entries = readdirSync(inRoot(place), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = `${place}/${entry.name}`;
    if (entry.isDirectory()) yield* filesUnder(inside);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield inside;
  }
}

/** @param settings the prefix of the environment variables that the build reads */
function hashOf({ sources, settings }) {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = path.extname(source) ? [source] : filesUnder(source);
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(inRoot(file)))
        .update('\0');
  }
  const read = Object.entries(process.env).filter(([name]) => settings && name.startsWith(settings));
  return hash.update(JSON.stringify(read.sort())).digest('hex');
}

/** Null while there is no complete build. */
function savedHash(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function build(target) {
  const { title, command, result, hashFile } = target;
  const file = inRoot(hashFile);
  const isDone = () => existsSync(inRoot(result)) && savedHash(file) === hashOf(target);
  const work = async () => {
    const hash = hashOf(target);
    rmSync(file, { force: true });
    const env = { ...process.env, PATH: BIN + path.delimiter + process.env.PATH, NODE_ENV: 'production' };
    const [program, ...args] = command;
    await run(program, args, env, 'See the error above.');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, hash);
  };
  return once({ title, isDone, work });
}

async function buildAll() {
  await build(PROGRAMS);
  await build(CLIENT);
}

/** System packages that the tests need, by their Debian names. */
const TOOLS = {
  'redis-server': () => onPath('redis-server'),
  'chromium-headless-shell': () => Boolean(process.env.CHROMIUM_PATH) || onPath('chromium-headless-shell'),
};

/** Programs that serve as well, but slower: a Chromium with a user interface needs three times the processor time. */
const SUBSTITUTES = { 'chromium-headless-shell': 'chromium' };

const isSubstituted = (name) => name in SUBSTITUTES && onPath(SUBSTITUTES[name]);

/**
 * The packages to install.
 *
 * @throws SetupError when packages without a substitute are missing and this user cannot install them.
 */
function missingTools() {
  const missing = Object.keys(TOOLS).filter((name) => !TOOLS[name]());
  if (process.getuid?.() === 0 && onPath('apt-get')) return missing;
  const needed = missing.filter((name) => !isSubstituted(name));
  if (needed.length > 0) {
    throw new SetupError(
      `The tests need ${needed.join(' and ')}. Install with "sudo apt-get install ${needed.join(' ')}" or your ` +
        "system's package manager (CHROMIUM_PATH names another Chromium binary), then run the command again.",
    );
  }
  return [];
}

/** @throws SetupError when the packages cannot be installed and one of them has no substitute. */
async function installTools(names) {
  if (names.length === 0) return;
  // RUNLEVEL=1 keeps Debian from starting Redis as a service; the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const apt = (...args) =>
    run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], env, 'Check the network and apt.');
  try {
    await timed(`Installing ${names.join(' and ')} (apt-get)`, async () => {
      await apt('update');
      await apt('install', '-y', '--no-install-recommends', ...names);
    });
  } catch (error) {
    if (!names.every(isSubstituted)) throw error;
    print(
      `${error.message} The tests use ${names.map((name) => SUBSTITUTES[name]).join(' and ')}, more slowly.`,
    );
  }
}

/** Runs both in parallel, because one uses the network while the other unpacks. Waits for both even if one fails. */
async function installForTests() {
  const results = await Promise.allSettled([installTools(missingTools()), install()]);
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

const TASKS = {
  install,
  build: buildAll,
  programs: async () => {
    await install();
    await build(PROGRAMS);
  },
  start: async () => {
    await install();
    await buildAll();
  },
  test: installForTests,
};

const task = TASKS[process.argv[2]];
try {
  if (!task) throw new SetupError(`Usage: node scripts/bootstrap.mjs ${Object.keys(TASKS).join('|')}`);
  await task();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  print(error.message);
  process.exit(1);
}
