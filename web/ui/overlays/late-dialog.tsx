import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import { useAnnouncement } from '../live-region.tsx';
import { showToast } from './toast.tsx';
import type { DialogState } from './use-dialog.ts';

const NOT_LOADED = 'This could not be opened. Check your connection, or reload the page.';

/**
 * A dialog whose code is loaded when it is first opened, and which stays for its closing motion. Not with `lazy`, which
 * would put an error in place of the page without a network, and would not try again.
 */
export function lateDialog<P extends DialogState>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  let Loaded: ComponentType<P> | undefined;
  return (props) => {
    const { open, onClose } = props;
    const [wanted, setWanted] = useState(open);
    const [Shown, setShown] = useState(() => Loaded);
    if (open && !wanted) setWanted(true);
    const onMissing = useEffectEvent(() => {
      showToast(NOT_LOADED, { tone: 'alert' });
      onClose();
    });
    useEffect(() => {
      if (!open || Shown) return;
      let isCurrent = true;
      load().then(
        (loaded) => {
          Loaded = loaded.default;
          if (isCurrent) setShown(() => Loaded);
        },
        () => isCurrent && onMissing(),
      );
      return () => {
        isCurrent = false;
      };
    }, [open, Shown]);
    if (Shown) return wanted ? <Shown {...props} /> : null;
    return open ? <LoadingSign onCancel={onClose} /> : null;
  };
}

const LOADING = 'Loading…';

/** Where the dialog will be on a phone. Like `Loading`, it stays hidden for the first 200 ms. */
function LoadingSign({ onCancel }: { onCancel: () => void }) {
  useAnnouncement(LOADING);
  return createPortal(
    <section
      aria-label={LOADING}
      className="appear-late fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-sm items-center justify-between rounded-md border border-line bg-raised py-2 pr-1 pl-4 text-base shadow-high"
    >
      {LOADING}
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </section>,
    document.body,
  );
}
