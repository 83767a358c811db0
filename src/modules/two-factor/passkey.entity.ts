import { defineEntity, p } from '@mikro-orm/core';
import { LIMITS } from '../../contract/shared/limits.ts';
import { Account } from '../identity/account.entity.ts';

export const PasskeySchema = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    id: p.uuid().defaultRaw('gen_random_uuid()').primary(),
    account: () =>
      p.manyToOne(Account).joinColumn('user_id').deleteRule('cascade').index('passkey_user_id_index'),
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

/** A key pair of an account; the private key is in the owner's device or password manager. */
export class Passkey extends PasskeySchema.class {}
PasskeySchema.setClass(Passkey);

/** A challenge that was answered, kept until it expires so that no answer counts twice. */
export const UsedChallengeSchema = defineEntity({
  name: 'UsedChallenge',
  tableName: 'used_challenge',
  properties: {
    challengeHash: p.string().length(64).primary(),
    expires: p.datetime(3).index('used_challenge_expires_index'),
  },
});
