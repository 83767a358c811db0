import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey, sha256 } from './crypto.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Key {
  id: string;
  bytes: Buffer;
}

/** A key for one purpose; its id identifies the secret it was derived from without revealing it. */
function keyOf(secret: string, purpose: string): Key {
  const bytes = deriveKey(secret, purpose);
  return { id: sha256(bytes).slice(0, 16), bytes };
}

export interface Sealed {
  keyId: string;
  /** Base64 of nonce, tag and ciphertext. */
  text: string;
}

/** Together with whom the secret belongs to. */
export interface OwnedSealed extends Sealed {
  owner: string;
}

/**
 * Encrypts small secrets with AES-256-GCM under a key derived from the application's secret. Previous secrets still
 * decrypt what they encrypted until it is re-encrypted.
 */
export class SecretBox {
  readonly #current: Key;
  readonly #keys: ReadonlyMap<string, Key>;

  /**
   * @param secrets the current secret first, then previous ones
   * @param purpose separates the keys of different uses
   */
  constructor(secrets: readonly [string, ...string[]], purpose: string) {
    const keys = secrets.map((secret) => keyOf(secret, purpose));
    this.#current = keys[0] as Key;
    this.#keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** The keys that decrypt. */
  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  /** @param owner whom the secret belongs to; it cannot be decrypted for another owner */
  seal(plain: string, owner: string): Sealed {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#current.bytes, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return {
      keyId: this.#current.id,
      text: Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64'),
    };
  }

  /** Encrypts with the current key what any known key has encrypted. @throws Error as `open` */
  reseal(sealed: Sealed, owner: string): Sealed {
    return this.seal(this.open(sealed, owner), owner);
  }

  /** @throws Error when no secret has the key, or the text was not encrypted for this owner. */
  open({ keyId, text }: Sealed, owner: string): string {
    const key = this.#keys.get(keyId);
    if (!key)
      throw new Error(
        `No secret in APP_SECRET or APP_SECRETS_OLD matches encryption key ${keyId} (owner: ${owner})`,
      );
    const bytes = Buffer.from(text, 'base64');
    const decipher = createDecipheriv(CIPHER, key.bytes, bytes.subarray(0, IV_BYTES))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      .setAAD(Buffer.from(owner));
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
