import { createElement, Fragment, type ReactNode, useCallback, useState } from 'react';

export interface DialogState {
  open: boolean;
  onClose: () => void;
}

/** A dialog that is opened for one of several subjects, such as the rows of a table. */
export function useDialog<T>() {
  const [{ subject, key, open }, setState] = useState({ subject: null as T | null, key: 0, open: false });
  const show = useCallback(
    (next: T) => setState((before) => ({ subject: next, key: before.key + 1, open: true })),
    [],
  );
  const onClose = () => setState((before) => ({ ...before, open: false }));
  return {
    /** Opens the dialog for this subject; always the same function. */
    show,
    open,
    /** The dialog of the last subject, without earlier input; nothing before the first. It stays while it closes. */
    render: (dialog: (subject: T, props: DialogState) => ReactNode): ReactNode =>
      subject !== null &&
      // Dialogs next to each other may have the same key.
      createElement(Fragment, null, [createElement(Fragment, { key }, dialog(subject, { open, onClose }))]),
  };
}
