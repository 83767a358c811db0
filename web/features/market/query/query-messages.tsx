import { Check, TriangleAlert } from 'lucide-react';
import type { DroppedTerm } from '../../../../src/contract/query/parser.ts';
import type { QueryIssue } from '../../../../src/contract/query/query-error.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';

/** How many characters of the text are quoted before an error, and at most of the error itself. */
const BEFORE = 30;
const LONGEST = 40;

/** The message about the applied text; typing does not change it. */
export type Verdict = 'applied' | 'empty' | QueryIssue | null;

interface QueryMessageProps {
  verdict: Verdict;
  text: string;
  dropped: readonly DroppedTerm[];
  refused: string | null;
  /** The text differs from the query in effect. */
  waits: boolean;
}

/** The state of the text, below it: the alerts, or what to do. */
export function QueryMessage({ verdict, text, dropped, refused, waits }: QueryMessageProps) {
  if (verdict === 'applied' && !refused)
    return (
      <p role="alert" className="flex items-start gap-2 font-medium text-approved">
        <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
        {MESSAGES.queryApplied}
      </p>
    );
  if (verdict === null && !refused)
    return (
      <p className="text-ink-faint">
        {waits && text.trim()
          ? 'Not applied yet: press Enter to apply.'
          : 'Press Enter to apply. Suggestions appear as you type.'}
      </p>
    );
  return (
    <div role="alert" className="flex items-start gap-2 text-rejected">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{verdict === 'empty' ? MESSAGES.queryEmpty : MESSAGES.queryInvalid}</p>
        {typeof verdict === 'object' && verdict ? (
          <IssueMessage issue={verdict} text={text} />
        ) : (
          verdict !== 'empty' && <p>{refused}</p>
        )}
        {verdict !== 'empty' && dropped.map((term) => <p key={term.from}>{term.reason}.</p>)}
      </div>
    </div>
  );
}

/** The parts of the query in effect that are ignored, and why (docs/query-language.md). */
export function IgnoredTerms({ terms }: { terms: readonly DroppedTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1 rounded-md bg-pending-soft px-3 py-2 text-sm text-pending">
      {terms.map(({ text, from, reason }) => (
        <li key={from}>
          <code className="font-mono wrap-anywhere">{text}</code> was ignored: {reason}.
        </li>
      ))}
    </ul>
  );
}

function IssueMessage({ issue: { message, from, to, expected }, text }: { issue: QueryIssue; text: string }) {
  const start = Math.max(0, from - BEFORE);
  const wrong = text.slice(from, Math.min(to, from + LONGEST));
  return (
    <>
      <p className="font-mono wrap-anywhere text-ink">
        {start > 0 && '…'}
        {text.slice(start, from)}
        <mark className="rounded-xs bg-rejected-soft text-rejected underline decoration-wavy underline-offset-4">
          {wrong || ' ⌃ '}
        </mark>
      </p>
      <p>
        At character {from + 1}: {/[.?!]$/.test(message) ? message : `${message}.`}{' '}
        <span className="text-ink-soft">Expected: {expected}.</span>
      </p>
    </>
  );
}
