import type { KeyboardEvent } from 'react';

/** The keys of a comment's field: Enter sends it, Shift+Enter starts a new line, Escape closes it. */
export const commentKeys = (send: () => unknown, close: () => void) => (event: KeyboardEvent) => {
  if (event.nativeEvent.isComposing) return;
  const isSend = event.key === 'Enter' && !event.shiftKey && !event.repeat;
  if (!isSend && event.key !== 'Escape') return;
  event.preventDefault();
  // Otherwise Escape would close a surrounding dialog too.
  event.stopPropagation();
  if (isSend) send();
  else close();
};
