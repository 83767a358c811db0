import { useRef } from 'react';
import { MESSAGES } from '../../../src/contract/shared/messages.ts';
import { errorData, errorText, isSignedOutError } from '../../lib/server/errors.ts';
import { type Answers, trpc } from '../../lib/server/trpc.ts';
import type { SubmissionInput } from '../../sales/draft/sale-draft.ts';
import { showToast } from '../../ui/overlays/toast.tsx';

export type Submitted = Answers['items']['submit'];

/**
 * A new key for one form, so that sending it twice gives one sale (docs/api.md "Sales"). `randomUUID` would need HTTPS.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const ARRIVED_BEFORE =
  'An earlier version of this submission was already received. If this is another sale, submit again.';

/** The error message of a failed submission (docs/product.md "Messages"). */
export function submissionFailure(error: unknown): string {
  const arrived = errorData(error)?.reason === 'IDEMPOTENCY_KEY_REUSED';
  return arrived ? ARRIVED_BEFORE : errorText(error, MESSAGES.submitFailed);
}

/**
 * Sends the submission of the form with this key. Calls during a request are ignored.
 *
 * @param onReused called when the server received another submission with the key: the form needs a new one
 */
export function useSubmission(idempotencyKey: string, onReused: () => void) {
  const utils = trpc.useUtils();
  const sending = useRef(false);
  const { items, pokemon } = utils.client;
  const options = { context: { idempotencyKey } };

  /** Resolves to the server's response, or null for an ignored call. Rejects with the server's error. */
  return async function send(submission: SubmissionInput): Promise<Submitted | null> {
    if (sending.current) return null;
    sending.current = true;
    try {
      const answer =
        submission.kind === 'item'
          ? await items.submit.mutate(submission.fields, options)
          : await pokemon.submit.mutate(submission.fields, options);
      void utils.invalidate();
      return answer;
    } catch (error) {
      if (isSignedOutError(error)) showToast(MESSAGES.mustBeSignedIn, { tone: 'alert' });
      if (errorData(error)?.reason === 'IDEMPOTENCY_KEY_REUSED') onReused();
      throw error;
    } finally {
      sending.current = false;
    }
  };
}
