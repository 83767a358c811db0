import type { EntityManager } from '@mikro-orm/postgresql';
import { values } from './query.ts';

/** `busy` when another process is running a step, `idle` when nothing is due yet. */
export type StepResult = 'worked' | 'idle' | 'busy';

/**
 * Runs a step of a loop in a transaction, unless another process is running one.
 *
 * @param loop names the advisory lock
 */
export const exclusiveStep = (
  em: EntityManager,
  loop: string,
  step: () => Promise<StepResult>,
): Promise<StepResult> =>
  em.transactional(async () => {
    const [isLocked] = await values(em)<boolean>`select pg_try_advisory_xact_lock(hashtext(${loop}))`;
    return isLocked ? step() : 'busy';
  });
