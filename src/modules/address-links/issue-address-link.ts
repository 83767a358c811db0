import type { LinkPurpose } from '../../contract/accounts/address.ts';
import { HOUR_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { sha256 } from '../../lib/crypto.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import type { Account } from '../identity/account.entity.ts';
import type { RequestScope } from '../scope.ts';
import { AddressLink } from './address-link.entity.ts';
import { addressLinkToken } from './address-link.queries.ts';

const LIFE_MS: Record<LinkPurpose, number> = {
  confirm: LIMITS.addressLink.confirmHours * HOUR_MS,
  undo: LIMITS.addressLink.undoHours * HOUR_MS,
};

type Scope = Pick<RequestScope, 'em' | 'clock' | 'config'>;

/** Stores a link in the caller's transaction, which has locked the account, and returns its id for the mail. */
export async function issueAddressLink(
  { em, clock, config }: Scope,
  account: Account,
  purpose: LinkPurpose,
  email: string,
): Promise<string> {
  const id = uuid7();
  const created = clock.now();
  await em.insert(AddressLink, {
    id,
    tokenHash: sha256(addressLinkToken(config.secret, id)),
    account,
    purpose,
    email,
    created,
    expires: new Date(created.getTime() + LIFE_MS[purpose]),
  });
  return id;
}

/**
 * Issues a link that undoes what happens to the account's security from now on, for a mail to its present address.
 * Null when nobody has confirmed that address.
 */
export const issueUndoLink = async (scope: Scope, account: Account): Promise<string | null> =>
  account.emailConfirmedAt ? issueAddressLink(scope, account, 'undo', account.email) : null;
