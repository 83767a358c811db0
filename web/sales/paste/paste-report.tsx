import { ClipboardCheck, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ANY, printCheck } from '../../../src/contract/market/price-check-search-params.ts';
import type { PasteNotes } from '../../../src/contract/paste/paste-notes.ts';
import type { NameCorrection, NamedItem } from '../../../src/contract/paste/unparsed-line.ts';
import { nameLink } from '../../lib/name-link.ts';
import { Announced } from '../../ui/announced.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { focusWhenShown } from '../../ui/hooks/focus.ts';
import { ShowMore } from '../../ui/show-more.tsx';

/** Lines that are shown at first. */
const FIRST = 5;

interface PasteReportProps {
  report: PasteNotes;
  onUndo?: (() => void) | undefined;
  onClose: () => void;
  /** Replaces a name that is not known by the similar one. */
  onCorrect?: (correction: NameCorrection) => void;
  /** Takes the focus when it appears. */
  focused?: boolean;
}

const checkLink = ({ name, price }: NamedItem) =>
  nameLink('item', name, `?${new URLSearchParams({ check: printCheck({ ...ANY, price }) })}`);

/** What became of a pasted text, with every line that has no effect. */
export default function PasteReport(props: PasteReportProps) {
  const { report, onUndo, onClose, onCorrect, focused = false } = props;
  const { title, notes, notRead } = report;
  const [all, setAll] = useState(false);
  const shown = all ? notRead : notRead.slice(0, FIRST);
  return (
    <section
      ref={focused ? focusWhenShown : undefined}
      tabIndex={-1}
      aria-label="Pasted text"
      className="relative flex items-start gap-3 rounded-md border border-l-4 border-line border-l-accent bg-surface px-4 py-1.5"
    >
      <ClipboardCheck aria-hidden className="mt-2 size-4.5 shrink-0 text-accent max-md:hidden" />
      <div className="min-w-0 flex-1 py-1.5 text-base">
        <Announced>
          <p className="pr-8 font-medium">{title}</p>
          {notes.map((note) => (
            <p key={note} className="text-ink-soft">
              {note}
            </p>
          ))}
        </Announced>
        {notRead.length > 0 && (
          <>
            <p className="mt-2 overline-label">Not read</p>
            <ul className="mt-1 space-y-1 text-sm">
              {shown.map(({ line, reason, correction, item }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same line can be there twice, and none moves
                <li key={at} className="flex flex-wrap items-center gap-x-3">
                  <p>
                    <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs wrap-anywhere">
                      {line}
                    </code>{' '}
                    <span className="text-ink-soft">{reason}</span>
                  </p>
                  {item && (
                    <Link {...checkLink(item)} className="link inline-flex min-h-control items-center">
                      Check its price
                      <span className="sr-only"> ({item.name})</span>
                    </Link>
                  )}
                  {onCorrect && correction && (
                    <Button
                      onClick={() => onCorrect(correction)}
                      aria-label={`Use ${correction.to} instead of ${correction.from}`}
                      className="my-1"
                    >
                      Use {correction.to}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {notRead.length > shown.length && (
              <ShowMore onShow={() => setAll(true)}>Show {notRead.length - shown.length} more</ShowMore>
            )}
          </>
        )}
        {onUndo && (
          <Button variant="quiet" className="-ml-3.5 text-accent!" onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      <IconButton label="Dismiss" icon={X} size="sm" onClick={onClose} className="absolute top-1 right-1" />
    </section>
  );
}
