import { type EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { DAY_MS } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { linkToken } from '../../lib/link-token.ts';
import { Account } from '../identity/account.entity.ts';
import { spellingOf } from '../identity/account.queries.ts';
import { AddressLink } from './address-link.entity.ts';

export const LINK_PURPOSE = 'address-link';

/** The token of an address link. */
export const addressLinkToken = (secret: string, linkId: string): string =>
  linkToken(secret, LINK_PURPOSE, linkId);

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
 * Voids the links that would replace the present address, in the transaction that changes the password: an intruder may
 * have asked for them, and could reset the password at the new address.
 */
export const voidAddressChanges = (em: EntityManager, { userId, email }: Account, now: Date) =>
  em.nativeUpdate(
    AddressLink,
    { account: userId, purpose: 'confirm', usedAt: null, email: { $ne: email } },
    { usedAt: now },
  );

const sameAddress = (email: string) => ({ [raw('lower(email)')]: spellingOf(email) });

/** The other account whose confirmed address this is. */
export const confirmedOwner = (em: EntityManager, { link, account }: LiveLink): Promise<Account | null> =>
  em.findOne(Account, {
    ...sameAddress(link.email),
    emailConfirmedAt: { $ne: null },
    userId: { $ne: account.userId },
  });

/**
 * Whether one more link to confirm an address may be mailed there: a day has only so many, whichever accounts ask. The last
 * one is kept for an account that has had none, so that one stranger cannot keep the owner from confirming the address.
 * Runs in the transaction that stores the link, and one at a time for an address.
 */
export async function takesMail(
  em: EntityManager,
  { userId }: Account,
  email: string,
  now: Date,
): Promise<boolean> {
  await em.execute('select pg_advisory_xact_lock(hashtext(?))', [`address ${spellingOf(email)}`]);
  const mailed = await em.find(AddressLink, {
    ...sameAddress(email),
    purpose: 'confirm',
    created: { $gt: new Date(now.getTime() - DAY_MS) },
  });
  const hasHadOne = mailed.some(({ account }) => account.userId === userId);
  return mailed.length < LIMITS.addressLink.mailsPerDay - (hasHadOne ? 1 : 0);
}
