import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../db/tables/history.ts';

export const CHAINS = ['audit_event', 'sale_event'] as const;
export type Chain = (typeof CHAINS)[number];

/** A block of consecutive events with their hashes (docs/decisions/0011-history-chain.md). */
export const HistorySealSchema = defineEntity({
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
