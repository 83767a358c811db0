import { SEQUENCE_HEADER } from '../../../src/contract/shared/sequence.ts';

const KEY = 'marketdex.sequence';

let seen = 0;
try {
  seen = Number(localStorage.getItem(KEY));
} catch {
  // Without storage it holds as long as the page.
}

/** The number of the latest change that this browser has seen; 0 for none. */
export const seenSequence = (): number => seen;

/** Records a number that the server has sent, also for the next page. */
export function see(sequence: number): void {
  if (!(sequence > seen)) return;
  seen = sequence;
  try {
    localStorage.setItem(KEY, `${seen}`);
  } catch {}
}

/** A call without an answer by then has failed: many networks lose a connection without a word. */
const READ_MS = 20_000;
/** Longer, because a write that was given up may have been done. */
const WRITE_MS = 120_000;

/** `fetch` that records what the answer includes, and limits how long a call takes. */
export const seeingFetch: typeof fetch = async (input, init = {}) => {
  const { method, signal } = init;
  const end = AbortSignal.timeout(method === 'GET' ? READ_MS : WRITE_MS);
  const response = await fetch(input, { ...init, signal: signal ? AbortSignal.any([signal, end]) : end });
  see(Number(response.headers.get(SEQUENCE_HEADER)));
  return response;
};
