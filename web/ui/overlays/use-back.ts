import { useEffect, useEffectEvent } from 'react';

/** Not in TypeScript's library. */
declare class CloseWatcher {
  onclose: () => void;
  destroy(): void;
}

/** What closes each open dialog, the topmost last. */
const closings: (() => void)[] = [];
let watcher: CloseWatcher | undefined;

const closeTopmost = () => closings.at(-1)?.();

/** Hears Android's Back, which leaves the site when there is no earlier page. Each watcher hears it once. */
function watch() {
  if (!('CloseWatcher' in window)) return;
  watcher = new CloseWatcher();
  watcher.onclose = () => {
    watch();
    closeTopmost();
  };
}

/** Also if not `userInitiated`, which Firefox does not set for Back. The traversal of a leave guard has an `info`. */
function stopTraversal(event: NavigateEvent) {
  if (event.navigationType !== 'traverse' || event.info || !event.cancelable) return;
  event.preventDefault();
  closeTopmost();
}

/** In the order of the events, before the guards of forms, which would ask whether to leave the page. */
const FIRST = { capture: true };

function start() {
  watch();
  if ('navigation' in window) navigation.addEventListener('navigate', stopTraversal, FIRST);
}

function end() {
  watcher?.destroy();
  if ('navigation' in window) navigation.removeEventListener('navigate', stopTraversal, FIRST);
}

/**
 * Back closes the topmost dialog, and nothing else. No entry of the history is added for that: filters in a sheet, links
 * and saved forms add theirs while it is open.
 *
 * Browsers without close watchers leave the site when there is no earlier page of it, and let Back go through when nothing
 * was pressed since the last one. Those without the Navigation API change the page behind the dialog.
 */
export function useBack(isOpen: boolean, close: () => void): void {
  const closeNow = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const closing = () => closeNow();
    if (closings.push(closing) === 1) start();
    return () => {
      closings.splice(closings.indexOf(closing), 1);
      if (closings.length === 0) end();
    };
  }, [isOpen]);
}
