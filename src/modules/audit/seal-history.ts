import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { values } from '../../db/query.ts';
import type { Logger } from '../../lib/process/logger.ts';
import { CHAINS, type Chain } from './audit.entity.ts';
import { addBlock, eventsBetween, hashOf, headOf } from './history-chain.ts';

const BLOCK = 1_000;
/** Blocks per run and chain: the rest is sealed in the next minutes. */
const MAX_BLOCKS = 200;

/** How long to wait for transactions that may still add an event with a lower id. */
const WRITERS_MS = 5_000;
const POLL_MS = 20;

/** The transactions that have written to the table and have not ended yet. */
async function writersOf(em: EntityManager, chain: Chain): Promise<string[]> {
  return values(em)<string>`select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = ${chain}::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`;
}

/**
 * The highest event id up to which no event can be missing. A sequence assigns ids before the events are committed,
 * so every transaction that writes to the table at this moment must end first: it takes its lock before its id.
 *
 * @returns undefined when that takes too long, such as during an import
 */
async function settledId(em: EntityManager, chain: Chain): Promise<number | undefined> {
  const [newest] = await values(em)<number | null>`select max(event_id) from ${sql.table(chain)}`;
  const deadline = performance.now() + WRITERS_MS;
  let waiting = await writersOf(em, chain);
  while (waiting.length > 0) {
    if (performance.now() > deadline) return undefined;
    await delay(POLL_MS);
    const now = new Set(await writersOf(em, chain));
    waiting = waiting.filter((writer) => now.has(writer));
  }
  return newest ?? 0;
}

/** Adds the next block to a chain; returns its number of events. */
async function sealBlock(em: EntityManager, chain: Chain, upTo: number): Promise<number> {
  return em.transactional(async (tx) => {
    const [isHeld] = await values(tx)<boolean>`
      select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.seal}, ${CHAINS.indexOf(chain)})`;
    if (!isHeld) return 0;
    const head = await headOf(tx, chain);
    const events = await eventsBetween(tx, chain, { after: head.id, upTo, limit: BLOCK });
    let { hash } = head;
    const entries = events.map((event) => {
      hash = hashOf(hash, event);
      return { id: event.id, hash };
    });
    const last = entries.at(-1);
    if (last) await addBlock(tx, chain, { lastId: last.id, entries });
    return entries.length;
  });
}

/**
 * Adds the new events of every table to its chain, at most 200,000 each; any number of processes may call it.
 *
 * @returns the number of sealed events
 * @throws AbortError when aborted between two blocks
 */
export async function sealHistory(em: EntityManager, signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  for (const chain of CHAINS) {
    const upTo = await settledId(em, chain);
    if (upTo === undefined) continue;
    for (let blocks = 0; blocks < MAX_BLOCKS; blocks += 1) {
      signal?.throwIfAborted();
      const added = await sealBlock(em, chain, upTo);
      sealed += added;
      if (added < BLOCK) break;
    }
  }
  return sealed;
}

/** Logs the head of every chain, so that the log shows when somebody replaces a chain. */
export async function logHeads(em: EntityManager, logger: Logger): Promise<void> {
  for (const chain of CHAINS) {
    const { id, hash } = await headOf(em, chain);
    logger.info({ category: 'security', chain, event_id: id, head: hash.toString('hex') }, 'history sealed');
  }
}
