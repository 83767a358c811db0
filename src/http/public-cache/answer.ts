import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Shorter bodies are not worth compressing. */
const WORTH_PACKING_BYTES = 1_000;

/** The most compact first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Reading the header takes longer than finding the response, and there are few different ones. */
const encodings = new LRUCache<string, Encoding | 'identity'>({ max: 100 });

/** The most compact encoding that a client accepts. */
function encodingOf(request: IncomingMessage): Encoding | undefined {
  const header = request.headers['accept-encoding'];
  if (header === undefined) return undefined;
  const known = encodings.get(header);
  if (known) return known === 'identity' ? undefined : known;
  const accepted = new Negotiator(request).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((one) => accepted.includes(one));
  encodings.set(header, encoding ?? 'identity');
  return encoding;
}

/** Whether a client already has this body, compressed or not. */
const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch?.split(',').some((part) => {
    const own = part.trim().replace(/^W\//, '');
    return own === '*' || own === `"${tag}"` || own === `"${tag}-br"` || own === `"${tag}-gzip"`;
  }) ?? false;

/** A successful response to a public query, shared by all clients with the same query. */
export class Answer {
  readonly #tag: string;
  readonly #body: Buffer;
  readonly #type: string;
  readonly #headers: readonly string[];
  readonly #packed = new Map<Encoding, Buffer>();
  #packing: Promise<Buffer> | undefined;

  /** @param headers name, value, name, value …, in addition to those of the body */
  constructor(headers: readonly string[], type: string, body: Buffer) {
    this.#headers = headers;
    this.#type = type;
    this.#body = body;
    this.#tag = hash('sha1', body, 'base64url');
  }

  /** Its size in memory. */
  get bytes(): number {
    return [...this.#packed.values()].reduce((sum, { length }) => sum + length, this.#body.length);
  }

  /** Sends it, or 304 to a client that already has it. */
  send(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    if (isKnown(request.headers['if-none-match'], this.#tag)) {
      const own = ['X-Request-Id', requestId, 'ETag', `"${this.#tag}"`];
      response.writeHead(304, [...this.#headers, ...own]).end();
      return;
    }
    const encoding = encodingOf(request);
    const packed = encoding && this.#packed.get(encoding);
    const body = packed ?? this.#body;
    const tag = packed ? `"${this.#tag}-${encoding}"` : `"${this.#tag}"`;
    const own = ['X-Request-Id', requestId, 'ETag', tag, 'Content-Type', this.#type];
    if (encoding && packed) own.push('Content-Encoding', encoding);
    own.push('Content-Length', String(body.length));
    response.writeHead(200, [...this.#headers, ...own]).end(body);
  }

  /** Compresses it once for an accepted encoding, for later requests; returns by how many bytes it grew. */
  async pack(request: IncomingMessage): Promise<number> {
    const encoding = encodingOf(request);
    if (this.#packing || encoding === undefined || this.#packed.has(encoding)) return 0;
    if (this.#body.length < WORTH_PACKING_BYTES) return 0;
    this.#packing = COMPRESS[encoding](this.#body);
    try {
      const packed = await this.#packing;
      this.#packed.set(encoding, packed);
      return packed.length;
    } finally {
      this.#packing = undefined;
    }
  }
}
