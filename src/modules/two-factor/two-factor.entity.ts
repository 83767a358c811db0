import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

export const TwoFactorSchema = defineEntity({
  name: 'TwoFactor',
  tableName: 'two_factor',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
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

/** An account's second factor, with its failed attempts. */
export class TwoFactor extends TwoFactorSchema.class {}
TwoFactorSchema.setClass(TwoFactor);

export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
    /** The argon2id hash of the code's SHA-256, with its salt. */
    codeHash: p.string().length(200).primary(),
    /** The first digits of the code's SHA-256, by which it is found. */
    codeId: p.string().length(5),
    usedAt: p.datetime(3).nullable(),
  },
});

/** A single-use substitute for a code of the authenticator app. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
