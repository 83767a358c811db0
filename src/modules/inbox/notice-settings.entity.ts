import { defineEntity, p } from '@mikro-orm/core';
import type { NoticeSettings } from '../../contract/inbox/notices.ts';
import { Account } from '../identity/account.entity.ts';

export const NoticeSettingsRowSchema = defineEntity({
  name: 'NoticeSettingsRow',
  tableName: 'notice_settings',
  properties: {
    account: () => p.manyToOne(Account).joinColumn('user_id').primary().deleteRule('cascade'),
    submissions: p.json().$type<Partial<NoticeSettings>>(),
  },
});

/** The notices that an account changed from their defaults. */
export class NoticeSettingsRow extends NoticeSettingsRowSchema.class {}
NoticeSettingsRowSchema.setClass(NoticeSettingsRow);
