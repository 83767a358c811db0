import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../lib/process/root.ts';
import { fixture } from '../run/fixture.ts';
import { createTestDatabase } from '../servers/database.ts';
import { startServerProcess } from './server-process.ts';

const database = fixture(createTestDatabase, 'drop');
const server = fixture(() => startServerProcess(database.url), 'stop');

/** What a process loads at its first use is not part of its start, so that a build that lacks it would start. */
it.each([
  ['the description of the API', '/api/openapi.json', 'application/json'],
  ['the library for passkeys', '/trpc/passkeys.signInOptions?batch=1', 'application/json'],
  ['the renderer of cards with its fonts', '/cards/item/master-ball.png', 'image/png'],
])('the built server finds %s', async (_what, path, type) => {
  const isMutation = path.startsWith('/trpc');
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"0":{}}' };
  const response = await fetch(`${server.url}${path}`, isMutation ? json : {});
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
});

it('the built programs are in ASCII, so that V8 keeps one byte for each of their characters', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, 'dist/programs', file), 'utf8');
  const files: string[] = JSON.parse(read('.files.json'));
  expect(files).toContain('web.js');
  expect(files.filter((file) => /[^\0-\x7f]/.test(read(file)))).toEqual([]);
});
