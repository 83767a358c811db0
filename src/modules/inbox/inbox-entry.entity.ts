import { defineEntity, p } from '@mikro-orm/core';
import { ENTRY_KINDS, type EntryContent } from '../../contract/inbox/inbox.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import { Account } from '../identity/account.entity.ts';

export const InboxEntrySchema = defineEntity({
  name: 'InboxEntry',
  tableName: 'inbox_entry',
  uniques: [{ name: 'inbox_entry_key_unique', properties: ['account', 'kind', 'key'] }],
  indexes: [
    { name: 'inbox_entry_list_index', properties: ['account', 'entryId'] },
    {
      name: 'inbox_entry_unread_index',
      expression:
        'create index "inbox_entry_unread_index" on "inbox_entry" ("user_id", "entry_id") where "read_at" is null',
    },
  ],
  properties: {
    entryId: p.bigint('number').primary(),
    account: () => p.manyToOne(Account).joinColumn('user_id').deleteRule('cascade'),
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
