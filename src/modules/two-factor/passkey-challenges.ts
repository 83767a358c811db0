import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { deriveKey, sha256 } from '../../lib/crypto.ts';

const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;

/** What a challenge is for, and the id of the session that it is bound to; empty for signing in. */
export interface ChallengeUse {
  purpose: 'register' | 'confirm' | 'sign-in';
  sessionId: string;
}

/**
 * Challenges for passkeys: a random number and an expiry, signed for one use. The server stores none that is not
 * answered, so asking for them costs no space.
 */
export class PasskeyChallenges {
  readonly #key: Buffer;

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'passkey challenges');
  }

  issue(use: ChallengeUse, now: Date): Uint8Array<ArrayBuffer> {
    const head = Buffer.alloc(HEAD_BYTES);
    randomBytes(NONCE_BYTES).copy(head);
    head.writeUIntBE(now.getTime() + LIMITS.passkeys.challengeMinutes * MINUTE_MS, NONCE_BYTES, TIME_BYTES);
    return new Uint8Array(Buffer.concat([head, this.#signature(head, use)]));
  }

  /**
   * Uses up a challenge, in a separate statement, so that it stays used when the answer is refused.
   *
   * @returns false when it is not one of ours, was issued for another use, has expired or was answered before
   */
  async spend(em: EntityManager, challenge: string, use: ChallengeUse, now: Date): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    const head = bytes.subarray(0, HEAD_BYTES);
    const signature = this.#signature(head, use);
    const sent = bytes.subarray(HEAD_BYTES);
    if (sent.length !== signature.length || !timingSafeEqual(sent, signature)) return false;
    const expires = new Date(head.readUIntBE(NONCE_BYTES, TIME_BYTES));
    if (expires <= now) return false;
    const stored = await query(em)`
      insert into used_challenge (challenge_hash, expires) values (${sha256(bytes.toString('base64url'))}, ${expires})
      on conflict do nothing returning expires`;
    return stored.length === 1;
  }

  #signature(head: Buffer, { purpose, sessionId }: ChallengeUse): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}:${sessionId}:`).update(head).digest();
  }
}
