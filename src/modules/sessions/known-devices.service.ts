import { createHmac } from 'node:crypto';
import { addMs, DAY_MS, DAY_S } from '../../contract/shared/dates.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { query } from '../../db/query.ts';
import { afterCommit } from '../../db/retrying-entity-manager.ts';
import { providerOf } from '../../lib/client-address.ts';
import { deriveKey, randomToken, sha256 } from '../../lib/crypto.ts';
import { JOBS } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { Account } from '../identity/account.entity.ts';
import { Service } from '../service.ts';
import { KnownDevice } from './session.entity.ts';
import { deviceOf } from './session.presenter.ts';

type Owner = Pick<Account, 'userId'>;

interface Known {
  token_hash: string;
  kind_hash: string;
}

const keyed = (secret: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, 'known-device')).update(text).digest('hex');

/** The name differs for each account, so that several can use a browser. It does not reveal the account. */
const cookieOf = (secret: string, { userId }: Owner): string =>
  `device-${keyed(secret, `cookie ${userId}`).slice(0, 16)}`;

/**
 * The browsers in which an account has signed in. Their attempts to sign in are counted apart, so that strangers cannot
 * lock the owner out (docs/decisions/0012-known-devices.md). A browser keeps its token in a cookie that is sent only with
 * sign-ins. The owner gets an email about a sign-in with a device that the account does not know.
 */
export class KnownDevicesService extends Service {
  /** The token hash of the caller's browser if the account knows it, else null. */
  async find(account: Owner): Promise<string | null> {
    const { em, clock } = this.deps;
    const tokenHash = this.#presented(account);
    if (tokenHash === null) return null;
    const filter = { tokenHash, account: account.userId, expires: { $gt: clock.now() } };
    return (await em.count(KnownDevice, filter)) > 0 ? tokenHash : null;
  }

  /**
   * Makes the caller's browser a known one after its sign-in, in the caller's transaction, which has locked the account. Of
   * more than `LIMITS.knownDevices` browsers, the one whose last sign-in is the oldest is forgotten.
   *
   * Without a cookie, as with scripts, a device counts as known if the account knows one with the same browser and system,
   * from the same provider.
   */
  async remember(account: Owner): Promise<void> {
    const { em, clock, config, origin } = this.deps;
    const { perAccount, days } = LIMITS.knownDevices;
    const presented = this.#presented(account);
    // A browser stays known after a change of the secret, while the former one is listed.
    const kinds = config.secrets.map((secret) => this.#kind(secret));
    const [kindHash = ''] = kinds;
    const known = await query(em)<Known>`
      select token_hash, kind_hash from known_device where user_id = ${account.userId} and expires > ${clock.now()}`;
    const isKnown = known.some((one) => one.token_hash === presented || kinds.includes(one.kind_hash));
    if (known.length > 0 && !isKnown) await this.#notifyOwner(account);
    if (presented !== null)
      await em.nativeDelete(KnownDevice, { account: account.userId, tokenHash: presented });
    const token = randomToken();
    const expires = addMs(clock.now(), days * DAY_MS);
    await em.insert(KnownDevice, { tokenHash: sha256(token), account: account.userId, kindHash, expires });
    await query(em)`delete from known_device where token_hash in (
      select token_hash from known_device where user_id = ${account.userId}
      order by expires desc, token_hash offset ${perAccount})`;
    // A transaction that fails must not replace the token that the browser has.
    afterCommit(() => origin.cookies?.set(cookieOf(config.secret, account), token, days * DAY_S));
  }

  /** Forgets every browser of an account, because its password has changed. */
  async forgetAll({ userId }: Owner): Promise<void> {
    await this.deps.em.nativeDelete(KnownDevice, { account: userId });
  }

  async #notifyOwner({ userId }: Owner): Promise<void> {
    const { em, clock, origin } = this.deps;
    const device = deviceOf(origin.userAgent);
    await enqueue(em, JOBS.newDeviceMail, { user_id: userId, device, at: clock.now().toISOString() });
  }

  /** The hash of the token that the caller's browser has sent. */
  #presented(account: Owner): string | null {
    const { config, origin } = this.deps;
    const sent = config.secrets.map((secret) => origin.cookies?.get(cookieOf(secret, account)));
    const token = sent.find((one) => one !== undefined);
    return token === undefined ? null : sha256(token);
  }

  #kind(secret: string): string {
    const { origin } = this.deps;
    return keyed(secret, `kind ${deviceOf(origin.userAgent)} ${providerOf(origin.ip)}`);
  }
}
