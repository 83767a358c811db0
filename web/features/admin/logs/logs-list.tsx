import { ArrowUp } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { LogEntry } from '../../../../src/contract/admin/logs.ts';
import { formatNumber } from '../../../../src/contract/shared/plural.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/overlays/dialog.tsx';
import { type DialogState, useDialog } from '../../../ui/overlays/use-dialog.ts';
import { QueryPlaceholder } from '../../../ui/states/states.tsx';
import { LogLine } from './logs-line.tsx';
import type { LogStore } from './logs-store.ts';
import type { LogWindow } from './logs-window.ts';

/** Scrolled this close to the newest line counts as at the top. */
const NEAR_PX = 8;
/** Lines drawn while following live: more than fit on any screen. Scrolling draws the rest. */
const DRAWN_LIVE = 200;

interface LogListProps {
  store: LogStore;
  window: LogWindow;
  /** Lines of several categories. */
  mixed: boolean;
  live: boolean;
  /** New lines may be shown as they arrive. */
  autoScroll: boolean;
  summary: ReactNode;
  controls: ReactNode;
  /** Shown when there are no lines. */
  nothing: ReactNode;
  /** Below the last line. */
  end: ReactNode;
}

/**
 * The lines, newest first, in a scrolling box. New lines are shown while the top is in view and no line is open;
 * otherwise they are held back, so that nothing moves while somebody reads.
 */
export function LogList(props: LogListProps) {
  const { store, window, mixed, live, autoScroll, summary, controls, nothing, end } = props;
  const list = useRef<HTMLElement>(null);
  const [atTop, setAtTop] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const context = useDialog<LogEntry>();
  const reading = opened.size > 0 && window.lines.some(({ id }) => opened.has(id));
  const following = autoScroll && atTop && !reading;
  const drawn = live && following ? window.lines.slice(0, DRAWN_LIVE) : window.lines;

  useEffect(() => store.follow(following), [store, following]);
  const onToggle = useCallback((id: string) => {
    setOpened((was) => (was.has(id) ? new Set([...was].filter((one) => one !== id)) : new Set([...was, id])));
  }, []);

  function showNew() {
    setOpened(new Set());
    store.release();
    list.current?.scrollTo({ top: 0 });
    // The button that was pressed is gone.
    list.current?.focus({ preventScroll: true });
  }

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-6">
        <div className="max-md:w-full">{summary}</div>
        <div className="flex-1">
          {window.heldCount > 0 && (
            <Button variant="primary" icon={ArrowUp} onClick={showNew} className="rounded-full!">
              {formatNumber(window.heldCount)} new
            </Button>
          )}
        </div>
        {controls}
      </div>
      {window.lines.length > 0 ? (
        <section
          ref={list}
          aria-label="Log entries"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          tabIndex={0}
          onScroll={({ currentTarget }) => setAtTop(currentTarget.scrollTop < NEAR_PX)}
          className="max-h-[75dvh] overflow-y-auto [overflow-anchor:none] overscroll-contain rounded-lg border border-line bg-surface shadow-low"
        >
          <ol>
            {drawn.map((line) => (
              <LogLine
                key={line.id}
                line={line}
                open={opened.has(line.id)}
                onToggle={onToggle}
                onContext={context.show}
                withCategory={mixed}
              />
            ))}
          </ol>
          {drawn.length === window.lines.length && end}
        </section>
      ) : (
        nothing
      )}
      {context.render((line, props) => (
        <LogContext {...props} line={line} />
      ))}
    </div>
  );
}

/** The lines of all categories around one line, in order. */
function LogContext({ line: { id }, open, onClose }: DialogState & { line: LogEntry }) {
  const query = trpc.logs.context.useQuery({ id });
  const [openLine, setOpenLine] = useState<string | null>(id);
  const scrolled = useRef(false);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="In context"
      description="Entries of all categories around the marked one, oldest first"
      width="lg"
      full
    >
      {query.data ? (
        <ol
          ref={(list) => {
            if (!list || scrolled.current) return;
            scrolled.current = true;
            list.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
          }}
          aria-label="Entries around it"
          className="-mx-5 border-y border-line"
        >
          {query.data.logs.map((one) => (
            <LogLine
              key={one.id}
              line={one}
              marked={one.id === id}
              withCategory
              open={one.id === openLine}
              onToggle={(toggled) => setOpenLine(toggled === openLine ? null : toggled)}
            />
          ))}
        </ol>
      ) : (
        <QueryPlaceholder query={query} message="Failed to load the entries around it" className="h-96" />
      )}
    </Sheet>
  );
}
