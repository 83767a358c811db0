import { createHmac } from 'node:crypto';
import { LIMITS } from '../../contract/shared/limits.ts';
import { providerOf } from '../../lib/client-address.ts';
import { deriveKey } from '../../lib/crypto.ts';
import { newDeviceMail } from '../../queue/definitions.ts';
import { enqueue } from '../../queue/outbox.ts';
import type { RequestScope } from '../scope.ts';
import { deviceOf } from './device.ts';

/** Recognises the devices with which an account signs in. */
export class KnownDevicesService {
  readonly #scope: RequestScope;

  constructor(scope: RequestScope) {
    this.#scope = scope;
  }

  /**
   * Remembers the device of a sign-in, in the caller's transaction, which has locked the account. Its owner gets a mail if
   * the account has signed in before, but not with this browser and system from this provider.
   */
  async remember(userId: number): Promise<void> {
    const { em, clock, origin } = this.#scope;
    const now = clock.now();
    const [seen] = await em.execute<{ is_new: boolean; others: number }[]>(
      `with others as (select count(*)::int as n from known_device where user_id = ?)
       insert into known_device (user_id, device_hash, last_seen) values (?, ?, ?)
       on conflict (user_id, device_hash) do update set last_seen = excluded.last_seen
       returning xmax = 0 as is_new, (select n from others) as others`,
      [userId, userId, this.#hash(), now],
    );
    if (!seen?.is_new || seen.others === 0) return;
    const device = deviceOf(origin.userAgent);
    await enqueue(em, newDeviceMail, { user_id: userId, device, at: now.toISOString() });
    await em.execute(
      `delete from known_device where user_id = ? and device_hash in (
         select device_hash from known_device where user_id = ? order by last_seen desc, device_hash offset ?)`,
      [userId, userId, LIMITS.knownDevices.perAccount],
    );
  }

  #hash(): string {
    const { config, origin } = this.#scope;
    return createHmac('sha256', deriveKey(config.secret, 'known-device'))
      .update(`${deviceOf(origin.userAgent)} ${providerOf(origin.ip)}`)
      .digest('hex');
  }
}
