import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { builtClient } from './built-client.ts';

it('is read again after a build, and stays while one is in progress', async () => {
  const dist = await mkdtemp(path.join(tmpdir(), 'marketdex-dist-'));
  onTestFinished(() => rm(dist, { recursive: true, force: true }));
  const write = (file: string, content: string) => writeFile(path.join(dist, file), content);
  const build = async (at: number) => {
    await mkdir(path.join(dist, 'web'), { recursive: true });
    const script = `<script type="module" src="/assets/${at}.js"></script>`;
    await write('web/index.html', `<html><head>${script}</head><body><div id="root"></div></body></html>`);
    await write('scripts.json', JSON.stringify({ screen: [`/assets/screen-${at}.js`] }));
    await write('first-paint.json', '{}');
    await utimes(path.join(dist, 'first-paint.json'), at, at);
  };
  const read = builtClient(dist);
  const named = () => [
    read()
      ?.documentWith({})
      .match(/\d+\.js/)?.[0],
    read()?.scripts.screen,
  ];

  expect(read()).toBeNull();
  await build(1);
  expect(named()).toEqual(['1.js', ['/assets/screen-1.js']]);
  await rm(path.join(dist, 'first-paint.json'));
  await write('web/index.html', 'not yet complete');
  expect(named()).toEqual(['1.js', ['/assets/screen-1.js']]);
  await build(2);
  expect(named()).toEqual(['2.js', ['/assets/screen-2.js']]);
  await build(3);
  await rm(path.join(dist, 'scripts.json'));
  for (const _request of [1, 2]) expect(read).toThrow('scripts.json');
});
