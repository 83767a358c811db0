import { once } from 'node:events';
import { type ClientOptions, type RawData, WebSocket } from 'ws';
import type { TestServer } from '../run/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and assert what they read
type Message = any;

export interface OpenSocket {
  token?: string;
  /** Defaults to `/trpc`. */
  path?: string;
  options?: ClientOptions;
}

/** A socket like that of an external program, with its received messages. */
export class TestSocket {
  readonly client: WebSocket;
  readonly #messages: Message[] = [];
  readonly #closed: Promise<number>;
  /** The reason with which it was closed. */
  reason: string | undefined;
  #arrived = Promise.withResolvers<void>();
  #lastId = 0;

  constructor(client: WebSocket) {
    this.client = client;
    this.#closed = new Promise((resolve) => client.once('close', resolve));
    client.once('close', (_code, reason) => {
      this.reason = String(reason);
    });
    client.on('error', () => undefined);
    client.on('message', (data: RawData) => {
      const text = String(data);
      if (text === 'PING') return client.send('PONG');
      this.#messages.push(text === 'PONG' ? text : JSON.parse(text));
      this.#arrived.resolve();
    });
  }

  /** Opens one, with a session's token if given. @throws Error with the status when it is refused. */
  static async open(server: Pick<TestServer, 'url'>, given: OpenSocket = {}): Promise<TestSocket> {
    const { token, path = '/trpc', options } = given;
    const query = token === undefined ? '' : '?connectionParams=1';
    const client = new WebSocket(`${server.url.replace('http', 'ws')}${path}${query}`, options);
    const socket = new TestSocket(client);
    await once(client, 'open');
    if (token !== undefined) socket.send({ method: 'connectionParams', data: { token } });
    return socket;
  }

  send(message: unknown): void {
    this.client.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Number of unread messages. */
  get waiting(): number {
    return this.#messages.length;
  }

  /** The next unread message. @throws Error when the connection is closed without one. */
  async next(): Promise<Message> {
    while (this.#messages.length === 0) {
      if (this.client.readyState === WebSocket.CLOSED)
        throw new Error(`The socket was closed with ${await this.#closed}, without a message.`);
      this.#arrived = Promise.withResolvers();
      await Promise.race([this.#arrived.promise, this.#closed]);
    }
    return this.#messages.shift();
  }

  /** Unread messages. */
  unread(): Message[] {
    return this.#messages.splice(0);
  }

  /** Calls a procedure; returns the call's id. */
  call(method: 'query' | 'mutation' | 'subscription', path: string, input: unknown = {}): number {
    this.#lastId += 1;
    this.send({ id: this.#lastId, jsonrpc: '2.0', method, params: { path, input } });
    return this.#lastId;
  }

  /** Subscribes; resolves when the server listens. @throws Error with the code when it refuses. */
  async subscribe(path: string): Promise<void> {
    this.call('subscription', path);
    const { result, error } = await this.next();
    if (result?.type !== 'started') throw new Error(error?.data?.code ?? 'not started');
  }

  /** The next update of a subscription, or the code of the error that ended it. */
  async update(): Promise<Message> {
    const { result, error } = await this.next();
    return error ? error.data.code : result.type === 'data' ? result.data : result.type;
  }

  /** Resolves with the code when the connection is closed. */
  closed(): Promise<number> {
    return this.#closed;
  }

  close(): Promise<number> {
    this.client.close();
    return this.#closed;
  }
}
