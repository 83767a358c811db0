import { useCallback, useState } from 'react';

/** A dialog that is opened for one of several subjects, such as the rows of a table. */
export function useDialog<T>() {
  const [{ subject, key, open }, setState] = useState({ subject: null as T | null, key: 0, open: false });
  const show = useCallback(
    (next: T) => setState((before) => ({ subject: next, key: before.key + 1, open: true })),
    [],
  );
  return {
    /** Opens the dialog for this subject; always the same function. */
    show,
    /** The current or last subject; null before the first opening. */
    subject,
    /** Changes with each opening: used as the dialog's `key`, it discards earlier input. */
    key,
    /** The dialog stays mounted while it closes. */
    props: { open, onClose: () => setState((before) => ({ ...before, open: false })) },
  };
}
