import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Shorter bodies are not worth compressing. */
export const WORTH_PACKING_BYTES = 1_000;

/** The most compact first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Compresses a body. */
export const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Reading the header takes longer than finding the response, and there are few different ones. */
const encodings = new LRUCache<string, Encoding | 'identity'>({ max: 100 });

/** The most compact encoding that a client accepts. */
export function encodingOf(request: IncomingMessage): Encoding | undefined {
  const header = request.headers['accept-encoding'];
  if (header === undefined) return undefined;
  const known = encodings.get(header);
  if (known) return known === 'identity' ? undefined : known;
  const accepted = new Negotiator(request).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((one) => accepted.includes(one));
  encodings.set(header, encoding ?? 'identity');
  return encoding;
}
