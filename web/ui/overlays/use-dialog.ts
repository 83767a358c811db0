import { useState } from 'react';

/** A dialog about one thing of a list, such as the row whose button was pressed. */
interface DialogState<T> {
  /** Opens the dialog about this. */
  show: (subject: T) => void;
  /** What the dialog is or was last about; null before it opens for the first time. */
  subject: T | null;
  /** New for each opening: as the dialog's `key`, it lets the dialog start without earlier input. */
  key: number;
  /** For the dialog. It stays mounted while it closes. */
  props: { open: boolean; onClose: () => void };
}

export function useDialog<T>(): DialogState<T> {
  const [state, setState] = useState<{ subject: T | null; key: number; open: boolean }>({
    subject: null,
    key: 0,
    open: false,
  });
  return {
    show: (subject) => setState(({ key }) => ({ subject, key: key + 1, open: true })),
    subject: state.subject,
    key: state.key,
    props: { open: state.open, onClose: () => setState((before) => ({ ...before, open: false })) },
  };
}
