import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { usernameSkeleton } from '../../contract/accounts/usernames.ts';
import { MESSAGES } from '../../contract/shared/messages.ts';
import { query, where } from '../../db/query.ts';
import { randomToken } from '../../lib/crypto.ts';
import { invalidField, notFound } from '../../lib/errors.ts';
import { uuid7 } from '../../lib/uuid7.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import { signedIn } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { MOST_AT_ONCE } from '../changes/sale-change.entity.ts';
import type { Account } from '../identity/account.entity.ts';
import {
  type AccountRef,
  actorOf,
  checkAdminIsLeft,
  isActiveAdmin,
  spellingOf,
} from '../identity/account.queries.ts';
import { administeringAccount } from '../identity/account-lock.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import { visibleTo } from '../market/sale.filter.ts';
import { Service } from '../service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { AccountDeletedMail } from './account-deleted-mail.entity.ts';

/** Every column of an account except these: a new one has to be erased, or named here. */
type Erased = Exclude<keyof Account & string, 'userId' | 'created'>;

/** Names cannot contain spaces, so nobody else can have this one. */
const nameOfDeleted = (userId: number): string => `deleted user ${userId}`;

const wrongName = () => invalidField('username', MESSAGES.notYourUsername);

/** Erases what belongs to the account: every row that the database would delete together with it. */
async function eraseOwnedRows(em: EntityManager, userId: number): Promise<void> {
  for (const { tableName, relations } of em.getMetadata().getAll().values())
    for (const { targetMeta, deleteRule, joinColumns } of relations)
      if (targetMeta?.tableName === 'account' && deleteRule === 'cascade')
        await query(
          em,
        )`delete from ${sql.table(tableName)} where ${sql.ref(joinColumns[0] ?? '')} = ${userId}`;
}

/**
 * Records that the public sales of an account changed: pages and cached responses name their submitter. The commit turns
 * more than are recorded one by one into `many`, so that no more are needed.
 */
async function recordNewSubmitterName(em: EntityManager, userId: number): Promise<void> {
  await query(em)`insert into sale_change (sale_id, change) select s.sale_id, 'edited' from sale s
    ${where([...visibleTo(null), sql`s.submitted_by = ${userId}`])} limit ${MOST_AT_ONCE + 1}`;
}

interface Deps {
  passwords: PasswordHasher;
  sessions: SessionsService;
  audit: AuditService;
}

export class AccountRemovalService extends Service<Deps> {
  /**
   * Deletes the signed-in account.
   *
   * @param typed its name, as a confirmation
   * @throws DomainError invalid when another name was typed; conflict when no admin would be left.
   */
  async removeOwn(typed: string): Promise<void> {
    const own = signedIn(this.deps.actor);
    if (spellingOf(typed) !== spellingOf(own.username)) throw wrongName();
    await this.remove(own.user_id);
  }

  /**
   * Deletes an account in one transaction: name, address, password, sessions, factors, devices and links are erased. Its
   * sales and the history stay, under the name `deleted user …`. An email to the earlier address confirms it.
   *
   * @throws DomainError not_found for an unknown or deleted account; conflict when no admin would be left.
   */
  async remove(who: AccountRef): Promise<void> {
    const { em, clock, passwords } = this.deps;
    // A hash that no password has. It costs time, so it is computed before the transaction.
    const passwordHash = await passwords.hash(randomToken());
    await administeringAccount(em, who, async (account) => {
      if (account.deletedAt) throw notFound('account');
      await this.#mailDeletion(account);
      const wasAdmin = isActiveAdmin(account);
      const { userId } = account;
      const username = nameOfDeleted(userId);
      Object.assign(account, {
        username,
        usernameSkeleton: usernameSkeleton(username),
        email: '',
        emailConfirmedAt: null,
        passwordHash,
        role: 'user',
        staffSince: null,
        accountStatus: 'Suspended',
        lastLogin: null,
        deletedAt: clock.now(),
      } satisfies Pick<Account, Erased>);
      await em.flush();
      if (wasAdmin) await checkAdminIsLeft(em);
      await eraseOwnedRows(em, userId);
      await this.deps.sessions.announceRevocation(userId);
      await recordNewSubmitterName(em, userId);
      const by = this.deps.actor.type === 'account' ? actorOf(account) : this.deps.actor;
      await this.deps.audit.record('account.deleted', { by, target: username });
    });
  }

  async #mailDeletion({ email, emailConfirmedAt }: Account): Promise<void> {
    const { em, clock } = this.deps;
    if (emailConfirmedAt === null) return;
    const id = uuid7();
    await em.insert(AccountDeletedMail, { id, email, created: clock.now() });
    await enqueue(em, JOBS.accountDeletedMail, { mail_id: id });
  }
}
