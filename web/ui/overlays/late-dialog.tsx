import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from './toast.tsx';

const NOT_LOADED = 'This could not be opened. Check your connection, or reload the page.';

/**
 * A dialog whose code is loaded when it is first opened, and which stays for its closing motion. Not with `lazy`, which
 * would put an error in place of the page without a network, and would not try again.
 */
export function lateDialog<P extends { open: boolean; onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return (props) => {
    const { open, onClose } = props;
    const [wanted, setWanted] = useState(open);
    const [Shown, setShown] = useState(() => Loaded);
    if (open && !wanted) setWanted(true);
    useEffect(() => {
      if (!open || Shown) return;
      let isCurrent = true;
      load().then(
        (loaded) => {
          Loaded = loaded.default;
          if (isCurrent) setShown(() => Loaded);
        },
        () => {
          if (!isCurrent) return;
          showToast(NOT_LOADED, { tone: 'alert' });
          onClose();
        },
      );
      return () => {
        isCurrent = false;
      };
    }, [open, onClose, Shown]);
    return wanted && Shown ? <Shown {...props} /> : null;
  };
}
