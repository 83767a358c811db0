import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/shared/limits.ts';
import { testServer } from '../../testing/run/server.ts';

const server = testServer();

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Sends these raw lines; returns status, id and body of the response. The connection must then be closed. */
async function send(lines: readonly string[], body = '') {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([...lines, '', body].join('\r\n'));
  const answer = await text(socket);
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
  // A tRPC response is chunked: its only chunk is between two lines.
  const json = /[{[].*[}\]]/s.exec(rest.join('\r\n\r\n'))?.[0];
  return {
    status: Number(head.split(' ')[1]),
    id: header('x-request-id'),
    type: header('content-type'),
    secured:
      header('content-security-policy') !== undefined && header('x-content-type-options') === 'nosniff',
    caching: header('cache-control'),
    allowed: header('allow'),
    body: json === undefined ? undefined : JSON.parse(json),
  };
}

/** A request may be logged after its response has arrived. */
const linesOf = ({ id }: { id: string | undefined }) =>
  server.log.lines.filter(({ requestId }) => requestId === id);

const get = (target: string, ...headers: string[]) => [
  `GET ${target} HTTP/1.1`,
  'Host: localhost',
  ...headers,
  'Connection: close',
];
const upgrade = (target: string, lines = UPGRADE) => [`GET ${target} HTTP/1.1`, 'Host: localhost', ...lines];
const post = (target: string, body: string, ...headers: string[]) => [
  `POST ${target} HTTP/1.1`,
  'Host: localhost',
  'Connection: close',
  `Content-Length: ${body.length}`,
  ...headers,
];
const JSON_BODY = 'Content-Type: application/json';

type Row = [what: string, status: number, lines: readonly string[], body?: string];

it.each<Row>([
  ['a malformed target', 400, get('http://[')],
  ['a malformed host', 400, ['GET /api/items HTTP/1.1', 'Host: a b', 'Connection: close']],
  ['two hosts', 400, get('/', 'Host: evil.example')],
  ['an address of another host', 421, get('http://evil.example/')],
  ['no host', 400, ['GET / HTTP/1.1', 'Connection: close']],
  ['headers without a colon', 400, get('/', 'no colon')],
  ['another protocol', 400, ['\u0016\u0003\u0001']],
  ['an unknown method', 400, ['BREW / HTTP/1.1', 'Host: localhost']],
  ['two lengths', 400, post('/api/auth/login', '{}', 'Content-Length: 1', JSON_BODY)],
  ['a chunk without a length', 400, get('/api/items', JSON_BODY, 'Transfer-Encoding: chunked'), 'zz\r\n\r\n'],
  ['a target of 20 kB', 431, get(`/api/${'x'.repeat(20_000)}`)],
  ['a header of 20 kB', 431, get('/api/items', `X: ${'x'.repeat(20_000)}`)],
  ['CONNECT', 405, ['CONNECT localhost:80 HTTP/1.1', 'Host: localhost']],
  ['an unknown expectation', 400, post('/api/auth/login', '{}', 'Expect: nothing', JSON_BODY), '{}'],
  ['an upgrade of an unknown path', 404, upgrade('/x')],
  ['an upgrade of no path', 400, upgrade('//')],
  ['an upgrade from another site', 403, upgrade('/trpc', [...UPGRADE, 'Origin: https://elsewhere.example'])],
  ['an upgrade without a key', 400, upgrade('/trpc', UPGRADE.slice(0, 3))],
  ['an upgrade of the live log without a transport', 400, upgrade('/socket.io/')],
  [
    'an upgrade of the live log from another site',
    403,
    upgrade('/socket.io/?EIO=4&transport=websocket', [...UPGRADE, 'Origin: https://elsewhere.example']),
  ],
  ['a POST of a page', 405, post('/', '')],
  ['a PUT of an unknown page', 404, ['PUT /market HTTP/1.1', 'Host: localhost', 'Connection: close']],
  ['a POST of robots.txt', 405, post('/robots.txt', '')],
  ['an unknown path of the API', 404, get('/api/%')],
])('%s is refused with an id and a log line', async (_what, status, lines, body) => {
  const answer = await send(lines, body);
  expect(answer).toMatchObject({
    status,
    type: 'application/json; charset=utf-8',
    secured: true,
    caching: 'no-store',
  });
  expect(answer.body).toEqual(
    expect.objectContaining({ error: expect.any(String), code: expect.any(String), request_id: answer.id }),
  );
  await expect.poll(() => linesOf(answer)).toHaveLength(1);
});

