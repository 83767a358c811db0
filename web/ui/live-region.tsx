import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';

interface Announcement {
  id: number;
  text: string;
}

/** How long a text stays in the region. Screen readers read it when it appears. */
const KEPT_MS = 10_000;
/** A text that changes sooner is not announced, such as a count while one types. */
const SETTLED_MS = 200;

let announcements: readonly Announcement[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Announcement[]) {
  announcements = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Has screen readers read a text, after what they are reading. */
export function announce(text: string): void {
  lastId += 1;
  const id = lastId;
  set([...announcements, { id, text }]);
  setTimeout(() => set(announcements.filter((one) => one.id !== id)), KEPT_MS);
}

/**
 * The region whose additions screen readers read; used once, in the app. There is one for all screens and dialogs, because
 * a region is only read if it exists before its text, and several that change at once interrupt each other. Errors that
 * need attention at once have the role `alert` where they are shown.
 */
export function LiveRegion() {
  const shown = useSyncExternalStore(subscribe, () => announcements);
  return (
    // With `aria-live`, dialogs do not hide it. Only what is added is read, not the whole region.
    <div role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions" className="sr-only">
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

/** The text of an element as screen readers read it. */
function readText(node: Node): string {
  if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
  if (node instanceof Text) return node.data;
  return [...node.childNodes].map(readText).join(' ');
}

interface AnnouncedProps extends Omit<ComponentProps<'div'>, 'ref'> {
  /** Read before the text, where the text does not name its subject. */
  subject?: string;
  as?: 'div' | 'p' | 'span';
  children: ReactNode;
}

/** An element whose text is announced when it appears and when it changes. */
export function Announced({ subject, as: Tag = 'div', children, ...rest }: AnnouncedProps) {
  const place = useRef<HTMLElement | null>(null);
  const announced = useRef('');
  const speak = useEffectEvent((text: string) => {
    if (text === announced.current) return;
    announced.current = text;
    if (text) announce(subject ? `${subject}: ${text}` : text);
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout>;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => speak(readText(element).replaceAll(/\s+(?=\s|[.,:;]|$)|^\s+/g, '')),
        SETTLED_MS,
      );
    };
    settle();
    const observer = new MutationObserver(settle);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return (
    <Tag
      {...rest}
      ref={(element: HTMLElement | null) => {
        place.current = element;
      }}
      data-announced={subject ?? ''}
    >
      {children}
    </Tag>
  );
}
