import type { KeyboardEvent } from 'react';

/** The keys of a comment's field: Enter sends it, Shift+Enter starts a new line. */
export const commentKeys = (send: () => unknown) => (event: KeyboardEvent) => {
  if (event.nativeEvent.isComposing || event.key !== 'Enter' || event.shiftKey || event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
  send();
};

/** Escape anywhere in a form closes the form, and not the dialog around it. */
export const closedByEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.nativeEvent.isComposing || event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  close();
};
