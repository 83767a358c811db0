import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Random } from '../../modules/demo/random.ts';

/** Towards the server, or back to the client. */
export type Direction = 'request' | 'answer';

/** One client's connection through the proxy. */
export interface ProxiedConnection {
  readonly open: boolean;
  /** The client's port as the server sees it; undefined until the server is reached. */
  readonly port: number | undefined;
  /** Resets both sides; data that the proxy still holds is lost. */
  cut(): void;
}

/** Sees every chunk before it is forwarded. When it cuts the connection, the chunk is lost. */
export type Tap = (connection: ProxiedConnection, direction: Direction, chunk: Buffer) => void;

const closed = (socket: Socket) => socket.destroyed;

class Connection implements ProxiedConnection {
  readonly client: Socket;
  server: Socket | undefined;
  /** Cuts the connection within the next response. */
  truncates = false;

  constructor(client: Socket) {
    this.client = client;
  }

  get open(): boolean {
    return !closed(this.client);
  }

  get port(): number | undefined {
    return this.server?.localPort;
  }

  cut(): void {
    this.client.resetAndDestroy();
    this.server?.resetAndDestroy();
  }
}

/**
 * A TCP proxy between the product and PostgreSQL, Redis or an SMTP server that simulates network failures: delays,
 * cuts, half-closes, black holes, refusals and partial responses. The seed determines its random choices. `heal` ends every
 * lasting failure; lost connections stay lost.
 *
 *     const proxy = await FaultProxy.start(database.url, { seed: 1 });
 *     const web = await startServerProcess(proxy.url);
 *     proxy.blackHole();
 */
export class FaultProxy {
  /** The server's URL, with the proxy's address instead of the server's. */
  readonly url: string;
  readonly #target: { host: string; port: number };
  readonly #port: number;
  readonly #random: Random;
  readonly #connections = new Set<Connection>();
  readonly #taps = new Set<Tap>();
  #listener: Server;
  #latency: readonly [min: number, max: number] = [0, 0];
  /** Pending while everything is held back. */
  #gate: Promise<void> = Promise.resolve();
  #openGate = () => {};

  private constructor(target: URL, listener: Server, port: number, seed: number) {
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    // The socket of a PostgreSQL in the file system, which would lead past the proxy.
    url.searchParams.delete('host');
    // `href` adds a path that the given URL may not have.
    this.url = url.href.replace(/\/$/, '');
    this.#target = { host: target.hostname, port: Number(target.port) };
    this.#port = port;
    this.#random = new Random(seed);
    this.#listener = listener;
    listener.on('connection', (client) => this.#accept(client));
  }

  /** @param target URL of the server, such as `postgres://user:password@127.0.0.1:5432/database` */
  static async start(target: string, { seed = 1 }: { seed?: number } = {}): Promise<FaultProxy> {
    const listener = createServer({ allowHalfOpen: true, noDelay: true });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const address = listener.address();
    if (typeof address !== 'object' || !address) throw new Error('The proxy has no port.');
    return new FaultProxy(new URL(target), listener, address.port, seed);
  }

  /** Number of connections. */
  get connections(): number {
    return this.#connections.size;
  }

  /** Calls the tap with every chunk; returns a function that removes it. */
  tap(tap: Tap): () => void {
    this.#taps.add(tap);
    return () => {
      this.#taps.delete(tap);
    };
  }

  /** Delays every chunk, in both directions, by a random time between the two, in milliseconds. */
  latency(min: number, max = min): void {
    this.#latency = [min, max];
  }

  /** Resets each connection with this probability. */
  cut(probability = 1): void {
    for (const connection of this.#connections) if (this.#random.chance(probability)) connection.cut();
  }

  /** Half-closes each connection towards the client, like a server that sends FIN and still reads. */
  halfClose(): void {
    for (const { client } of this.#connections) client.end();
  }

  /** Forwards a random part of each connection's next response, then resets it. */
  truncate(): void {
    for (const connection of this.#connections) connection.truncates = true;
  }

  /** Accepts connections and forwards nothing, on new and existing ones, without an error or a response. */
  blackHole(): void {
    this.#openGate();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    this.#openGate = resolve;
  }

  /** Resets all connections and refuses new ones. */
  async refuse(): Promise<void> {
    const down = once(this.#listener, 'close');
    this.#listener.close();
    this.cut();
    await down;
  }

  /** Forwards everything again, starting with the data that was held back. */
  async heal(): Promise<void> {
    this.#latency = [0, 0];
    this.#openGate();
    for (const connection of this.#connections) connection.truncates = false;
    if (!this.#listener.listening) await once(this.#listener.listen(this.#port, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    this.#openGate();
    if (this.#listener.listening) await this.refuse();
  }

  #accept(client: Socket): void {
    const connection = new Connection(client);
    this.#connections.add(connection);
    client.on('error', () => undefined);
    void this.#serve(connection).finally(() => this.#connections.delete(connection));
  }

  async #serve(connection: Connection): Promise<void> {
    const { client } = connection;
    await this.#gate;
    if (closed(client)) return;
    const server = connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
    connection.server = server;
    server.on('error', () => undefined);
    try {
      await once(server, 'connect');
      await Promise.all([
        this.#pump(connection, 'request', client, server),
        this.#pump(connection, 'answer', server, client),
      ]);
    } catch {
      connection.cut();
    }
  }

  /** Forwards until the source ends. @throws Error when either side breaks. */
  async #pump(connection: Connection, direction: Direction, from: Socket, to: Socket): Promise<void> {
    const source: AsyncIterable<Buffer> = from.iterator({ destroyOnReturn: false });
    for await (const chunk of source) {
      const [min, max] = this.#latency;
      if (max > 0)
        await new Promise((resolve) => setTimeout(resolve, min + this.#random.next() * (max - min)));
      await this.#gate;
      for (const tap of this.#taps) tap(connection, direction, chunk);
      if (closed(to)) return;
      if (direction === 'answer' && connection.truncates) {
        to.write(chunk.subarray(0, this.#random.below(chunk.length)), () => connection.cut());
        return;
      }
      if (!to.write(chunk)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    await this.#gate;
    if (!to.writableEnded) to.end();
  }
}
