import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { COMPRESS, ENCODINGS, type Encoding, encodingOf, WORTH_PACKING_BYTES } from '../content-encoding.ts';

/** A body as it is sent, and its headers: name, value, name, value … */
interface Form {
  body: Buffer;
  headers: readonly string[];
}

/** A successful response to a public query, shared by all clients with the same query. */
export class CachedResponse {
  readonly #tag: string;
  /** All entity tags that a client may send for this body, compressed or not. */
  readonly #tags: ReadonlySet<string>;
  readonly #shared: readonly string[];
  readonly #type: string;
  readonly #plain: Form;
  readonly #unchanged: readonly string[];
  readonly #packed = new Map<Encoding, Form>();
  #isPacking = false;

  /** @param headers name, value, name, value …, in addition to those of the body */
  constructor(headers: readonly string[], type: string, body: Buffer) {
    this.#shared = headers;
    this.#type = type;
    this.#tag = hash('sha1', body, 'base64url');
    const tags = [`"${this.#tag}"`, ...ENCODINGS.map((encoding) => `"${this.#tag}-${encoding}"`)];
    this.#tags = new Set([...tags, ...tags.map((tag) => `W/${tag}`)]);
    this.#plain = this.#formOf(body);
    this.#unchanged = [...headers, 'ETag', `"${this.#tag}"`];
  }

  /** The uncompressed body. */
  get text(): string {
    return this.#plain.body.toString();
  }

  /** Its size in memory. */
  get bytes(): number {
    return [...this.#packed.values()].reduce((sum, { body }) => sum + body.length, this.#plain.body.length);
  }

  /** Sends it, or 304 to a client that already has it. */
  send(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && this.#isKnown(ifNoneMatch)) {
      response.writeHead(304, this.#unchanged.concat('X-Request-Id', requestId)).end();
      return;
    }
    const encoding = encodingOf(request);
    const { headers, body } = (encoding && this.#packed.get(encoding)) ?? this.#plain;
    response.writeHead(200, headers.concat('X-Request-Id', requestId)).end(body);
  }

  canPack(request: IncomingMessage): boolean {
    const encoding = encodingOf(request);
    const isPacked = this.#isPacking || encoding === undefined || this.#packed.has(encoding);
    return !isPacked && this.#plain.body.length >= WORTH_PACKING_BYTES;
  }

  /** Compresses it once for an accepted encoding, for later requests. */
  async pack(request: IncomingMessage): Promise<void> {
    const encoding = encodingOf(request);
    if (encoding === undefined || !this.canPack(request)) return;
    this.#isPacking = true;
    try {
      this.#packed.set(encoding, this.#formOf(await COMPRESS[encoding](this.#plain.body), encoding));
    } finally {
      this.#isPacking = false;
    }
  }

  #formOf(body: Buffer, encoding?: Encoding): Form {
    const tag = encoding ? `"${this.#tag}-${encoding}"` : `"${this.#tag}"`;
    const headers = [...this.#shared, 'ETag', tag, 'Content-Type', this.#type];
    if (encoding) headers.push('Content-Encoding', encoding);
    headers.push('Content-Length', String(body.length));
    return { body, headers };
  }

  /** Whether a client already has this body. */
  #isKnown(ifNoneMatch: string): boolean {
    if (this.#tags.has(ifNoneMatch)) return true;
    return ifNoneMatch.split(',').some((part) => part.trim() === '*' || this.#tags.has(part.trim()));
  }
}
