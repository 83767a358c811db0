import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { LinkPurpose } from '../../contract/accounts/address.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { query } from '../../db/query.ts';
import { sha256 } from '../../lib/crypto.ts';
import { linkToken } from '../../lib/link-token.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { Account } from '../identity/account.entity.ts';
import { sameAddress, spellingOf } from '../identity/account.queries.ts';
import type { RequestScope } from '../scope.ts';
import { AddressLink } from './address-link.entity.ts';

export const LINK_PURPOSE = 'address-link';

export const addressLinkToken = (secret: string, linkId: string): string =>
  linkToken(secret, LINK_PURPOSE, linkId);

const LIFE_MS: Record<LinkPurpose, number> = {
  confirm: LIMITS.addressLink.confirmHours * HOUR_MS,
  undo: LIMITS.addressLink.undoHours * HOUR_MS,
};

type Scope = Pick<RequestScope, 'em' | 'clock' | 'config'>;

/** Stores a link in the caller's transaction, and returns its id for the email. */
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
    expires: addMs(created, LIFE_MS[purpose]),
  });
  return id;
}

/**
 * Issues a link that undoes what happens to the account's security from now on, for an email to its present address.
 * Null when nobody has confirmed that address.
 */
export const issueUndoLink = async (scope: Scope, account: Account): Promise<string | null> =>
  account.emailConfirmedAt ? issueAddressLink(scope, account, 'undo', account.email) : null;

export interface LiveLink {
  link: AddressLink;
  account: Account;
}

/**
 * A valid link: unused, not expired, and the account is active. Of the links that confirm an address, only the newest is
 * valid. Otherwise null.
 */
export async function liveLink(
  em: EntityManager,
  filter: FilterQuery<AddressLink>,
  now: Date,
): Promise<LiveLink | null> {
  const link = await em.findOne(AddressLink, filter, { refresh: true });
  if (!link || link.usedAt !== null || link.expires <= now) return null;
  const account = await em.findOneOrFail(Account, { userId: link.account.userId }, { refresh: true });
  if (account.accountStatus !== 'Active') return null;
  if (link.purpose === 'undo') return { link, account };
  const newer = await em.count(AddressLink, { account, purpose: 'confirm', id: { $gt: link.id } });
  return newer === 0 ? { link, account } : null;
}

/**
 * Invalidates the links that would replace the current address, in the transaction that changes the password or undoes a change of
 * the address: an intruder may have asked for them, and could reset the password at the new address.
 */
export const voidAddressChanges = (em: EntityManager, { userId, email }: Account, now: Date) =>
  em.nativeUpdate(
    AddressLink,
    { account: userId, purpose: 'confirm', usedAt: null, email: { $ne: email } },
    { usedAt: now },
  );

/** The other account whose confirmed address this is. */
export const confirmedOwner = (em: EntityManager, { link, account }: LiveLink): Promise<Account | null> =>
  em.findOne(Account, {
    ...sameAddress(link.email),
    emailConfirmedAt: { $ne: null },
    userId: { $ne: account.userId },
  });

/**
 * Whether one more link may be mailed to an address that the account has not confirmed: an address gets a limited number of
 * emails a day, for all accounts together. The last one is reserved for an account that has had none, so that one stranger cannot
 * prevent the owner from confirming it. Runs in the transaction that stores the link, and one at a time for an address.
 *
 * @param confirming the account that the link is to confirm the address for; null for a link to reset a password
 */
export async function takesMail(
  em: EntityManager,
  email: string,
  now: Date,
  confirming: number | null,
): Promise<boolean> {
  const spelling = spellingOf(email);
  const since = addMs(now, -DAY_MS);
  await query(em)`select pg_advisory_xact_lock(${ADVISORY_LOCKS.mailsTo}, hashtext(${spelling}))`;
  // The mails to the address, except resets by its owner, with the account for which a link would confirm it.
  const mailed = await query(em)<{ confirming: number | null }>`
    select user_id as confirming from address_link
    where lower(email) = ${spelling} and purpose = 'confirm' and created > ${since}
    union all
    select null from password_reset join account using (user_id)
    where lower(password_reset.email) = ${spelling} and requested_at > ${since}
      and (email_confirmed_at is null or lower(account.email) <> lower(password_reset.email))`;
  const isFirst = confirming !== null && mailed.every((mail) => mail.confirming !== confirming);
  return mailed.length < LIMITS.addressLink.mailsPerDay - (isFirst ? 0 : 1);
}
