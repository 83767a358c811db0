import { errorData, errorText } from './errors.ts';

/** For a write that can be repeated: what it has done already is no error then. */
export const NO_RESPONSE = 'No response arrived. Please try again.';

/** `errorText` for a write. @param noResponse what to do when there was no response */
export const writeErrorText = (error: unknown, fallback: string, noResponse: string = NO_RESPONSE): string =>
  errorText(error, fallback, noResponse);

/**
 * Awaits the removal of something that the caller saw. When it is not found, it is gone: an earlier attempt may have removed
 * it, whose response was lost.
 *
 * @throws the error of the request, if it is another one
 */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (errorData(error)?.httpStatus !== 404) throw error;
  }
}
