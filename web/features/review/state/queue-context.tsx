import { createContext, type Dispatch, type ReactNode, useContext, useEffect, useReducer } from 'react';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { EMPTY_QUEUE, type QueueAction, type ReviewQueue, reviewQueueReducer } from './review-queue.ts';
import type { ReviewNavigation } from './review-search-params.ts';
import { type QueueRequest, useQueueRequest } from './use-queue-request.ts';

interface QueueContextValue extends ReviewNavigation {
  queue: ReviewQueue;
  dispatch: Dispatch<QueueAction>;
  request: QueueRequest;
  /** Whether the workbench has room for the queue and the open sale next to each other. */
  isSplit: boolean;
  /** The open sale, which need not be on the page. */
  openId: number | null;
}

const QueueContext = createContext<QueueContextValue | null>(null);

/** Removes decisions from the queue's state once they can no longer be undone. */
function useUndoExpiry({ undoable }: ReviewQueue, dispatch: Dispatch<QueueAction>): void {
  const next = undoable.length === 0 ? null : Math.min(...undoable.map(({ until }) => until));
  useEffect(() => {
    if (next === null) return;
    const expire = () => dispatch({ type: 'undoExpired', now: Date.now() });
    const timer = setTimeout(expire, Math.max(0, next - Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [next, dispatch]);
}

interface ReviewQueueProviderProps {
  navigation: ReviewNavigation;
  children: ReactNode;
}

/** Holds the queue of a tab and keeps it up to date. */
export function ReviewQueueProvider({ navigation, children }: ReviewQueueProviderProps) {
  const [queue, dispatch] = useReducer(reviewQueueReducer, EMPTY_QUEUE);
  const { params } = navigation;
  const request = useQueueRequest(params, queue, dispatch);
  useUndoExpiry(queue, dispatch);
  const isWide = useMedia('(width >= 64rem)');
  const isSplit = isWide && params.view === 'workbench';
  const openId = params.sale ?? (isSplit ? queue.firstId : null);
  return (
    <QueueContext value={{ ...navigation, queue, dispatch, request, isSplit, openId }}>
      {children}
    </QueueContext>
  );
}

/** The review queue around this component. */
export function useReviewQueue(): QueueContextValue {
  const value = useContext(QueueContext);
  if (!value) throw new Error('A component of the review queue is outside its provider');
  return value;
}
