import { defineEntity, p } from '@mikro-orm/core';
import { catalogueTrigger } from '../changes/sale-change.entity.ts';
import { byAccount } from '../identity/account.entity.ts';

export const SettingSchema = defineEntity({
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

/** A setting that an admin has set. Unset settings have the default of the contract. */
export class Setting extends SettingSchema.class {}
SettingSchema.setClass(Setting);
