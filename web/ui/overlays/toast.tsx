import { X } from 'lucide-react';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createStore } from '../../lib/store.ts';
import { Button, IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { useVisible } from '../hooks/use-visible.ts';
import { announce } from '../live-region.tsx';

interface ToastOptions {
  /** `alert` interrupts a screen reader; the others wait. */
  tone?: 'note' | 'success' | 'alert';
  /** A follow-up, such as undo. */
  action?: { label: string; onClick: () => unknown };
  /** Default: alerts stay until closed, the others disappear after 5 s. Being read restarts it, see `ToastCard`. */
  durationMs?: number | null;
}

interface Toast extends ToastOptions {
  id: number;
  text: string;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Removes a toast. Answers whether it was still there. */
function dismissToast(id: number): boolean {
  const isShown = toasts.get().some((toast) => toast.id === id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
  return isShown;
}

/** Removes every toast. They outlive what showed them, in tests too. */
export const dismissToasts = (): void => toasts.set([]);

export const dismissAlerts = (): void => toasts.set(toasts.get().filter(({ tone }) => tone !== 'alert'));

/**
 * Shows a message at the edge of the page.
 *
 * @returns a function that removes the message and says whether it was still there, for actions that remove the alert of
 *   their last attempt
 */
export function showToast(text: string, options: ToastOptions = {}): () => boolean {
  lastId += 1;
  const id = lastId;
  toasts.set([...toasts.get().filter((toast) => toast.text !== text), { ...options, id, text }]);
  const { tone, action } = options;
  if (tone !== 'alert') announce(action ? `${text} F6 goes to “${action.label}”.` : text);
  return () => dismissToast(id);
}

const EDGES = { note: 'border-l-accent', success: 'border-l-approved', alert: 'border-l-rejected' };

/** F6 goes to the latest toast, and the focus returns from one that disappears to where it came from. */
function useToastFocus() {
  const region = useRef<HTMLElement>(null);
  const origin = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const button = region.current?.querySelector<HTMLElement>('div:last-child > button');
      if (event.key !== 'F6' || !button) return;
      event.preventDefault();
      button.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    origin.current?.focus();
    origin.current = null;
  });
  const onFocus = ({ currentTarget, relatedTarget: from }: FocusEvent) => {
    if (from instanceof HTMLElement && !currentTarget.contains(from)) origin.current = from;
  };
  return { ref: region, onFocus };
}

/**
 * Where toasts appear; used once, in the app.
 *
 * Our own, because it is on the first page (docs/decisions/0010-first-page-script.md): it must not be loaded late, when
 * the network may be what failed.
 */
export function Toaster() {
  const shown = toasts.use();
  const focus = useToastFocus();
  return (
    <section
      {...focus}
      aria-label="Notifications"
      // Alerts stay, so they can be many. From its end, the column scrolls with the newest in sight. It covers no buttons of
      // dialogs and of Review: they are at the lower right, on phones at the lower edge.
      className="fixed left-0 z-60 flex max-h-[60dvh] flex-col-reverse overflow-y-auto has-[p]:gap-2 has-[p]:p-4 max-md:top-0 max-md:right-0 md:bottom-0"
    >
      {([undefined, 'alert'] as const).map((role) => (
        <div
          key={role ?? 'note'}
          role={role}
          // With `aria-live`, dialogs do not hide it.
          aria-live={role && 'assertive'}
          className="flex w-full flex-col items-start gap-2"
        >
          {shown
            .filter((toast) => (toast.tone === 'alert') === (role === 'alert'))
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </section>
  );
}

/**
 * It stays while it is hovered, focused or in a hidden tab, and then for as long again as at first; with an action also after each
 * key, which may be on its way to the button.
 */
function ToastCard({ toast }: { toast: Toast }) {
  const { id, text, tone = 'note', action, durationMs = tone === 'alert' ? null : 5000 } = toast;
  const [held, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const visible = useVisible();
  const hasAction = action !== undefined;
  const expires = durationMs !== null && visible && !held;
  useEffect(() => {
    if (!expires) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => dismissToast(id), durationMs);
    };
    wait();
    if (hasAction) addEventListener('keydown', wait);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', wait);
    };
  }, [id, durationMs, expires, hasAction]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: they only keep it
    <div
      data-toast
      onPointerEnter={hold}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onFocus={hold}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(':hover'))}
      className={cx(
        'relative flex min-h-13 w-full animate-rise flex-wrap items-center gap-x-3 rounded-md border border-l-4 border-line bg-raised py-1 pr-13 pl-4 text-base shadow-high md:w-auto md:max-w-lg md:flex-nowrap',
        EDGES[tone],
      )}
    >
      <p className="min-w-0 flex-1 basis-48 py-1.5 md:basis-auto">{text}</p>
      {action && (
        <Button
          variant="quiet"
          className="text-accent! max-md:-ml-4"
          onClick={() => {
            dismissToast(id);
            return action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        icon={X}
        size="sm"
        onClick={() => dismissToast(id)}
        className="absolute top-1 right-1"
      />
    </div>
  );
}
