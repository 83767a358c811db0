import { flagStep } from '../modules/reviews/flags.service.ts';
import type { Scope } from '../modules/scope.ts';

/** Runs the flag loop's steps until nothing is due. */
export async function settleFlags(scope: Pick<Scope, 'em' | 'clock'>): Promise<void> {
  while ((await flagStep(scope, 0)) !== 'idle');
}
