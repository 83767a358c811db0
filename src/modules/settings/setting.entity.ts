import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { catalogueTrigger } from '../changes/sale-change.entity.ts';
import { byAccount } from '../identity/account.entity.ts';

/** A setting that an admin has set. Unset settings have the default of the contract. */
export const Setting = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  triggers: [catalogueTrigger('setting')],
  properties: {
    key: p.string().length(100).primary(),
    value: p.text(),
    updatedAt: p.datetime(3).defaultRaw('now()'),
    updatedBy: () => byAccount('updated_by'),
  },
});
export type Setting = InferEntity<typeof Setting>;
