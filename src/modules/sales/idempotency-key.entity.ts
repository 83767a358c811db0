import { defineEntity, p } from '@mikro-orm/core';
import { ofAccount } from '../identity/account.entity.ts';

/**
 * The response to a submission, kept for `LIMITS.idempotencyKeyHours` so that a retry receives the same response
 * (docs/api.md "Sales").
 */
export const IdempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    account: () => ofAccount().primary(),
    key: p.string().length(200).primary(),
    /** SHA-256 of the input, to detect a key that is reused for another submission. */
    inputHash: p.string().length(64),
    answer: p.json().$type<Record<string, unknown>>().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()').index('idempotency_key_created_at_index'),
  },
});
