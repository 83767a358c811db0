import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';
import { ofAccount } from '../identity/account.entity.ts';

/** An account's second factor, with its failed attempts. */
export const TwoFactor = defineEntity({
  name: 'TwoFactor',
  tableName: 'two_factor',
  properties: {
    account: () => ofAccount().primary(),
    /** The TOTP secret, encrypted by `secret-box.ts`. Null for an account that has only passkeys. */
    secret: p.text().hidden().nullable(),
    /** The key that encrypted the secret, so that secrets can be re-encrypted one by one. */
    keyId: p.string().length(16).nullable(),
    /** When the authenticator app was confirmed with a first code; null before that. */
    enabledAt: p.datetime(3).nullable(),
    /** The last accepted time step. It and earlier ones are not accepted again (RFC 6238, 5.2). */
    lastStep: p.bigint('number').default(0),
    failedInRow: p.integer().default(0),
    blockedUntil: p.datetime(3).nullable(),
    /** The UTC day for which `triesToday` counts wrong codes. */
    triesDay: p.date().nullable(),
    triesToday: p.integer().default(0),
  },
});
export type TwoFactor = InferEntity<typeof TwoFactor>;

/** A single-use substitute for a code of the authenticator app. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    account: () => ofAccount().primary(),
    /** The argon2id hash of the code's SHA-256, with its salt. */
    codeHash: p.string().length(200).primary(),
    /** The first digits of the code's SHA-256, by which it is found. */
    codeId: p.string().length(5),
    usedAt: p.datetime(3).nullable(),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;

/** A key pair of an account; the private key is in the owner's device or password manager. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().defaultRaw('gen_random_uuid()').primary(),
    account: () => ofAccount().index('passkey_user_id_index'),
    /** The authenticator's id of the credential, base64url like the public key. */
    credentialId: p.text().unique('passkey_credential_id_unique'),
    publicKey: p.text(),
    /** The authenticator's count of uses: 0 for ever, or increasing. */
    counter: p.bigint('number').default(0),
    /** Hints for browsers, separated by commas. */
    transports: p.string().length(100).default(''),
    name: p.string().length(LIMITS.passkeys.name),
    synced: p.boolean(),
    created: p.datetime(3).defaultRaw('now()'),
    lastUsed: p.datetime(3).nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;

/** A challenge that was answered, kept until it expires so that no answer counts twice. */
export const UsedChallenge = defineEntity({
  name: 'UsedChallenge',
  tableName: 'used_challenge',
  properties: {
    challengeHash: p.string().length(64).primary(),
    expires: p.datetime(3).index('used_challenge_expires_index'),
  },
});
