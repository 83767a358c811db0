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

/** `fetch` that records what the answer includes. */
export const seeingFetch: typeof fetch = async (...call) => {
  const response = await fetch(...call);
  see(Number(response.headers.get(SEQUENCE_HEADER)));
  return response;
};
