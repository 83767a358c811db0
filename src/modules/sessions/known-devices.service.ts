import { createHmac } from 'node:crypto';
import { LIMITS } from '../../contract/shared/limits.ts';
import { randomToken, sha256 } from '../../lib/crypto.ts';
import type { Account } from '../identity/account.entity.ts';
import type { RequestScope } from '../scope.ts';
import { KnownDevice } from './known-device.entity.ts';

const DAY_S = 86_400;

type Owner = Pick<Account, 'userId'>;

/**
 * The browsers in which an account has signed in. Their attempts to sign in are counted apart, so that strangers cannot
 * lock the owner out (docs/decisions/0011-known-devices.md). A browser keeps its token in a cookie that is sent only with
 * sign-ins.
 */
export class KnownDevicesService {
  readonly #scope: Omit<RequestScope, 'actor'>;

  constructor(scope: Omit<RequestScope, 'actor'>) {
    this.#scope = scope;
  }

  /** The token hash of the caller's browser if the account knows it, else null. */
  async find(account: Owner): Promise<string | null> {
    const { em, clock, origin } = this.#scope;
    const token = origin.cookies?.get(this.#cookieOf(account));
    if (token === undefined) return null;
    const filter = { tokenHash: sha256(token), account: account.userId, expires: { $gt: clock.now() } };
    return (await em.count(KnownDevice, filter)) > 0 ? sha256(token) : null;
  }

  /**
   * Makes the caller's browser a known one, after its sign-in. Of more than `LIMITS.devices` browsers of the account, the
   * one whose last sign-in is the oldest is forgotten.
   */
  async remember(account: Owner): Promise<void> {
    const { em, clock, origin } = this.#scope;
    if (!origin.cookies) return;
    const token = randomToken();
    const seconds = LIMITS.devices.days * DAY_S;
    const former = origin.cookies.get(this.#cookieOf(account));
    if (former !== undefined)
      await em.nativeDelete(KnownDevice, { account: account.userId, tokenHash: sha256(former) });
    const expires = new Date(clock.now().getTime() + seconds * 1000);
    await em.insert(KnownDevice, { tokenHash: sha256(token), account: account.userId, expires });
    await em.execute(
      `delete from known_device where token_hash in (
         select token_hash from known_device where user_id = ? order by expires desc, token_hash offset ?)`,
      [account.userId, LIMITS.devices.most],
    );
    origin.cookies.set(this.#cookieOf(account), token, seconds);
  }

  /** Forgets every browser of an account, because its password has changed. */
  async forgetAll({ userId }: Owner): Promise<void> {
    await this.#scope.em.nativeDelete(KnownDevice, { account: userId });
  }

  /** Each account has a name of its own, so that several can use a browser; it does not tell which account it is. */
  #cookieOf({ userId }: Owner): string {
    const name = createHmac('sha256', this.#scope.config.secret).update(`device:${userId}`).digest('hex');
    return `device-${name.slice(0, 16)}`;
  }
}
