import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** What the benchmark asks of this process: sockets to a server, more subscriptions on them, or what has arrived. */
export type Order =
  | { type: 'open'; url: string; filters: readonly object[] }
  | { type: 'also'; filters: readonly object[] }
  | { type: 'arrivals' };

/** When a sale arrived at a socket, in milliseconds since 1970. */
export type Arrival = readonly [socket: number, saleId: number, at: number];

const OPENING = 50;
const PATIENCE_MS = 120_000;

const sockets: WebSocket[] = [];
let arrivals: Arrival[] = [];
let started = 0;

function listen(socket: WebSocket, index: number): void {
  socket.on('message', (data) => {
    const at = performance.timeOrigin + performance.now();
    const text = String(data);
    if (text === 'PING') return socket.send('PONG');
    if (text.includes('"started"')) started += 1;
    const sale = text.includes('"type":"added"') && /"sale_id":(\d+)/.exec(text);
    if (sale) arrivals.push([index, Number(sale[1]), at]);
  });
  socket.on('close', () => {
    throw new Error('The server closed a socket.');
  });
}

const subscribe = (socket: WebSocket | undefined, id: number, input: object) =>
  socket?.send(
    JSON.stringify({ id, jsonrpc: '2.0', method: 'subscription', params: { path: 'market.live', input } }),
  );

async function untilStarted(count: number): Promise<void> {
  for (let waited = 0; started < count; waited += 10) {
    if (waited > PATIENCE_MS) throw new Error(`Only ${started} of ${count} subscriptions have started.`);
    await setTimeout(10);
  }
}

const work = {
  async open({ url, filters }: { url: string; filters: readonly object[] }) {
    for (let from = 0; from < filters.length; from += OPENING) {
      const opened = filters.slice(from, from + OPENING).map((filter, i) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc`, { perMessageDeflate: false });
        listen(socket, from + i);
        sockets.push(socket);
        return new Promise<void>((resolve, reject) => {
          socket.once('error', reject);
          socket.once('open', () => {
            subscribe(socket, 1, filter);
            resolve();
          });
        });
      });
      await Promise.all(opened);
      await untilStarted(sockets.length);
    }
  },
  async also({ filters }: { filters: readonly object[] }) {
    const before = started;
    for (const [i, filter] of filters.entries()) {
      subscribe(sockets[i], 2, filter);
      if (i % OPENING === 0) await untilStarted(before + i);
    }
    await untilStarted(before + filters.length);
  },
};

process.on('message', async (order: Order) => {
  if (order.type === 'open') await work.open(order);
  if (order.type === 'also') await work.also(order);
  process.send?.(arrivals);
  arrivals = [];
});
