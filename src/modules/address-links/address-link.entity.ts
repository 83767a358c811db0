import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LINK_PURPOSES } from '../../contract/accounts/address.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { index } from '../../db/tables/indexes.ts';
import { ofAccount } from '../identity/account.entity.ts';

/** A link that is mailed to an address, to confirm it, or to undo its replacement or a new second factor. */
export const AddressLink = defineEntity({
  name: 'AddressLink',
  tableName: 'address_link',
  indexes: [index('address_link_email_index', '"address_link" (lower("email"))')],
  properties: {
    /** UUID version 7: of the links that confirm an address, only the newest of an account is valid. */
    id: p.uuid().primary(),
    /** SHA-256 in hex. The token itself is derived when the email is written and appears only in the email. */
    tokenHash: p.string().length(64).unique('address_link_token_hash_unique'),
    account: () => ofAccount().index('address_link_user_id_index'),
    purpose: p.enum([...LINK_PURPOSES]),
    /** The address to confirm, or the one to go back to. */
    email: p.string().length(LIMITS.email.max),
    created: p.datetime(3),
    expires: p.datetime(3).index('address_link_expires_index'),
    usedAt: p.datetime(3).nullable(),
  },
});
export type AddressLink = InferEntity<typeof AddressLink>;
