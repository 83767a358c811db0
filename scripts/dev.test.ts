import { expect, it } from 'vitest';
import { RunningProcess } from '../src/testing/faults/running-process.ts';
import { testFolder } from '../src/testing/run/folder.ts';
import { testPort } from '../src/testing/servers/test-port.ts';

const folder = testFolder();

/** Paths of the server: Vite sends the client for those that it does not know. */
const SERVER_PAGES = [
  ...['/api/docs', '/trpc/nothing', '/socket.io/', '/cards/site.png', '/embed', '/oembed', '/unsubscribe'],
  ...['/discord/interactions', '/robots.txt', '/sitemap.xml', '/healthz'],
];

it('the development server starts in an empty folder, sends what the server answers, and stops', async () => {
  const [port, apiPort] = [await testPort(), await testPort()];
  const { DATABASE_URL: _, APP_SECRET: __, ...env } = process.env;
  const dev = await RunningProcess.start({
    name: 'npm run dev',
    command: process.execPath,
    args: ['scripts/dev.ts'],
    ready: /^MarketDex for development is at /,
    options: { env: { ...env, DATA_DIR: folder, DEV_PORT: String(port), PORT: String(apiPort) } },
  });
  const statusOf = async (url: string) => (await fetch(url).catch(() => null))?.status;
  await expect.poll(() => statusOf(`http://localhost:${port}/api/items`)).toBe(200);
  expect(await statusOf(`http://localhost:${port}/dev/ui`)).toBe(200);
  const ofServer = async (path: string) => {
    const response = await fetch(`http://localhost:${port}${path}`);
    await response.arrayBuffer();
    // Vite's own answers have none.
    return response.headers.has('x-request-id') && path;
  };
  expect(await Promise.all(SERVER_PAGES.map(ofServer))).toEqual(SERVER_PAGES);
  expect(await dev.end(60_000)).toMatchObject({ code: 0 });
});
