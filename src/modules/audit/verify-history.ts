import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { countRows, inBatches } from '../paging.ts';
import { CHAINS, type Chain } from './audit.entity.ts';
import { type Block, blocksAfter, type ChainEvent, EMPTY, eventsBetween, hashOf } from './history-chain.ts';

const PAGE = 20;

/** The first event that is not as it was recorded. */
interface ChainProblem {
  event_id: number;
  problem: 'altered' | 'missing' | 'inserted';
}

export interface ChainReport {
  chain: Chain;
  events: number;
  /** The last hash in hexadecimal digits; null without events. */
  head: string | null;
  /** Newer events that are not part of the chain yet. */
  unsealed: number;
  first_problem: ChainProblem | null;
  /** Whether the wanted hash is part of the chain. */
  has_wanted: boolean;
}

/** Compares the events of a block with the table; returns the first difference. */
function compare(block: Block, events: readonly ChainEvent[], previous: Buffer): ChainProblem | null {
  const stored = new Map(events.map((event) => [event.id, event]));
  const sealed = new Map(block.entries.map(({ id, hash }) => [id, hash]));
  let before = previous;
  for (const id of [...new Set([...sealed.keys(), ...stored.keys()])].sort((a, b) => a - b)) {
    const hash = sealed.get(id);
    const event = stored.get(id);
    if (!hash) return { event_id: id, problem: 'inserted' };
    if (!event) return { event_id: id, problem: 'missing' };
    if (!hashOf(before, event).equals(hash)) return { event_id: id, problem: 'altered' };
    before = hash;
  }
  return null;
}

async function verifyChain(
  em: EntityManager,
  chain: Chain,
  wanted: string | undefined,
): Promise<ChainReport> {
  const report: ChainReport = {
    chain,
    events: 0,
    head: null,
    unsealed: 0,
    first_problem: null,
    has_wanted: false,
  };
  let { id: after, hash } = EMPTY;
  for await (const block of inBatches(PAGE, () => blocksAfter(em, chain, after, PAGE))) {
    // One more than the block has: an inserted event must not push out another.
    const limit = block.entries.length + 1;
    const events = await eventsBetween(em, chain, { after, upTo: block.lastId, limit });
    report.first_problem = compare(block, events, hash);
    if (report.first_problem) return report;
    report.events += events.length;
    report.has_wanted ||= block.entries.some((entry) => entry.hash.toString('hex') === wanted);
    after = block.lastId;
    hash = block.entries.at(-1)?.hash ?? hash;
    report.head = hash.toString('hex');
  }
  return { ...report, unsealed: await countRows(em, sql`${sql.table(chain)} where event_id > ${after}`) };
}

/**
 * Checks the hash of every sealed event, chain by chain, up to the first problem of each.
 *
 * @param wanted a head from the log, which must still be part of a chain
 */
export const verifyHistory = (em: EntityManager, wanted?: string): Promise<ChainReport[]> =>
  Array.fromAsync(CHAINS, (chain) => verifyChain(em, chain, wanted));