it.each<Row>([
  ['a name that is not encoded', 400, get('/trpc/%')],
  ['a name in another encoding', 400, get('/trpc/%ff')],
  ['a batch with such a name', 400, get('/trpc/items.list,%?batch=1')],
  ['no name', 404, get('/trpc')],
  ['a malformed path', 400, get('/trpc//')],
  ['a built-in property name', 404, get('/trpc/__proto__')],
  ['an input that is not JSON', 400, get('/trpc/auth.profile?input=%')],
  ['a batch without inputs', 400, get('/trpc/items.list?batch=1&input=null')],
  ['a single call that requests a stream', 400, get('/trpc/items.list', 'trpc-accept: application/jsonl')],
  ['a body of no type', 415, post('/trpc/auth.login', '{}'), '{}'],
  ['a form', 415, post('/trpc/auth.login', 'a=1', 'Content-Type: application/x-www-form-urlencoded'), 'a=1'],
  ['bytes', 415, post('/trpc/auth.login', '{}', 'Content-Type: application/octet-stream'), '{}'],
  ['a body that is not JSON', 400, post('/trpc/auth.login', '{', JSON_BODY), '{'],
  ...['TRACE', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].map(
    (method): Row => [
      `the method ${method}`,
      405,
      [`${method} /trpc/items.list HTTP/1.1`, 'Host: localhost', 'Connection: close'],
    ],
  ),
])('tRPC: %s is refused with an id and a log line', async (_what, status, lines, body) => {
  const answer = await send(lines, body);
  expect(answer).toMatchObject({
    status,
    type: expect.stringMatching(/^application\/json/),
    secured: true,
    caching: 'no-store',
  });
  const [failure] = [answer.body].flat();
  expect(failure.error.data.requestId).toBe(answer.id);
  expect(failure.error.message).not.toBe('');
  expect(answer.allowed).toBe(status === 405 ? 'GET, HEAD' : undefined);
  await expect.poll(() => linesOf(answer).length).toBeGreaterThan(0);
});

const MANY = `items.list${',items.list'.repeat(LIMITS.batchCalls)}`;

it.each<[...Row, sentence: string, allowed?: string]>([
  [
    'a GET of a mutation',
    405,
    get('/trpc/items.submit'),
    '',
    'This method is not supported: use POST.',
    'POST',
  ],
  [
    'a POST of a query',
    405,
    post('/trpc/items.list', '{}', JSON_BODY),
    '{}',
    'This method is not supported: use GET.',
    'GET, HEAD',
  ],
  ...[
    get('/trpc/market.live?input=%7B%7D'),
    get('/trpc/x/market.live?input=%7B%7D'),
    post('/trpc/reviews.live', '{}', JSON_BODY),
  ].map((lines): [...Row, string, string] => [
    `a subscription by ${lines[0]}`,
    405,
    lines,
    '{}',
    'Subscriptions run over the WebSocket at /trpc.',
    '',
  ]),
  ['too many calls', 400, get(`/trpc/${MANY}?batch=1`), '', 'A batch can have at most 10 calls.'],
  ['no body', 415, post('/trpc/auth.logout', ''), '', 'Send the body as application/json.'],
  [
    'a body that is not JSON',
    400,
    post('/trpc/auth.login', '{"password":x}', JSON_BODY),
    '{"password":x}',
    'The input is not valid JSON.',
  ],
])(
  'tRPC: %s is refused with a sentence that helps',
  async (_what, status, lines, body, sentence, allowed) => {
    const { status: answered, body: failure, allowed: methods } = await send(lines, body);
    expect({ answered, sentence: failure.error.message, methods }).toEqual({
      answered: status,
      sentence,
      methods: allowed,
    });
  },
);

it('a body that is too large is refused with the same sentence by tRPC and REST', async () => {
  const body = `"${'x'.repeat(LIMITS.bodyBytes)}"`;
  const answers = [
    await send(post('/trpc/auth.login', body, JSON_BODY), body),
    await send(post('/api/auth/login', body, JSON_BODY), body),
  ];
  expect(answers.map(({ status }) => status)).toEqual([413, 413]);
  const [call, rest] = answers.map((answer) => answer.body);
  expect(call.error.message).toBe(rest.error);
});
