import { createServer } from 'node:http';

/**
 * The baseline of responses from memory: node:http that sends one buffer, with the headers and body that the product sends
 * for `COPY_OF`, or 304 to a client that has it.
 */
const original = await fetch(process.env.COPY_OF ?? '', { headers: { 'accept-encoding': 'identity' } });
const body = Buffer.from(await original.arrayBuffer());
/** Node adds these itself. */
const OF_CONNECTION = new Set(['connection', 'date', 'keep-alive']);
const headers = [...original.headers].filter(([name]) => !OF_CONNECTION.has(name));
const ofBody = headers.flat();
const withoutBody = headers.filter(([name]) => !name.startsWith('content-')).flat();
const tag = original.headers.get('etag');

const server = createServer((request, response) => {
  if (request.headers['if-none-match'] === tag) response.writeHead(304, withoutBody).end();
  else response.writeHead(200, ofBody).end(body);
});

server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
