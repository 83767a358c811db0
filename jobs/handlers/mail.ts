import type { Config } from '../../src/config.ts';
import { tokenOf } from '../../src/lib/link-token.ts';
import { AccountDeletedMail } from '../../src/modules/accounts/account-deleted-mail.entity.ts';
import {
  confirmedOwner,
  LINK_PURPOSE,
  liveLink,
} from '../../src/modules/address-links/address-link.queries.ts';
import type { Account } from '../../src/modules/identity/account.entity.ts';
import { canBeMailed, requireAccount } from '../../src/modules/identity/account.queries.ts';
import { liveReset, RESET_PURPOSE } from '../../src/modules/password-reset/password-reset.queries.ts';
import { JOBS } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import type { Deliver, MailRun } from '../delivery.ts';
import * as letters from '../templates/account.ts';
import { type Letter, renderLetter } from '../templates/letter.ts';

export interface MailOptions extends Pick<Runtime, 'orm' | 'clock'> {
  deliver: Deliver;
  config: Pick<Config, 'publicUrl' | 'secret' | 'secrets'>;
}

/** The outcome of a job, for the log. It never contains the address. */
export const mailedTo = ({ username }: Pick<Account, 'username'>) => `an email to ${username} was sent`;
const DEAD_LINK = 'no email: its link was used or replaced, or has expired';
const NOT_ACTIVE = 'no email: the account is not active';
const NOT_NOTIFIED = 'no email: the account is not active, or its address is unconfirmed';
/** The same for a notice, whose emails can also be paused. */
export const NO_RECIPIENT =
  'no email: the account is not active, its address is unconfirmed, or emails to it are paused';

export function mailHandlers({ orm, deliver, clock, config }: MailOptions): JobHandler[] {
  const { publicUrl, secrets } = config;

  const send = (to: string, letter: Letter, run: MailRun): Promise<void> =>
    deliver({ to, ...renderLetter(letter, publicUrl) }, run);

  const accountOf = (userId: number): Promise<Account> => requireAccount(orm.em.fork(), userId);

  /** Mails a link that undoes a change, to the address that the link was made for, unless it was already used. */
  async function mailUndo(
    linkId: string,
    run: MailRun,
    write: (account: Account, token: string) => Letter,
  ): Promise<string> {
    const live = await liveLink(orm.em.fork(), { id: linkId }, clock.now());
    if (!live) return DEAD_LINK;
    const { link, account } = live;
    await send(link.email, write(account, tokenOf(link, LINK_PURPOSE, secrets)), run);
    return mailedTo(account);
  }

  /** Mails the owner of an account that can be mailed. */
  async function notify(
    userId: number | null,
    run: MailRun,
    write: (account: Account) => Letter,
  ): Promise<string> {
    if (userId === null) return NOT_NOTIFIED;
    const account = await accountOf(userId);
    if (!canBeMailed(account)) return NOT_NOTIFIED;
    await send(account.email, write(account), run);
    return mailedTo(account);
  }

  /** Notifies the owner of a second factor that was added, with a link that undoes it, or removed. */
  const notifyOfFactor = (
    { user_id, link_id }: { user_id: number; link_id?: string | null | undefined },
    run: MailRun,
    write: (account: Account, undoToken?: string) => Letter,
  ): Promise<string> => (link_id ? mailUndo(link_id, run, write) : notify(user_id, run, write));

  return [
    // Of an address that nobody has confirmed: the site asks for no confirmation.
    handle(JOBS.welcomeMail, async ({ user_id }, run) => {
      const account = await accountOf(user_id);
      if (account.accountStatus !== 'Active') return NOT_ACTIVE;
      await send(account.email, letters.welcomeLetter(account), run);
      return mailedTo(account);
    }),

    handle(JOBS.confirmAddressMail, async ({ link_id }, run) => {
      const em = orm.em.fork();
      const live = await liveLink(em, { id: link_id }, clock.now());
      if (!live) return DEAD_LINK;
      const { link, account } = live;
      const owner = await confirmedOwner(em, live);
      if (owner && owner.accountStatus !== 'Active') return 'no email: the owner of the address is suspended';
      const mailed = { username: account.username, token: tokenOf(link, LINK_PURPOSE, secrets) };
      const confirm =
        link.email === account.email ? letters.welcomeLinkLetter(mailed) : letters.newAddressLetter(mailed);
      await send(link.email, owner ? letters.knownAddressLetter(owner) : confirm, run);
      return mailedTo(owner ?? account);
    }),

    handle(JOBS.addressChangeMail, ({ link_id }, run) =>
      mailUndo(link_id, run, ({ username }, token) => letters.addressChangeLetter({ username, token })),
    ),

    handle(JOBS.passwordResetMail, async ({ reset_id }, run) => {
      const live = await liveReset(orm.em.fork(), { id: reset_id }, clock.now());
      if (!live) return 'no email: the request named no account, or its link is no longer valid';
      const token = tokenOf(live.reset, RESET_PURPOSE, secrets);
      const { account } = live;
      await send(account.email, letters.passwordResetLetter(account, token), run);
      return mailedTo(account);
    }),

    handle(JOBS.passwordChangedMail, ({ user_id }, run) =>
      notify(user_id, run, letters.passwordChangedLetter),
    ),

    handle(JOBS.twoFactorChangedMail, (changed, run) =>
      notifyOfFactor(changed, run, (account, undoToken) =>
        letters.twoFactorChangedLetter(account, changed.enabled, undoToken),
      ),
    ),

    handle(JOBS.newDeviceMail, ({ user_id, ...signIn }, run) =>
      notify(user_id, run, (account) => letters.newDeviceLetter(account, signIn)),
    ),

    handle(JOBS.failedSignInsMail, ({ user_id }, run) => notify(user_id, run, letters.failedSignInsLetter)),

    handle(JOBS.passkeyChangedMail, (changed, run) =>
      notifyOfFactor(changed, run, (account, undoToken) =>
        letters.passkeyChangedLetter(account, changed.added, undoToken),
      ),
    ),

    handle(JOBS.accountDeletedMail, async ({ mail_id }, run) => {
      const em = orm.em.fork();
      const mail = await em.findOne(AccountDeletedMail, { id: mail_id });
      if (!mail) return;
      await send(mail.email, letters.accountDeletedLetter(), run);
      await em.nativeDelete(AccountDeletedMail, { id: mail_id });
    }),
  ];
}
