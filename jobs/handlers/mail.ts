import type { MikroORM } from '@mikro-orm/postgresql';
import type { Config } from '../../src/config.ts';
import { notFound } from '../../src/lib/errors.ts';
import { Account } from '../../src/modules/accounts/account.entity.ts';
import { welcomeMail } from '../../src/queue/definitions.ts';
import { handle, type JobHandler } from '../../src/queue/job-handler.ts';
import type { Mailer } from '../mailer.ts';
import { welcomeLetter } from '../templates/welcome.ts';

export interface MailOptions {
  orm: MikroORM;
  mailer: Mailer;
  config: Pick<Config, 'publicUrl'>;
}

/** The jobs that write to people. */
export function mailHandlers({ orm, mailer, config }: MailOptions): JobHandler[] {
  return [
    handle(welcomeMail, async ({ user_id }, { id }) => {
      const account = await orm.em.fork().findOne(Account, { userId: user_id });
      if (!account) throw notFound('account');
      await mailer.send({ to: account.email, ...welcomeLetter(account, config.publicUrl) }, id);
    }),
  ];
}
