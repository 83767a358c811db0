import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

const TwoFactorSchema = defineEntity({
  name: 'TwoFactor',
  tableName: 'two_factor',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
    /** The TOTP secret, encrypted by `secret-box.ts`. */
    secret: p.text().hidden(),
    /** Which key encrypted it, so that secrets can be rotated one by one. */
    keyId: p.string().length(16),
    /** Null while the setup waits for its first code. */
    enabledAt: p.datetime(3).nullable(),
    /** The newest time step that was accepted; it and older ones are not accepted again (RFC 6238, 5.2). */
    lastStep: p.bigint('number').default(0),
    failedInRow: p.integer().default(0),
    blockedUntil: p.datetime(3).nullable(),
    /** The day, in UTC, that `triesToday` counts wrong codes of. */
    triesDay: p.date().nullable(),
    triesToday: p.integer().default(0),
  },
});

/** An account's second factor and what was tried against it. */
export class TwoFactor extends TwoFactorSchema.class {}
TwoFactorSchema.setClass(TwoFactor);

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
    /** SHA-256 in hex; the codes are random, so nothing slower is needed. */
    codeHash: p.string().length(64).primary(),
    usedAt: p.datetime(3).nullable(),
  },
});

/** Stands in once for a code of the authenticator. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);

export { RecoveryCodeSchema, TwoFactorSchema };
