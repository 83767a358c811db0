import type { z } from 'zod';
import type { User, zRegister } from '../../contract/accounts/account.ts';
import type { AccountStatus, Role } from '../../contract/accounts/roles.ts';
import { changedMeanwhile, DomainError, notFound } from '../../lib/errors.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { AddressesService } from '../addresses/addresses.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { CatalogueSource } from '../catalogue/catalogue.source.ts';
import { Account } from '../identity/account.entity.ts';
import {
  type AccountRef,
  actorOf,
  checkAdminIsLeft,
  isActiveAdmin,
  presentAccount,
} from '../identity/account.queries.ts';
import { administeringAccount } from '../identity/account-lock.queries.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { Service } from '../service.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { checkNewPassword } from './password-policy.ts';
import type { SignedIn, SignInService } from './sign-in.service.ts';

type NewAccount = z.output<typeof zRegister> & { role?: Role };

const ownAccount = () =>
  new DomainError('conflict', 'OWN_ACCOUNT', 'You cannot change your own account here. Ask another admin.');
const accountDeleted = () => new DomainError('conflict', 'ACCOUNT_DELETED', 'This account has been deleted.');

interface Deps {
  addresses: AddressesService;
  catalogueSource: CatalogueSource;
  limits: RateLimits;
  passwords: PasswordHasher;
  sessions: SessionsService;
  signIn: SignInService;
  audit: AuditService;
}

/** Registration, roles and suspension. */
export class AccountsService extends Service<Deps> {
  /**
   * Creates an account and signs it in. With a mail server, its address is not confirmed yet, and the response is the same
   * whether or not another account has that address: only the email differs (docs/security.md "Decided").
   *
   * @throws DomainError invalid when the password is refused; conflict when the name or a name that looks like it is
   *   taken (case-insensitive), and without a mail server also when the address is; rate_limited after too many
   *   registrations from the same network.
   */
  async register(input: NewAccount): Promise<SignedIn> {
    await checkNewPassword(this.deps, 'password', input.password, input.username);
    await this.deps.limits.takeFrom('register', this.deps.origin.ip);
    const passwordHash = await this.deps.passwords.hash(input.password);
    return this.deps.em.transactional(async () => {
      const { addresses, em } = this.deps;
      const account = await this.#insert(input, passwordHash, !addresses.usesLinks);
      if (addresses.usesLinks) await addresses.welcome(account);
      else await enqueue(em, JOBS.welcomeMail, { user_id: account.userId });
      const token = await this.deps.signIn.open(account);
      await this.deps.audit.record('account.registered', { by: actorOf(account), target: account.username });
      return { user: presentAccount(account), token };
    });
  }

  /** Creates an account of any role without a session, for the command line. Its address counts as confirmed. */
  async create(input: NewAccount): Promise<User> {
    await checkNewPassword(this.deps, 'password', input.password, input.username);
    const passwordHash = await this.deps.passwords.hash(input.password);
    return this.deps.em.transactional(async () => {
      const account = await this.#insert(input, passwordHash, true);
      await this.deps.audit.record('account.created', {
        target: account.username,
        detail: { role: account.role },
      });
      return presentAccount(account);
    });
  }

  async profile(): Promise<User> {
    const { actor, em } = this.deps;
    if (actor.type !== 'account') throw notFound('account');
    return presentAccount(await em.findOneOrFail(Account, { userId: actor.user_id }));
  }

  /**
   * Changes an account's role. It applies from the account's next call on; no session ends. An account that has the role
   * already is not changed, whatever was seen, so a call can be repeated.
   *
   * @param seen the role that the caller saw; without it, any role is changed
   * @throws DomainError not_found for an unknown account; conflict for one's own account, when `seen` is outdated, and
   *   when no admin would be left.
   */
  async setRole(who: AccountRef, role: Role, seen?: Role): Promise<User> {
    return this.#administer(who, 'account.role-changed', async (account) => {
      const before = account.role;
      if (before === role) return null;
      if (seen !== undefined && seen !== before)
        throw changedMeanwhile(`the role of ${account.username} is now ${before}`);
      account.role = role;
      if (role === 'user') account.staffSince = null;
      else account.staffSince ??= this.deps.clock.now();
      await this.deps.sessions.announceRevocation(account.userId);
      return { before, after: role };
    });
  }

  /**
   * Suspends an account, which ends all its sessions at once, or reactivates it. An account of that status is not changed, so a
   * call can be repeated; a suspension keeps its first reason.
   *
   * @param reason for the audit log
   * @throws DomainError not_found for an unknown account; conflict for one's own account, and when no admin would
   *   be left.
   */
  async setStatus(who: AccountRef, status: AccountStatus, reason: string | null = null): Promise<User> {
    return this.#administer(who, 'account.status-changed', async (account) => {
      const before = account.accountStatus;
      if (before === status) return null;
      account.accountStatus = status;
      await this.deps.em.flush();
      const sessions = status === 'Suspended' ? await this.deps.sessions.endAll(account.userId) : 0;
      return { before, after: status, sessions, ...(reason !== null && { reason }) };
    });
  }

  /** Changes another account. The audit event gets the details that `change` returns; null for no change. */
  async #administer(
    who: AccountRef,
    action: string,
    change: (account: Account) => Promise<Record<string, unknown> | null>,
  ): Promise<User> {
    const { em, actor } = this.deps;
    return administeringAccount(em, who, async (account) => {
      if (actor.type === 'account' && actor.user_id === account.userId) throw ownAccount();
      if (account.deletedAt) throw accountDeleted();
      const before = isActiveAdmin(account);
      const detail = await change(account);
      if (!detail) return presentAccount(account);
      await em.flush();
      if (before && !isActiveAdmin(account)) await checkAdminIsLeft(em);
      await this.deps.audit.record(action, { target: account.username, detail });
      return presentAccount(account);
    });
  }

  /** The caller hashes before its transaction: hashes are queued, and a queued one must not hold a connection. */
  async #insert(
    { username, email, role = 'user' }: NewAccount,
    passwordHash: string,
    confirmed: boolean,
  ): Promise<Account> {
    const { em, clock } = this.deps;
    const created = clock.now();
    const account = em.create(Account, {
      username,
      email,
      emailConfirmedAt: confirmed ? created : null,
      role,
      staffSince: role === 'user' ? null : created,
      passwordHash,
      accountStatus: 'Active',
      created,
    });
    await em.persist(account).flush();
    return account;
  }
}
