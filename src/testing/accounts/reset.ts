import type { User } from '../../contract/accounts/account.ts';
import { resetToken } from '../../modules/password-reset/password-reset.queries.ts';
import type { TestServer } from '../run/server.ts';
import { type ReceivedMail, readable } from '../servers/mail-server.ts';

/** The token in the email of the newest request. */
export async function newestResetToken(server: TestServer): Promise<string> {
  const [row] = await server.sql<{ id: string }>('select id from password_reset order by id desc limit 1');
  return resetToken(server.runtime.config.secret, row?.id ?? '');
}

/** Requests a reset of an account's password; returns the token of its mail. */
export async function askForReset(server: TestServer, { username }: Pick<User, 'username'>): Promise<string> {
  await server.services().passwordReset.request(username);
  return newestResetToken(server);
}

/** The reset link in an email, if any. */
export const resetLinkIn = (mail: ReceivedMail): string | undefined =>
  /https?:\/\/\S+\/reset-password\?token=[\w-]+/.exec(readable(mail))?.[0];
