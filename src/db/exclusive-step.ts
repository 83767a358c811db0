import type { EntityManager } from '@mikro-orm/postgresql';
import { values } from './query.ts';

/** `busy` when another process is running a step, `idle` when nothing is due yet. */
export type StepResult = 'worked' | 'idle' | 'busy';

/**
 * Runs a step of a loop in a transaction, unless another process is running one.
 *
 * @param lock the key of an advisory lock
 */
export const exclusiveStep = (
  em: EntityManager,
  lock: number,
  step: () => Promise<StepResult>,
): Promise<StepResult> =>
  em.transactional(async () => {
    const [isLocked] = await values(em)<boolean>`select pg_try_advisory_xact_lock(${lock})`;
    return isLocked ? step() : 'busy';
  });
