import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CloseQuestionsContext, leaveQuestions } from '../../lib/leave-question.ts';
import { sessionStore } from '../../lib/server/session-store.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Leaving would lose input. */
  active: boolean;
  /** Called before the input is lost by the user's decision. */
  onLeave?: () => void;
  /** What would be lost. */
  children: ReactNode;
}

const continuing = ({ navigationType, destination }: NavigateEvent) =>
  navigationType === 'traverse'
    ? () => void navigation.traverseTo(destination.key, { info: 'leave' })
    : () => navigate(destination.url, { replace: navigationType === 'replace' });

/**
 * Asks before unsaved input is lost: with a dialog before another page or tab of this site, before the surrounding dialog
 * closes and before a sign-out; with the browser's own question before a reload or another site. A session that ends asks
 * nothing, and browsers without the Navigation API do not ask before another page of this site.
 */
export function LeaveGuard({ active, onLeave, children }: LeaveGuardProps) {
  const [proceed, setProceed] = useState<(() => void) | null>(null);
  const leaving = useRef(false);
  const closeQuestions = useContext(CloseQuestionsContext);

  useEffect(() => {
    if (!active) return;
    leaving.current = false;
    const question = (go: () => void) => setProceed(() => go);
    const stay = (event: Event) => event.preventDefault();
    const ask = (event: NavigateEvent) => {
      const stays = event.hashChange || event.downloadRequest !== null || !event.destination.sameDocument;
      const mayStay = sessionStore.get() !== null && event.cancelable;
      if (event.defaultPrevented || stays || leaving.current || !mayStay) return;
      event.preventDefault();
      question(continuing(event));
    };
    const api = 'navigation' in window ? navigation : null;
    addEventListener('beforeunload', stay);
    api?.addEventListener('navigate', ask);
    leaveQuestions.add(question);
    closeQuestions?.add(question);
    return () => {
      leaveQuestions.delete(question);
      closeQuestions?.delete(question);
      removeEventListener('beforeunload', stay);
      api?.removeEventListener('navigate', ask);
    };
  }, [active, closeQuestions]);

  function leave() {
    leaving.current = true;
    onLeave?.();
    proceed?.();
  }

  return (
    <ConfirmDialog
      open={proceed !== null}
      onClose={() => setProceed(null)}
      title="Leave without saving?"
      confirmLabel="Leave"
      danger
      onConfirm={leave}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
