import { flagStep } from '../../modules/reviews/flags.service.ts';
import type { RequestScope } from '../../modules/scope.ts';

/** Runs the flag loop until no work is left. */
export async function settleFlags(scope: Pick<RequestScope, 'em' | 'clock'>): Promise<void> {
  while ((await flagStep(scope, 0)) !== 'idle');
}
