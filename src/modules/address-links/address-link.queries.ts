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

/** Whether the address got its mails of a day, whichever accounts asked for them. */
export async function hasEnoughLinks(em: EntityManager, { link }: LiveLink): Promise<boolean> {
  const earlier = await em.count(AddressLink, {
    ...sameAddress(link.email),
    purpose: 'confirm',
    id: { $lt: link.id },
    created: { $gt: new Date(link.created.getTime() - DAY_MS) },
  });
  return earlier >= LIMITS.addressLink.mailsPerDay;
}
