import { createPublicKey, verify } from 'node:crypto';

/** How far the time of a request may differ from this machine's. A request repeated meanwhile only reads again. */
const TOLERANCE_MS = 300_000;

/** A request as received; null for a missing header. */
interface SignedRequest {
  /** Hexadecimal. */
  signature: string | null;
  /** Seconds since 1970. */
  timestamp: string | null;
  body: Buffer;
}

/**
 * Whether Discord signed the request just now: Ed25519 over the timestamp and the body as received.
 *
 * @param publicKey the setting `discord_public_key`, 64 hexadecimal digits
 */
export function isSignedByDiscord(
  publicKey: string,
  { signature, timestamp, body }: SignedRequest,
  now: Date,
): boolean {
  if (!signature || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > TOLERANCE_MS) return false;
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
}
