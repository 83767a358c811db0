import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { testFolder } from '../src/testing/run/folder.ts';

const folder = testFolder();
const running = new Set<ChildProcess>();

afterEach(() => {
  // With their children; unless the test fails, nothing is still running.
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  running.clear();
});

/** Notes that it runs, waits at the gate, then does what installing and building do. */
const TOOL = `#!/bin/sh
cd "$ROOT" && echo "$0" >> runs && read -r _ < gate
mkdir -p node_modules/.bin dist/programs
cp "$0" node_modules/.bin/node
cp package-lock.json node_modules/.package-lock.json
echo > dist/programs/web.js
`;

/** A clone of the project with another npm, with or without its packages. */
function clone({ isInstalled }: { isInstalled: boolean }) {
  const root = mkdtempSync(path.join(folder, 'clone-'));
  const at = (...parts: string[]) => path.join(root, ...parts);
  for (const name of ['scripts', 'src', 'jobs', 'cli', 'bin']) mkdirSync(at(name));
  for (const name of ['bootstrap.mjs', 'bootstrap-lock.mjs', 'build-programs.ts'])
    copyFileSync(path.resolve('scripts', name), at('scripts', name));
  for (const name of ['package-lock.json', 'tsconfig.json']) writeFileSync(at(name), '{"packages":{}}');
  execFileSync('sh', ['-c', 'mkfifo gate'], { cwd: root });
  const install = (file: string) => {
    writeFileSync(at(file), TOOL);
    chmodSync(at(file), 0o755);
  };
  install('bin/npm');
  if (isInstalled) {
    mkdirSync(at('node_modules/.bin'), { recursive: true });
    install('node_modules/.bin/node');
    copyFileSync(at('package-lock.json'), at('node_modules/.package-lock.json'));
  }
  return {
    at,
    /** How often npm or the build has been started. */
    runs: () => (existsSync(at('runs')) ? readFileSync(at('runs'), 'utf8').trim().split('\n').length : 0),
    /** Lets the one that waits at the gate continue. */
    async letThrough() {
      const gate = await open(at('gate'), 'w');
      await gate.write('\n');
      await gate.close();
    },
    bootstrap(task: string, nodeVersion = process.version) {
      const version = `Object.defineProperty(process, 'version', { value: '${nodeVersion}' })`;
      const options = ['--import', `data:text/javascript,${encodeURIComponent(version)}`];
      const child = spawn(process.execPath, [...options, at('scripts/bootstrap.mjs'), task], {
        env: { ROOT: root, PATH: `${at('bin')}:/usr/bin:/bin` },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      running.add(child);
      child.once('close', () => running.delete(child));
      let output = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
      return { pid: child.pid, closed: once(child, 'close'), output: () => output };
    },
  };
}

it.each([
  ['install', false, 'Installing packages (npm ci)'],
  ['programs', true, 'Building the programs (rolldown)'],
] as const)(
  '%s: the second of two waits for the first, and does nothing again',
  async (task, isInstalled, title) => {
    const { bootstrap, runs, letThrough } = clone({ isInstalled });
    const first = bootstrap(task);
    await expect.poll(runs).toBe(1);
    const second = bootstrap(task);
    await expect
      .poll(second.output)
      .toBe(`${title}: waiting for process ${first.pid}, which is installing or building …\n`);
    await letThrough();
    expect(await Promise.all([first.closed, second.closed])).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(runs()).toBe(1);
  },
);

it('goes on after a process that was killed', async () => {
  const { at, bootstrap, runs, letThrough } = clone({ isInstalled: false });
  const { pid } = spawnSync('true');
  mkdirSync(at('.cache'));
  symlinkSync(String(pid), at('.cache/bootstrap.lock'));
  const { closed, output } = bootstrap('install');
  await expect.poll(runs).toBe(1);
  await letThrough();
  expect(await closed).toEqual([0, null]);
  expect(output()).not.toContain('waiting');
});

it('gives the next one its turn after a failure', async () => {
  const { at, bootstrap } = clone({ isInstalled: false });
  writeFileSync(at('bin/npm'), '#!/bin/sh\nexit 1\n');
  for (const process of [bootstrap('install'), bootstrap('install')]) {
    expect(await process.closed).toEqual([1, null]);
    expect(process.output()).toContain('"npm ci --include=dev --loglevel=error" failed (exit code 1)');
  }
});

/** Notes how it is called and with which Node, then does what npm does. */
const NPM = `#!/bin/sh
cd "$ROOT" && echo "$1 $PATH" >> calls
[ "$1" = install ] && exit
mkdir -p node_modules/.bin && cp "$0" node_modules/.bin/node && cp package-lock.json node_modules/.package-lock.json
`;

it.each([
  ['v20.9.0', true],
  ['v20.18.3', true],
  ['v20.19.0', false],
  ['v21.7.3', true],
  ['v22.11.0', true],
  ['v22.12.0', false],
  ['v26.0.0', false],
])(
  'installs with the Node of the project if the own one is too old for that: %s %s',
  async (version, isTooOld) => {
    const { at, bootstrap } = clone({ isInstalled: false });
    writeFileSync(at('bin/npm'), NPM);
    const packages = { 'node_modules/node': { version: '24.0.0', optional: true } };
    writeFileSync(at('package-lock.json'), JSON.stringify({ packages }));
    expect(await bootstrap('install', version).closed).toEqual([0, null]);
    const path = `${at('bin')}:/usr/bin:/bin`;
    expect(readFileSync(at('calls'), 'utf8').trim().split('\n')).toEqual(
      isTooOld ? [`install ${path}`, `ci ${at('.cache/node/node_modules/.bin')}:${path}`] : [`ci ${path}`],
    );
  },
);

it.each(['v18.20.8', 'v20.8.1'])('refuses Node %s', async (version) => {
  const { bootstrap, runs } = clone({ isInstalled: false });
  const refused = bootstrap('install', version);
  expect(await refused.closed).toEqual([1, null]);
  expect(refused.output()).toContain(`Node ${version} is too old: install version 20.9 or newer.`);
  expect(runs()).toBe(0);
});
