import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { CHANNELS, ENTRY_KINDS, type EntryContent } from '../../contract/inbox/inbox.ts';
import type { NoticeSettings } from '../../contract/inbox/notices.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { index } from '../../db/tables/indexes.ts';
import { ofAccount } from '../identity/account.entity.ts';

export const InboxEntry = defineEntity({
  name: 'InboxEntry',
  tableName: 'inbox_entry',
  uniques: [{ name: 'inbox_entry_key_unique', properties: ['account', 'kind', 'key'] }],
  indexes: [
    { name: 'inbox_entry_list_index', properties: ['account', 'entryId'] },
    index('inbox_entry_unread_index', '"inbox_entry" ("user_id", "entry_id") where "read_at" is null'),
  ],
  properties: {
    entryId: p.bigint('number').primary(),
    account: () => ofAccount(),
    kind: p.enum([...ENTRY_KINDS]),
    /** What the entry is about: a second one with the same key is ignored. */
    key: p.string().length(LIMITS.inbox.key),
    /** Without a foreign key, which would make writers wait for reviewers. */
    saleId: p.integer().nullable(),
    data: p.json().$type<EntryContent['data']>(),
    created: p.datetime(3).defaultRaw('now()').index('inbox_entry_created_index'),
    readAt: p.datetime(3).nullable(),
  },
});

/** A channel of an account outside the site: its address, if it has one, and whether it works. */
export const NoticeChannel = defineEntity({
  name: 'NoticeChannel',
  tableName: 'notice_channel',
  properties: {
    account: () => ofAccount().primary(),
    channel: p.enum([...CHANNELS]).primary(),
    /** The address of a webhook, encrypted by `secret-box.ts`; null for mail, which goes to the account's address. */
    sealed: p.text().hidden().nullable(),
    keyId: p.string().length(16).nullable(),
    /** Since when every attempt failed; null when the last one succeeded. */
    failingSince: p.datetime(3).nullable(),
    lastError: p.string().length(200).nullable(),
    pausedAt: p.datetime(3).nullable(),
    /** Failed attempts in a row, which determine the wait before the next one. */
    failures: p.integer().default(0),
    /** Nothing is sent before: a rate limit, a retry, or the wait for further matches. */
    waitUntil: p.datetime(3).nullable(),
    /** Lease of the process that is sending: no other process may send before it. Null without a lease. */
    leasedUntil: p.datetime(3).nullable(),
  },
});
export type NoticeChannel = InferEntity<typeof NoticeChannel>;

/** The notices that an account changed from their defaults. */
export const NoticeSettingsRow = defineEntity({
  name: 'NoticeSettingsRow',
  tableName: 'notice_settings',
  properties: {
    account: () => ofAccount().primary(),
    submissions: p.json().$type<Partial<NoticeSettings>>(),
  },
});
export type NoticeSettingsRow = InferEntity<typeof NoticeSettingsRow>;
