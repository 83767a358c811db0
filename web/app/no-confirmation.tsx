import { useEffect } from 'react';
import { confirmation } from '../lib/server/confirmation.ts';

/**
 * In place of the dialog that confirms the user's identity, while its script cannot be loaded: calls that need a
 * confirmation fail as the server answered, instead of waiting without end in a dialog that cannot be closed.
 */
export function NoConfirmation() {
  const request = confirmation.use();
  useEffect(() => request?.answer(false), [request]);
  return null;
}
