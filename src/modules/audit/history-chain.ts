import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { query } from '../../db/query.ts';
import type { Chain } from './audit.entity.ts';

const HASH_BYTES = 32;

/** The hash before the first event of a chain. */
const START: Buffer = Buffer.alloc(HASH_BYTES);

const AT = sql`(extract(epoch from at) * 1000)::bigint`;

/** The hashed values of an event, in order. A column that is added later is not covered. */
const VALUES: Record<Chain, RawBuilder<unknown>> = {
  audit_event: sql`event_id, ${AT}, action, actor_id, actor_name, target, detail, ip, request_id`,
  sale_event: sql`event_id, ${AT}, sale_id, type, actor_id, actor_name, before, after, notes`,
};

export interface ChainEvent {
  id: number;
  /** A JSON array of its values. */
  content: string;
}

/** The events of a table with ids above `after` and up to `upTo`, ascending. */
export async function eventsBetween(
  em: EntityManager,
  chain: Chain,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<ChainEvent[]> {
  return query(em)<ChainEvent>`
    select event_id as id, jsonb_build_array(${VALUES[chain]})::text as content from ${sql.table(chain)}
    where event_id > ${after} and event_id <= ${upTo} order by event_id limit ${limit}`;
}

/** The hash of an event, which depends on those of all events before it. */
export const hashOf = (previous: Buffer, { content }: ChainEvent): Buffer =>
  createHash('sha256').update(previous).update(content).digest();

interface ChainHead {
  /** 0 before the first event. */
  id: number;
  hash: Buffer;
}

export const EMPTY: ChainHead = { id: 0, hash: START };

export async function headOf(em: EntityManager, chain: Chain): Promise<ChainHead> {
  const [row] = await query(em)<ChainHead>`
    select last_id as id, substring(hashes from length(hashes) - ${sql.lit(HASH_BYTES - 1)}) as hash
    from history_seal where chain = ${chain} order by last_id desc limit 1`;
  return row ?? EMPTY;
}

export interface Block {
  lastId: number;
  /** Each event's id and hash, ascending. */
  entries: { id: number; hash: Buffer }[];
}

/** The blocks of a chain after this id, ascending. */
export async function blocksAfter(
  em: EntityManager,
  chain: Chain,
  after: number,
  limit: number,
): Promise<Block[]> {
  const rows = await query(em)<{ lastId: number; ids: number[]; hashes: Buffer }>`
    select last_id as "lastId", to_json(event_ids) as ids, hashes from history_seal
    where chain = ${chain} and last_id > ${after} order by last_id limit ${limit}`;
  return rows.map(({ lastId, ids, hashes }) => ({
    lastId,
    entries: ids.map((id, at) => ({ id, hash: hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES) })),
  }));
}

export async function addBlock(em: EntityManager, chain: Chain, block: Block): Promise<void> {
  const ids = block.entries.map(({ id }) => id);
  const hashes = Buffer.concat(block.entries.map(({ hash }) => hash));
  await query(em)`insert into history_seal (chain, last_id, event_ids, hashes)
    values (${chain}, ${block.lastId}, ${ids}, ${hashes})`;
}
