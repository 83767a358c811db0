import { formatDate } from '../../../src/contract/dates.ts';
import { MESSAGES } from '../../../src/contract/messages.ts';
import type { Decision } from '../../../src/contract/sale.ts';
import { errorData, errorText } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { changesOf, draftOf, type SaleDraft } from '../../sales/sale-draft.ts';
import type { AnySale } from '../../sales/sale-summary.ts';

const CHANGED =
  'Somebody else changed this sale meanwhile. It is shown here as it is now; what you typed is kept.';

/**
 * Why a review failed, in a sentence (SPEC section 8). Who was faster is named, and when: `formatDate` and the
 * time of day in UTC.
 */
export function reviewFailure(error: unknown, fallback: string): string {
  if (errorData(error)?.reason === 'STALE_VERSION') return CHANGED;
  const decided = errorData(error)?.decided;
  const said = errorText(error, fallback);
  if (!decided) return said;
  const time = new Date(decided.at).toISOString().slice(11, 16);
  const by = decided.by === null ? '' : ` by ${decided.by}`;
  return `${said} Decided${by} on ${formatDate(decided.at)} at ${time} UTC.`;
}

/** True when somebody else has decided the sale first. */
export const isDecided = (error: unknown): boolean => errorData(error)?.reason === 'ALREADY_REVIEWED';

/** True when the sale is no longer as it was shown: decided or changed by somebody else. */
const isOvertaken = (error: unknown): boolean => errorData(error)?.httpStatus === 409;

export const DECISION_FAILED: Record<Decision, string> = {
  approved: MESSAGES.approveFailed,
  rejected: MESSAGES.rejectFailed,
};

/** What a reviewer can do to a pending sale. Each throws what the server refused, and reloads the lists. */
export function useReview() {
  const utils = trpc.useUtils();
  const decideItem = trpc.items.setStatus.useMutation();
  const decidePokemon = trpc.pokemon.setStatus.useMutation();
  const editItem = trpc.items.edit.useMutation();
  const editPokemon = trpc.pokemon.edit.useMutation();

  async function reloading(work: Promise<unknown>) {
    try {
      await work;
    } catch (error) {
      // What somebody else did meanwhile belongs into the list as well.
      if (isOvertaken(error)) await utils.reviews.invalidate();
      throw error;
    }
    await utils.reviews.invalidate();
    for (const market of [utils.items, utils.pokemon]) void market.invalidate();
  }

  return {
    decide({ kind, sale_id: id, version }: AnySale, status: Decision, notes: string) {
      const decision = { id, version, status, review_notes: notes.trim() || null };
      const call = kind === 'item' ? decideItem : decidePokemon;
      return reloading(call.mutateAsync(decision));
    },
    /** Sends only what was changed since `shown`; the version is that of the newest state. */
    edit({ kind, sale_id: id, version }: AnySale, shown: AnySale, draft: SaleDraft) {
      const changes = changesOf(kind, draftOf(shown), draft);
      if (!changes) return Promise.resolve();
      const call = kind === 'item' ? editItem : editPokemon;
      return reloading(call.mutateAsync({ id, version, ...changes }));
    },
  };
}
