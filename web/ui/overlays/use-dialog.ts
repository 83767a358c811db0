import { useCallback, useState } from 'react';

/** The state of a dialog about one of several subjects, such as the rows of a table. */
interface DialogState<T> {
  /** Opens the dialog for this subject; always the same function. */
  show: (subject: T) => void;
  /** The current or last subject; null before the first opening. */
  subject: T | null;
  /** Changes with each opening: used as the dialog's `key`, it discards earlier input. */
  key: number;
  /** The dialog stays mounted while it closes. */
  props: { open: boolean; onClose: () => void };
}

/** A dialog that is opened for one of several subjects. */
export function useDialog<T>(): DialogState<T> {
  const [state, setState] = useState<{ subject: T | null; key: number; open: boolean }>({
    subject: null,
    key: 0,
    open: false,
  });
  const show = useCallback(
    (subject: T) => setState(({ key }) => ({ subject, key: key + 1, open: true })),
    [],
  );
  return {
    show,
    subject: state.subject,
    key: state.key,
    props: { open: state.open, onClose: () => setState((before) => ({ ...before, open: false })) },
  };
}
