import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { oneOf } from '../../../../src/contract/shared/search-param-values.ts';
import { steadyNow } from '../../../lib/clock.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { keepUndoable, withoutFailure } from './decisions.ts';
import {
  EMPTY_QUEUE,
  modeOf,
  type QueueAction,
  type ReviewQueue,
  reviewQueueReducer,
  type SaleMode,
} from './review-queue.ts';
import { REVIEW_VIEWS, type ReviewNavigation, type ReviewView, scopeOf } from './review-search-params.ts';
import { useDecisionStore, useDecisions } from './use-decision-store.ts';
import { useQueueRequest } from './use-queue-request.ts';
import { useUnknownOutcomes } from './use-unknown-outcomes.ts';

const viewChoice = storedText('marketdex.review-view');

interface QueueContextValue extends Omit<ReviewNavigation, 'open'> {
  queue: ReviewQueue;
  dispatch: Dispatch<QueueAction>;
  request: ReturnType<typeof useQueueRequest>;
  view: ReviewView;
  /** Opens a sale, by default to view it; null closes it. `mode` applies when none is open yet. */
  open: (saleId: number | null, mode?: SaleMode) => void;
  /** Opens a sale to view it, and moves the focus into it. */
  enter: (saleId: number) => void;
  /** Whether the workbench has room for the queue and the open sale next to each other. */
  isSplit: boolean;
  /** The open sale, which need not be on the page. */
  openId: number | null;
  /** For what continues after an answer: this value as it is then; null once the tab was left. */
  latest: RefObject<QueueContextValue | null>;
}

/** Moves the focus to the top of the open sale. */
export const focusHeading = () => document.querySelector<HTMLElement>('[data-sale-heading]')?.focus();

/** Focuses the button to undo again, which replaces the pressed one, unless the reviewer has moved on. */
export function focusUndo(): void {
  if (document.activeElement !== document.body) return;
  // Those that are hidden or behind a dialog do not take the focus.
  for (const button of document.querySelectorAll<HTMLElement>('[data-undo]')) button.focus();
}

const QueueContext = createContext<QueueContextValue | null>(null);

/** Removes decisions from the store once they can no longer be undone. */
function useUndoExpiry(): void {
  const { change } = useDecisionStore();
  const next = useDecisions(({ undoable }) => undoable[0]?.until);
  useEffect(() => {
    if (next === undefined) return;
    const expire = () => change((now) => keepUndoable(now, ({ until }) => until > steadyNow()));
    const timer = setTimeout(expire, Math.max(0, next - steadyNow()) + 20);
    return () => clearTimeout(timer);
  }, [next, change]);
}

interface ReviewQueueProviderProps {
  navigation: ReviewNavigation;
  children: ReactNode;
}

/** Holds the queue of a tab and keeps it up to date. */
export function ReviewQueueProvider({ navigation, children }: ReviewQueueProviderProps) {
  const { params } = navigation;
  const [queue, dispatch] = useReducer(reviewQueueReducer, null, () => ({
    ...EMPTY_QUEUE,
    scope: scopeOf(params.tab),
  }));
  const request = useQueueRequest(params, queue, dispatch);
  const { change } = useDecisionStore();
  useUndoExpiry();
  useUnknownOutcomes(queue, dispatch);
  const hasRoom = useMedia('lg');
  const [isWide, setIsWide] = useState(hasRoom);
  const chosen = oneOf(REVIEW_VIEWS)(viewChoice.use() ?? '');
  const view = params.view ?? chosen ?? (isWide ? 'workbench' : 'cards');
  const isSplit = isWide && view === 'workbench';
  const openId = params.sale ?? (isSplit ? queue.firstId : null);
  // Another layout would begin with another form, such as when a tablet is turned: the layout waits for the edit to end.
  const isEditing = openId !== null && modeOf(queue, openId) === 'edit';
  if (isWide !== hasRoom && !isEditing) setIsWide(hasRoom);

  useEffect(() => {
    dispatch({ type: 'shown', id: openId });
    return () => change((now) => withoutFailure(now, openId));
  }, [openId, change]);
  useEffect(() => {
    if (params.view) viewChoice.set(params.view);
  }, [params.view]);

  function open(saleId: number | null, mode: SaleMode = 'view') {
    // From one sale to another the mode is reset once the other one shows: unsaved changes may stop the navigation.
    if (saleId !== null && openId === null) dispatch({ type: 'modeChanged', id: saleId, mode });
    navigation.open(saleId);
  }

  const latest = useRef<QueueContextValue>(null);

  function enter(saleId: number) {
    open(saleId);
    // Unsaved changes may have stopped the navigation. A dialog takes the focus by itself.
    if (isSplit) requestAnimationFrame(() => latest.current?.openId === saleId && focusHeading());
  }

  const value = { ...navigation, queue, dispatch, request, view, open, enter, isSplit, openId, latest };
  useEffect(() => {
    latest.current = value;
    return () => {
      latest.current = null;
    };
  });
  return <QueueContext value={value}>{children}</QueueContext>;
}

export function useReviewQueue(): QueueContextValue {
  const value = useContext(QueueContext);
  if (!value) throw new Error('A component of the review queue is outside its provider');
  return value;
}
