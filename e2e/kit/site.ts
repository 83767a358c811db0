import { existsSync } from 'node:fs';
import path from 'node:path';
import { DIST } from '../../src/http/site/site-files.ts';
import { type TestServer, testServer } from '../../src/testing/run/server.ts';

/**
 * The whole product on a database per test file: the built client, served by the real server with the
 * default settings and headers.
 *
 * @throws Error when the client is not built.
 */
export function testSite(settings: Record<string, string> = {}): TestServer {
  if (!existsSync(path.join(DIST, 'web/index.html')))
    throw new Error('The web client is not built, so there is nothing to test: run "npm run build".');
  return testServer(settings);
}

/** The same site by its name: browsers allow passkeys at `localhost`, and at no IP address. */
export const localhostOf = (site: TestServer): TestServer =>
  new Proxy(site, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return key === 'url' ? target.url.replace('127.0.0.1', 'localhost') : value;
    },
  });
