import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';
import { ofAccount } from '../identity/account.entity.ts';

/** A sign-in that lasts until it is ended, idle too long, or past its maximum age. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    /** SHA-256 of the token, in hex, so that a stolen table grants no access. */
    tokenHash: p.string().length(64).primary(),
    /** The hash of the previous token, which a confirmation replaced. */
    replacedHash: p.string().length(64).nullable().unique('session_replaced_hash_unique'),
    /** When the token that replaced it was first used. */
    replacedAt: p.datetime(3).nullable(),
    /** Identifies the session in the owner's list; grants no access. */
    id: p.uuid().defaultRaw('gen_random_uuid()').unique('session_id_unique'),
    account: () => ofAccount().index('session_user_id_index'),
    created: p.datetime(3).defaultRaw('now()'),
    lastSeen: p.datetime(3).defaultRaw('now()'),
    /** When its owner last proved their identity: at the sign-in, or by a confirmation since. */
    confirmedAt: p.datetime(3).defaultRaw('now()'),
    expires: p.datetime(3).index('session_expires_index'),
    ip: p.string().length(64).nullable(),
    userAgent: p.string().length(LIMITS.userAgent.max).nullable(),
  },
});
export type Session = InferEntity<typeof Session>;

/** A sign-in with a correct password that still needs a code; it grants no other access. */
export const PendingSignIn = defineEntity({
  name: 'PendingSignIn',
  tableName: 'pending_sign_in',
  properties: {
    tokenHash: p.string().length(64).primary(),
    account: () => ofAccount().index('pending_sign_in_user_id_index'),
    expires: p.datetime(3).index('pending_sign_in_expires_index'),
    tries: p.integer().default(0),
    /** The hash of the session that the browser held, and that this sign-in replaces. */
    replaces: p.string().length(64).nullable(),
  },
});
export type PendingSignIn = InferEntity<typeof PendingSignIn>;

/** A browser in which an account has signed in. Its token grants no access. */
export const KnownDevice = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_device',
  properties: {
    tokenHash: p.string().length(64).primary(),
    account: () => ofAccount().index('known_device_user_id_index'),
    /** A keyed hash of browser, system and provider: comparable, but it names none of them. */
    kindHash: p.string().length(64),
    expires: p.datetime(3).index('known_device_expires_index'),
  },
});
export type KnownDevice = InferEntity<typeof KnownDevice>;
