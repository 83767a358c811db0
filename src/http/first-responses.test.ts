import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const PROGRAM = `
  import { IncomingMessage, ServerResponse } from 'node:http';
  import { Socket } from 'node:net';
  import { getHeapStatistics } from 'node:v8';
  import { makeFirstResponses } from ${JSON.stringify(path.join(import.meta.dirname, 'first-responses.ts'))};

  const requested = () => new IncomingMessage(new Socket());
  const respond = (times) => {
    for (let made = 0; made < times; made += 1) new ServerResponse(requested()).writeHead(200, ['a', 'b']).end('c');
  };
  makeFirstResponses();
  // A few probes, then an idle process.
  respond(6);
  await new Promise((resolve) => setImmediate(resolve));
  gc();

  respond(20);
  const request = requested();
  const before = getHeapStatistics().used_heap_size;
  for (let made = 0; made < 100; made += 1) new ServerResponse(request);
  console.log((getHeapStatistics().used_heap_size - before) / 100);
`;
/** A young generation that is not collected while the program measures. */
const OPTIONS = [
  '--expose-gc',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--input-type=module',
];

it('responses have room for their properties, however soon the first garbage collection comes', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...OPTIONS, '--eval', PROGRAM]);

  const bytes = Number(stdout);
  // A collection during the measurement would make it negative.
  expect(bytes).toBeGreaterThan(500);
  // Without the first responses, 5,000 or more.
  expect(bytes).toBeLessThan(2_000);
});
