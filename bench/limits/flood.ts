import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

/** What a hostile client does: requests at a rate, messages over one socket, or subscriptions. */
export type Flood =
  | { kind: 'requests'; perSecond: number; requests: readonly HostileRequest[] }
  | { kind: 'messages'; token: string; count: number; message: string }
  | { kind: 'subscriptions'; connections: number; each: number; input: object };

export interface HostileRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: object;
}

export interface FloodOrder {
  url: string;
  flood: Flood;
  /** Outcomes of the first seconds are not counted. */
  leadSeconds: number;
}

/** Requests that a flood has in progress at most. */
const AT_ONCE = 200;

const { url, flood, leadSeconds } = workerData as FloodOrder;
const countedFrom = performance.now() + leadSeconds * 1000;

/** How often each response occurred, by status or outcome. */
const counts: Record<string, number> = {};
const count = (outcome: string | number) => {
  if (performance.now() < countedFrom) return;
  counts[outcome] = (counts[outcome] ?? 0) + 1;
};

let isOver = false;

async function sendRequests(
  url: string,
  { perSecond, requests }: Flood & { kind: 'requests' },
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const start = performance.now();
  let pending = 0;
  for (let sent = 0; !isOver; sent += 1) {
    const wait = start + (sent * 1000) / perSecond - performance.now();
    if (wait > 0) await delay(wait);
    const one = requests[sent % requests.length];
    if (!one || pending >= AT_ONCE) continue;
    pending += 1;
    const headers = { ...one.headers, ...(one.body && { 'content-type': 'application/json' }) };
    const call = request(`${url}${one.path}`, { agent, method: one.method, headers }, (response) => {
      count(response.statusCode ?? 0);
      response.resume();
    });
    call.once('error', () => count('error'));
    call.once('close', () => {
      pending -= 1;
    });
    call.end(one.body && JSON.stringify(one.body));
  }
  agent.destroy();
}

async function opened(url: string, token?: string): Promise<WebSocket> {
  const query = token === undefined ? '' : '?connectionParams=1';
  const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc${query}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => count('error'));
  if (token !== undefined) socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
  return socket;
}

async function sendMessages(url: string, { token, count: most, message }: Flood & { kind: 'messages' }) {
  const socket = await opened(url, token);
  let unanswered = 0;
  socket.on('message', (data) => {
    unanswered -= 1;
    const { error } = JSON.parse(String(data)) as { error?: { data: { code: string } } };
    count(error?.data.code ?? 'data');
  });
  const calls = (JSON.parse(message) as unknown[]).length;
  while (!isOver) {
    for (let sent = 0; unanswered === 0 && sent < most; sent += 1) socket.send(message);
    unanswered ||= most * calls;
    await delay(20);
  }
  socket.terminate();
}

async function subscribe(url: string, { connections, each, input }: Flood & { kind: 'subscriptions' }) {
  const sockets: WebSocket[] = [];
  for (let index = 0; index < connections; index += 1) {
    const socket = await opened(url);
    sockets.push(socket);
    socket.on('message', (data) => {
      const { error, result } = JSON.parse(String(data)) as {
        error?: { data: { code: string } };
        result?: { type: string };
      };
      count(error?.data.code ?? result?.type ?? 'other');
    });
    for (let id = 1; id <= each; id += 1)
      socket.send(
        JSON.stringify({
          id,
          method: 'subscription',
          params: { path: 'market.live', input: { ...input, min_price: index * each + id } },
        }),
      );
    await delay(20);
  }
  while (!isOver) await delay(20);
  for (const socket of sockets) socket.terminate();
}

parentPort?.once('message', () => {
  isOver = true;
});
parentPort?.postMessage('started');
if (flood.kind === 'requests') await sendRequests(url, flood);
else if (flood.kind === 'messages') await sendMessages(url, flood);
else await subscribe(url, flood);
parentPort?.postMessage(counts);
parentPort?.close();
