import { errorData, errorText, isUnknownOutcome } from './errors.ts';

/** For a write that can be repeated: what it has done already is no error then (see `unlessDone`). */
export const NO_RESPONSE = 'No response arrived. Please try again.';

/** `errorText` for a write. @param noResponse what to do when there was no response */
export const writeErrorText = (error: unknown, fallback: string, noResponse: string = NO_RESPONSE): string =>
  errorText(error, fallback, noResponse);

/** The refusal of what is done already: the thing is gone, or is no longer as the caller saw it. */
const mayBeDone = (error: unknown): boolean =>
  isUnknownOutcome(error) || [404, 409].includes(errorData(error)?.httpStatus ?? 0);

/**
 * Awaits a write whose effect can be looked up. When its outcome is unknown, or it is refused because an earlier attempt has
 * done it, it succeeds with what `lookUp` finds.
 *
 * @param lookUp the state with the effect of the write; null without it
 * @throws the error of the request
 */
export async function unlessDone<T, Done>(
  request: Promise<T>,
  lookUp: () => Promise<Done | null>,
): Promise<T | Done> {
  try {
    return await request;
  } catch (error) {
    const done = mayBeDone(error) ? await lookUp().catch(() => null) : null;
    if (done === null) throw error;
    return done;
  }
}
