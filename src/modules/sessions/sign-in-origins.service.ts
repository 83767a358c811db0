import { createHmac } from 'node:crypto';
import { LIMITS } from '../../contract/shared/limits.ts';
import { providerOf } from '../../lib/client-address.ts';
import { deriveKey } from '../../lib/crypto.ts';
import { newDeviceMail } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { RequestScope } from '../scope.ts';
import { deviceOf } from './device.ts';

/** Recognises from where an account signs in: with which browser and system, and through which provider. */
export class SignInOriginsService {
  readonly #scope: RequestScope;

  constructor(scope: RequestScope) {
    this.#scope = scope;
  }

  /**
   * Remembers the origin of a sign-in, in the caller's transaction, which has locked the account. Its owner gets a mail if
   * the account has signed in before, but not with this browser and system from this provider.
   */
  async remember(userId: number): Promise<void> {
    const { em, clock, origin } = this.#scope;
    const now = clock.now();
    const [seen] = await em.execute<{ is_new: boolean; others: number }[]>(
      `with others as (select count(*)::int as n from sign_in_origin where user_id = ?)
       insert into sign_in_origin (user_id, origin_hash, last_seen) values (?, ?, ?)
       on conflict (user_id, origin_hash) do update set last_seen = excluded.last_seen
       returning xmax = 0 as is_new, (select n from others) as others`,
      [userId, userId, this.#hash(), now],
    );
    if (!seen?.is_new || seen.others === 0) return;
    const device = deviceOf(origin.userAgent);
    await enqueue(em, newDeviceMail, { user_id: userId, device, at: now.toISOString() });
    await em.execute(
      `delete from sign_in_origin where user_id = ? and origin_hash in (
         select origin_hash from sign_in_origin where user_id = ? order by last_seen desc, origin_hash offset ?)`,
      [userId, userId, LIMITS.signInOrigins.perAccount],
    );
  }

  #hash(): string {
    const { config, origin } = this.#scope;
    return createHmac('sha256', deriveKey(config.secret, 'sign-in-origin'))
      .update(`${deviceOf(origin.userAgent)} ${providerOf(origin.ip)}`)
      .digest('hex');
  }
}
