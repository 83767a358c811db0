import type { LinkPurpose } from '../../contract/accounts/address.ts';
import { addressLinkToken } from '../../modules/address-links/address-link.queries.ts';
import type { TestServer } from '../run/server.ts';
import { type ReceivedMail, readable } from '../servers/mail-server.ts';
import type { TestAccount } from './factories.ts';

/** Makes the address of an account unconfirmed, as after its registration on a site with a mail server. */
export const unconfirm = (server: TestServer, { user }: Pick<TestAccount, 'user'>): Promise<unknown> =>
  server.sql('update account set email_confirmed_at = null where user_id = ?', [user.user_id]);

/** The token in the newest mail of this purpose. */
export async function newestAddressToken(
  server: TestServer,
  purpose: LinkPurpose = 'confirm',
): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    'select id from address_link where purpose = ? order by id desc limit 1',
    [purpose],
  );
  return addressLinkToken(server.runtime.config.secret, row?.id ?? '');
}

/** Makes the address unconfirmed and asks for a link; returns the token of its mail. */
export async function askToConfirm(server: TestServer, account: TestAccount): Promise<string> {
  await unconfirm(server, account);
  await server.services(account.actor).addresses.resend();
  return newestAddressToken(server);
}

/** The address link in an email, if any. */
export const addressLinkIn = (mail: ReceivedMail): string | undefined =>
  /https?:\/\/\S+\/confirm-address\?token=[\w-]+/.exec(readable(mail))?.[0];
