import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, NewCredential } from '../../contract/accounts/passkeys.ts';
import { callerFor } from '../clients/callers.ts';
import type { TestServer } from '../run/server.ts';
import { openSession, type TestAccount } from './factories.ts';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** How an authenticator, or an attacker with one, deviates from what the site asks for. */
export interface Deviation {
  origin?: string;
  domain?: string;
  /** False for a key that anybody may use who holds it. */
  verifiesUser?: boolean;
  /** Replaces the next signature counter. */
  counter?: number;
  /** What the attestation says it is; it has no statement. */
  format?: string;
}

/** A security key in software, with one passkey. */
export class TestAuthenticator {
  readonly id = base64url(randomBytes(16));
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #counts: boolean;
  #uses = 0;

  /** @param counts false for a password manager, which always reports 0 uses */
  constructor(counts = true) {
    this.#counts = counts;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#publicKey = Buffer.from(
      isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      ),
    );
  }

  /** Creates the passkey. */
  create({ challenge }: { challenge: string }, deviation: Deviation = {}): NewCredential {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#head(HAS_CREDENTIAL, deviation),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey,
    ]);
    const attestation = new Map<string, unknown>([
      ['fmt', deviation.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(data)],
    ]);
    return {
      id: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, deviation),
        attestationObject: base64url(Buffer.from(isoCBOR.encode(attestation as never))),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey. */
  get({ challenge }: { challenge: string }, deviation: Deviation = {}): Assertion {
    const data = this.#head(0, deviation);
    const clientDataJSON = clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, this.#key)),
      },
    };
  }

  #head(flags: number, { domain = 'localhost', verifiesUser = true, counter }: Deviation): Buffer {
    this.#uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? (this.#counts ? this.#uses : 0));
    const set = flags | USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(domain), Buffer.from([set]), count]);
  }
}

const clientData = (type: string, challenge: string, { origin = 'http://localhost:3000' }: Deviation) =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Adds a passkey to an account, which ends its other sessions. */
export async function addPasskey(
  server: TestServer,
  { user }: Pick<TestAccount, 'user'>,
  key = new TestAuthenticator(),
): Promise<{ key: TestAuthenticator; id: string; token: string; recoveryCodes: string[] }> {
  const token = await openSession(server, user);
  const { passkeys } = callerFor(server, token);
  const credential = key.create(await passkeys.creationOptions({}));
  const { passkey, recoveryCodes } = await passkeys.add({ credential });
  return { key, id: passkey.id, token, recoveryCodes };
}
