import { Check, TriangleAlert } from 'lucide-react';
import type { DroppedTerm } from '../../../../src/contract/query/parser.ts';
import type { QueryIssue } from '../../../../src/contract/query/query-error.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';

/** Characters of the text that are repeated before a fault, and at most of the fault itself. */
const BEFORE = 30;
const LONGEST = 40;

/** What is said about the text as it stands; typing goes on in silence. */
export type Verdict = 'applied' | 'empty' | QueryIssue | null;

interface WordsProps {
  verdict: Verdict;
  text: string;
  dropped: readonly DroppedTerm[];
  refused: string | null;
  /** The text is not what is in effect. */
  waits: boolean;
}

/** What becomes of the text, under it: the words that the specification calls alerts (docs/product.md "Validation"), or what to do. */
export function Words({ verdict, text, dropped, refused, waits }: WordsProps) {
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
          ? 'Not in effect yet: Enter applies it.'
          : 'Enter applies. Suggestions come while you type.'}
      </p>
    );
  return (
    <div role="alert" className="flex items-start gap-2 text-rejected">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{verdict === 'empty' ? MESSAGES.queryEmpty : MESSAGES.queryInvalid}</p>
        {typeof verdict === 'object' && verdict ? (
          <FaultWords fault={verdict} text={text} />
        ) : (
          verdict !== 'empty' && <p>{refused}</p>
        )}
        {verdict !== 'empty' && dropped.map((term) => <p key={term.from}>{term.reason}.</p>)}
      </div>
    </div>
  );
}

/** What of the query in effect counts for nothing, and why (docs/product.md "Validation"). */
export function LeftOut({ terms }: { terms: readonly DroppedTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1 rounded-md bg-pending-soft px-3 py-2 text-sm text-pending">
      {terms.map(({ text, from, reason }) => (
        <li key={from}>
          <code className="font-mono wrap-anywhere">{text}</code> was left out: {reason}.
        </li>
      ))}
    </ul>
  );
}

/** What is wrong, where, and what could stand there. */
function FaultWords({ fault: { message, from, to, expected }, text }: { fault: QueryIssue; text: string }) {
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
