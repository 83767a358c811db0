import { defineEntity, p } from '@mikro-orm/core';
import { Account } from '../identity/account.entity.ts';

export const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_device',
  properties: {
    tokenHash: p.string().length(64).primary(),
    account: () =>
      p.manyToOne(Account).joinColumn('user_id').deleteRule('cascade').index('known_device_user_id_index'),
    /** A keyed hash of browser, system and provider: comparable, but it names none of them. */
    kindHash: p.string().length(64),
    expires: p.datetime(3).index('known_device_expires_index'),
  },
});

/** A browser in which an account has signed in. Its token grants no access. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
