import { ArrowUp } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { LogEntry } from '../../../../src/contract/logs.ts';
import { Button } from '../../../ui/button.tsx';
import { LogContext } from './logs-context.tsx';
import { LogLine } from './logs-line.tsx';
import type { LogStore } from './logs-store.ts';
import type { LogWindow } from './logs-window.ts';

/** So close to the newest line counts as being there. */
const NEAR_PX = 8;
/** So many are drawn while they rush by: more than fit on any screen. The rest comes when one scrolls. */
const RUSHING = 200;

interface LogListProps {
  store: LogStore;
  window: LogWindow;
  /** New lines come. */
  live: boolean;
  /** They may show as they come. */
  autoScroll: boolean;
  /** What stands over the lines, before and after the news. */
  summary: ReactNode;
  controls: ReactNode;
  /** In place of the lines when there are none. */
  nothing: ReactNode;
  /** Below the last line. */
  end: ReactNode;
}

/**
 * The lines, the newest on top, scrolling by themselves. New ones show while the newest is in sight and nothing is
 * opened; else they wait, so that nothing moves from under the reader's eyes.
 */
export function LogList(props: LogListProps) {
  const { store, window, live, autoScroll, summary, controls, nothing, end } = props;
  const list = useRef<HTMLElement>(null);
  const [atTop, setAtTop] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [around, setAround] = useState<LogEntry | null>(null);
  const [inContext, setInContext] = useState(false);
  const reading = opened.size > 0 && window.lines.some(({ id }) => opened.has(id));
  const following = autoScroll && atTop && !reading;
  const drawn = live && following ? window.lines.slice(0, RUSHING) : window.lines;

  useEffect(() => store.follow(following), [store, following]);
  const onToggle = useCallback((id: string) => {
    setOpened((was) => (was.has(id) ? new Set([...was].filter((one) => one !== id)) : new Set([...was, id])));
  }, []);
  const onContext = useCallback((line: LogEntry) => {
    setAround(line);
    setInContext(true);
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
            <Button
              variant="primary"
              icon={<ArrowUp aria-hidden className="size-4" />}
              onClick={showNew}
              className="rounded-full!"
            >
              {window.heldCount.toLocaleString('en-US')} new
            </Button>
          )}
        </div>
        {controls}
      </div>
      {window.lines.length > 0 ? (
        <section
          ref={list}
          aria-label="Log lines"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
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
                onContext={onContext}
              />
            ))}
          </ol>
          {drawn.length === window.lines.length && end}
        </section>
      ) : (
        nothing
      )}
      {around && (
        <LogContext key={around.id} line={around} open={inContext} onClose={() => setInContext(false)} />
      )}
    </div>
  );
}
