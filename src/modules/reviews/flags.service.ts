import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts';
import { exclusiveStep, type StepResult } from '../../db/exclusive-step.ts';
import { publish } from '../../events/publish.ts';
import { nearestItems } from '../catalogue/item.queries.ts';
import type { WriteScope } from '../scope.ts';
import {
  checkSales,
  makeNamesDue,
  makeNewItemsDue,
  mayChangeKnownItems,
  newItemNames,
  nextDueName,
  nextPending,
  passEnded,
  passReached,
  pendingOf,
  takeMarks,
} from './flags.queries.ts';

/** Sales checked per step, to keep its transaction short; their ids fit into one event (events/publish.ts). */
const STEP = 100;
/** Changes of a name within this time are combined into one pass over its pending sales. */
const GATHER_MS = 2_000;

/** Computes and stores the flags of these sales, pending or not. @returns those whose flags changed */
export async function computeFlags(scope: WriteScope, saleIds: readonly number[]): Promise<number[]> {
  const nearest = await nearestItems(scope.em, await newItemNames(scope.em, saleIds));
  return checkSales(scope, saleIds, nearest);
}

/** Computes flags of pending sales and notifies open pages of what changed. */
async function refresh(scope: WriteScope, saleIds: readonly number[]): Promise<void> {
  const changed = await computeFlags(scope, saleIds);
  if (changed.length) await publish(scope.em, [{ type: 'sales.checked', sale_ids: changed }]);
}

/** Checks the most recently marked sales, and makes their names due. */
async function checkMarked(scope: WriteScope): Promise<number> {
  const { taken, saleIds, newItems } = await takeMarks(scope.em, STEP);
  if (taken === 0) return 0;
  await refresh(scope, await pendingOf(scope.em, saleIds));
  await makeNamesDue(scope.em, saleIds);
  if (newItems || (await mayChangeKnownItems(scope.em, saleIds))) await makeNewItemsDue(scope.em);
  return taken;
}

/** Checks the next pending sales of the name that has been due longest. */
async function checkDue(scope: WriteScope, gatherMs: number): Promise<number> {
  const due = await nextDueName(scope.em, gatherMs);
  if (!due) return 0;
  const saleIds = await nextPending(scope.em, due, STEP);
  await refresh(scope, saleIds);
  const last = saleIds.at(-1);
  if (saleIds.length === STEP && last !== undefined) await passReached(scope.em, due, last);
  else await passEnded(scope.em, due);
  return 1;
}

/**
 * Runs one step of the flag loop in a short transaction: first checks changed sales, then, in passes of several steps,
 * the other pending sales of their names. Decided sales keep the flags they had at the decision.
 *
 * A mark becomes visible together with the change of its sale, and steps run one at a time. So the result of a step
 * includes every change whose mark it removes, and marks written in the meantime are left to a later step.
 *
 * @param gatherMs how long a name has to be due before its pass starts
 */
export const flagStep = (scope: WriteScope, gatherMs = GATHER_MS): Promise<StepResult> =>
  exclusiveStep(scope.em, ADVISORY_LOCKS.flags, async () => {
    const done = (await checkMarked(scope)) || (await checkDue(scope, gatherMs));
    return done ? 'worked' : 'idle';
  });
