import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_device',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
    /** A keyed hash of browser, system and network: comparable, but it names none of them. */
    deviceHash: p.string().length(64).primary(),
    lastSeen: p.datetime(3).index('known_device_last_seen_index'),
  },
});

/** A kind of device that an account has signed in with. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);

export { KnownDeviceSchema };
