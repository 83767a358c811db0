import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../../src/config.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { notFound } from '../../src/lib/errors.ts';
import { Account } from '../../src/modules/identity/account.entity.ts';
import { liveReset } from '../../src/modules/password-reset/password-reset.queries.ts';
import { tokenOf } from '../../src/modules/password-reset/reset-token.ts';
import {
  passkeyChangedMail,
  passwordChangedMail,
  passwordResetMail,
  twoFactorChangedMail,
  welcomeMail,
} from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Deliver } from '../delivery.ts';
import { passkeyChangedLetter, passwordChangedLetter, twoFactorChangedLetter } from '../templates/notices.ts';
import { passwordResetLetter } from '../templates/password-reset.ts';
import { welcomeLetter } from '../templates/welcome.ts';

export interface MailOptions {
  orm: MikroORM;
  deliver: Deliver;
  clock: Clock;
  config: Pick<Config, 'publicUrl' | 'secret' | 'formerSecrets'>;
}

/** The jobs that send mail. */
export function mailHandlers({ orm, deliver, clock, config }: MailOptions): JobHandler[] {
  const { publicUrl, secret, formerSecrets } = config;

  async function accountOf(userId: number): Promise<Account> {
    const account = await orm.em.fork().findOne(Account, { userId });
    if (!account) throw notFound('account');
    return account;
  }

  return [
    handle(welcomeMail, async ({ user_id }, run) => {
      const account = await accountOf(user_id);
      await deliver({ to: account.email, ...welcomeLetter(account, publicUrl) }, run);
    }),

    handle(passwordResetMail, async ({ reset_id }, run) => {
      const live = await liveReset(orm.em.fork(), { id: reset_id }, clock.now());
      // The request named no account, or its link is no longer valid.
      if (!live) return;
      const token = tokenOf(live.reset, [secret, ...formerSecrets]);
      const { account } = live;
      await deliver({ to: account.email, ...passwordResetLetter(account, token, publicUrl) }, run);
    }),

    handle(passwordChangedMail, async ({ user_id }, run) => {
      const account = await accountOf(user_id);
      await deliver({ to: account.email, ...passwordChangedLetter(account, publicUrl) }, run);
    }),

    handle(passkeyChangedMail, async ({ user_id, added }, run) => {
      const account = await accountOf(user_id);
      await deliver({ to: account.email, ...passkeyChangedLetter(account, added, publicUrl) }, run);
    }),

    handle(twoFactorChangedMail, async ({ user_id, enabled }, run) => {
      const account = await accountOf(user_id);
      await deliver({ to: account.email, ...twoFactorChangedLetter(account, enabled, publicUrl) }, run);
    }),
  ];
}
