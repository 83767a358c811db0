import { useEffect } from 'react';
import { createStore } from '../lib/store.ts';

/** How long a text stays in the region. Screen readers read it when it appears. */
const KEPT_MS = 10_000;
/** A text that changes sooner is not announced, such as a count while one types. */
export const SETTLED_MS = 200;

const announcements = createStore<readonly { id: number; text: string }[]>([]);
let lastId = 0;

/** Queues a text for screen readers. */
export function announce(text: string): void {
  lastId += 1;
  const id = lastId;
  announcements.set([...announcements.get(), { id, text }]);
  setTimeout(() => announcements.set(announcements.get().filter((one) => one.id !== id)), KEPT_MS);
}

/** Empties the region. */
export const clearAnnouncements = (): void => announcements.set([]);

/**
 * The region whose additions screen readers read; used once, in the app. There is one for all screens and dialogs, because
 * a region is only read if it exists before its text, and several that change at once interrupt each other. Errors that
 * need attention at once have the role `alert` where they are shown.
 */
export function LiveRegion() {
  const shown = announcements.use();
  return (
    // With `aria-live`, dialogs do not hide it. Only what is added is read, not the whole region.
    <div role="status" aria-live="polite" aria-atomic="false" className="sr-only">
      {shown.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

/** Announces a text when it appears and when it changes; null announces nothing. */
export function useAnnouncement(text: string | null | undefined | false): void {
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => announce(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
