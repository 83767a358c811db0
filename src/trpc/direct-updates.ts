import { type TrackedEnvelope, tracked } from '@trpc/server';

/** Receives how the messages of a subscription begin: with the id of its call. */
type Receive = (beginning: string) => void;

const awaited = new WeakMap<object, Receive>();
const texts = new WeakMap<object, string>();

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const beginningOf = (message: unknown): string =>
  JSON.stringify({ id: fieldOf(message, 'id'), jsonrpc: fieldOf(message, 'jsonrpc') }).slice(0, -1);

/** Encodes the messages that tRPC sends over sockets. */
export function encodeMessage(message: unknown): string {
  const update = fieldOf(fieldOf(fieldOf(message, 'result'), 'data'), 'data');
  if (typeof update === 'object' && update !== null) awaited.get(update)?.(beginningOf(message));
  return JSON.stringify(message);
}

/**
 * Sends updates of a subscription without tRPC, which makes some twenty promises and three copies for each. The messages
 * are the same (src/modules/market/market-live.test.ts compares them), and an update that many subscriptions send is
 * converted to text once.
 */
export class DirectUpdates {
  readonly #send: (message: string) => void;
  #beginning: string | undefined;

  /** @param send sends a message over the socket of the call */
  constructor(send: (message: string) => void) {
    this.#send = send;
  }

  /** Whether tRPC has sent an update of the subscription; only then is the id of its call known. */
  get isReady(): boolean {
    return this.#beginning !== undefined;
  }

  /** A copy of an update, to be sent by tRPC. It makes this ready. */
  first<Update extends object>([id, update]: TrackedEnvelope<Update>): TrackedEnvelope<Update> {
    const copy = { ...update };
    awaited.set(copy, (beginning) => {
      this.#beginning = beginning;
    });
    return tracked(id, copy);
  }

  /** Sends an update. The caller has waited until it is ready, and until tRPC has sent all updates before it. */
  send([id, update]: TrackedEnvelope<object>): void {
    const text = texts.get(update) ?? JSON.stringify(update);
    texts.set(update, text);
    const position = JSON.stringify(id);
    this.#send(
      `${this.#beginning},"result":{"type":"data","data":{"id":${position},"data":${text}},"id":${position}}}`,
    );
  }
}
