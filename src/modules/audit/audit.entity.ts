import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../db/tables/history.ts';
import { byAccount } from '../identity/account.entity.ts';

/** An append-only record of an action on accounts, settings or sign-ins (docs/product.md "Records"). */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_event',
  triggers: [appendOnly('audit_event')],
  properties: {
    eventId: p.integer().primary(),
    at: p.datetime(3).defaultRaw('now()').index('audit_event_at_index'),
    /** The action: `account.role-changed`, `setting.changed`, `sign-in.failed`, … */
    action: p.string().length(60),
    actor: () => byAccount('actor_id'),
    /** The account's name at that time, or the name of the operator or job. */
    actorName: p.string().length(120).nullable(),
    /** The object of the action: an account's name, a setting's key. */
    target: p.string().length(254).nullable(),
    detail: p.json().$type<Record<string, unknown>>().nullable(),
    ip: p.string().length(64).nullable(),
    requestId: p.string().length(64).nullable(),
  },
});
export type AuditEvent = InferEntity<typeof AuditEvent>;

export const CHAINS = ['audit_event', 'sale_event'] as const;
export type Chain = (typeof CHAINS)[number];

/** A block of consecutive events with their hashes (docs/decisions/0011-history-chain.md). */
export const HistorySeal = defineEntity({
  name: 'HistorySeal',
  tableName: 'history_seal',
  triggers: [appendOnly('history_seal')],
  properties: {
    chain: p.enum([...CHAINS]).primary(),
    /** The highest event id of the block. */
    lastId: p.bigint('number').primary(),
    /** The ids of the block's events, ascending. */
    eventIds: p.string().columnType('bigint[]'),
    /** The hashes of these events, 32 bytes each, in the same order. */
    hashes: p.blob(),
    at: p.datetime(3).defaultRaw('now()'),
  },
});
