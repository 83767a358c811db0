import { SEQUENCE_HEADER } from '../../../src/contract/shared/sequence.ts';
import { recordServerDate } from '../clock.ts';
import { storedText } from '../stored-text.ts';

const seen = storedText('marketdex.sequence');

/** The number of the latest change that this browser has seen; 0 for none. */
export const seenSequence = (): number => Number(seen.get());

/** Records a number that the server has sent, also for the next page. */
export function recordSequence(sequence: number): void {
  if (sequence > seenSequence()) seen.set(`${sequence}`);
}

/** A call without an answer by then has failed: many networks drop connections silently. */
const READ_MS = 20_000;
/** Longer, because a write that timed out may have succeeded. */
const WRITE_MS = 120_000;

/** `fetch` that records what the answer includes and when it was given, and limits how long a call takes. */
export const trackedFetch: typeof fetch = async (input, init = {}) => {
  const { method, signal } = init;
  const end = AbortSignal.timeout(method === 'GET' ? READ_MS : WRITE_MS);
  const response = await fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, end]) : end });
  recordSequence(Number(response.headers.get(SEQUENCE_HEADER)));
  // The server lets no cache answer without asking it (`no-cache`), so this is not the date of an earlier answer.
  recordServerDate(response.headers.get('date'));
  return response;
};
