import { raw } from '@mikro-orm/postgresql';
import type { User } from '../../contract/account.ts';
import type { Role } from '../../contract/roles.ts';
import { DomainError, invalidInput, notFound } from '../../lib/errors.ts';
import { welcomeMail } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { Actor } from '../actor.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Scope } from '../scope.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { Account } from './account.entity.ts';
import { presentAccount } from './account.presenter.ts';

export interface NewAccount {
  username: string;
  email: string;
  password: string;
  role?: Role;
}

interface SignedIn {
  user: User;
  token: string;
}

const wrongCredentials = () =>
  new DomainError('unauthenticated', 'BAD_CREDENTIALS', 'The username or the password is wrong.');

const lowered = (column: string, value: string) => ({ [raw(`lower(${column})`)]: value.toLowerCase() });

const asActor = (account: Account): Actor => ({
  type: 'account',
  user_id: account.userId,
  username: account.username,
  role: account.role,
  sessionHash: '',
});

/** Registration, sign-in and roles. */
export class AccountsService {
  readonly #scope: Scope;
  readonly #sessions: SessionsService;
  readonly #audit: AuditService;

  constructor(scope: Scope, sessions: SessionsService, audit: AuditService) {
    this.#scope = scope;
    this.#sessions = sessions;
    this.#audit = audit;
  }

  /**
   * Makes an account and signs it in.
   *
   * @throws DomainError conflict when the name or the address is taken, whatever the case.
   */
  async register(input: NewAccount): Promise<SignedIn> {
    return this.#scope.em.transactional(async () => {
      const account = await this.#insert(input);
      await enqueue(this.#scope.em, welcomeMail, { user_id: account.userId });
      const token = await this.#signIn(account);
      await this.#audit.record({
        action: 'account.registered',
        by: asActor(account),
        target: account.username,
      });
      return { user: presentAccount(account), token };
    });
  }

  /** Makes an account of any role: the command line's way, without a session. */
  async create(input: NewAccount): Promise<User> {
    return this.#scope.em.transactional(async () => {
      const account = await this.#insert(input);
      await this.#audit.record({
        action: 'account.created',
        target: account.username,
        detail: { role: account.role },
      });
      return presentAccount(account);
    });
  }

  /**
   * Signs in by user name or mail address. An unknown name, a wrong password and a suspended account get the
   * same answer after the same time.
   */
  async login(username: string, password: string): Promise<SignedIn> {
    const account = await this.#byName(username);
    const matches = await this.#scope.passwords.verify(account?.passwordHash, password);
    if (!account || !matches || account.accountStatus !== 'Active') {
      await this.#audit.record({ action: 'sign-in.failed', target: username.slice(0, 254) });
      throw wrongCredentials();
    }
    return this.#scope.em.transactional(async () => {
      const token = await this.#signIn(account);
      await this.#audit.record({ action: 'sign-in', by: asActor(account), target: account.username });
      return { user: presentAccount(account), token };
    });
  }

  /** The signed-in account. */
  async profile(): Promise<User> {
    const { actor, em } = this.#scope;
    if (actor.type !== 'account') throw notFound('account');
    return presentAccount(await em.findOneOrFail(Account, { userId: actor.user_id }));
  }

  /** Ends the session that asks. */
  async logout(): Promise<void> {
    const { actor } = this.#scope;
    if (actor.type === 'account') await this.#sessions.end(actor.sessionHash);
  }

  /** Accounts whose name or address contains the text, by name. */
  async list(search = ''): Promise<User[]> {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const accounts = await this.#scope.em.find(
      Account,
      search ? { $or: [{ username: { $ilike: pattern } }, { email: { $ilike: pattern } }] } : {},
      { orderBy: { username: 'asc' } },
    );
    return accounts.map(presentAccount);
  }

  /**
   * Changes an account's role; it works on the account's next call.
   *
   * @throws DomainError not_found for an unknown name; conflict on one's own account.
   */
  async setRole(username: string, role: Role): Promise<User> {
    return this.#scope.em.transactional(async () => {
      const account = await this.#byName(username);
      if (!account) throw notFound('account');
      const { actor } = this.#scope;
      if (actor.type === 'account' && actor.user_id === account.userId)
        throw new DomainError('conflict', 'OWN_ACCOUNT', 'You cannot change the role of your own account.');
      const before = account.role;
      account.role = role;
      await this.#scope.em.flush();
      await this.#audit.record({
        action: 'account.role-changed',
        target: account.username,
        detail: { before, after: role },
      });
      return presentAccount(account);
    });
  }

  async #byName(usernameOrEmail: string): Promise<Account | null> {
    const { em } = this.#scope;
    const column = usernameOrEmail.includes('@') ? 'email' : 'username';
    return em.findOne(Account, lowered(column, usernameOrEmail));
  }

  async #insert({ username, email, password, role = 'user' }: NewAccount): Promise<Account> {
    const { em, passwords, clock, config } = this.#scope;
    if (password.length < config.passwordMinLength) {
      const message = `Password must be at least ${config.passwordMinLength} characters long`;
      throw invalidInput([{ field: 'password', message }]);
    }
    const account = em.create(Account, {
      username,
      email,
      role,
      passwordHash: await passwords.hash(password),
      accountStatus: 'Active',
      created: clock.now(),
    });
    em.persist(account);
    await em.flush();
    return account;
  }

  async #signIn(account: Account): Promise<string> {
    account.lastLogin = this.#scope.clock.now();
    await this.#scope.em.flush();
    return this.#sessions.open(account);
  }
}
