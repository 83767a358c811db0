import { Check, TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type DroppedTerm, parseQuery } from '../../../../src/contract/query/parser.ts';
import { corrected, type QueryIssue } from '../../../../src/contract/query/query-error.ts';
import { MESSAGES } from '../../../../src/contract/shared/messages.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import { moveFocus } from '../../../ui/hooks/focus.ts';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { type Mark, QueryEditorField } from './query-editor-field.tsx';
import { QueryHelp } from './query-help.tsx';

interface QueryEditorProps extends Pick<MarketNavigation, 'params' | 'filter'> {
  /** The server's reason for refusing the query in effect. */
  refused: string | null;
}

/**
 * The advanced query (docs/query-language.md): one text, applied on request. An invalid query is marked at the error, and
 * the list stays as it was.
 */
export default function QueryEditor({ params, filter, refused }: QueryEditorProps) {
  const { kind } = params;
  const applied = params.filters.query ?? '';
  const judge = (query: string): Verdict => {
    if (query.trim() === '') return 'empty';
    const parsed = parseQuery(query, kind);
    return parsed.ok ? null : parsed.issue;
  };
  const [known, setKnown] = useState(applied);
  const [text, setText] = useState(applied);
  const [verdict, setVerdict] = useState<Verdict>(() => (applied ? judge(applied) : null));
  const [suggests, setSuggests] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const messageId = useId();

  function show(query: string, about: Verdict) {
    setKnown(query);
    setText(query);
    setVerdict(about);
  }

  // Back, forward, a chip or a link changed the query in effect.
  if (applied !== known) show(applied, applied ? judge(applied) : null);

  function apply(typed: string): Verdict {
    const found = judge(typed);
    // The list would cover the message; the button leaves the focus in the field, and so the list open.
    setSuggests(false);
    if (found === null) {
      const query = typed.trim();
      show(query, 'applied');
      filter({ query });
    } else {
      setText(typed);
      setVerdict(found);
    }
    return found;
  }

  /** Applies the text in the field, and selects what is wrong. */
  function submit() {
    const found = apply(text);
    if (found === null) return;
    field.current?.focus();
    if (typeof found === 'object') field.current?.setSelectionRange(found.from, found.to);
  }

  function clear() {
    show('', null);
    filter({ query: undefined });
    field.current?.focus();
  }

  const parsed = text ? parseQuery(text, kind) : null;
  const marks: Mark[] = [
    ...(typeof verdict === 'object' && verdict ? [{ ...verdict, tone: 'error' as const }] : []),
    ...(text === applied && parsed
      ? parsed.dropped.map((term) => ({ ...term, tone: 'dropped' as const }))
      : []),
  ];

  return (
    <form
      noValidate
      aria-label="Advanced query"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="flex flex-wrap items-start gap-2 max-md:relative">
        <QueryEditorField
          kind={kind}
          species={params.filters.exact ? (params.filters.name ?? null) : null}
          describedBy={messageId}
          value={text}
          onValueChange={(next) => {
            setText(next);
            setVerdict(null);
          }}
          open={suggests}
          onOpenChange={setSuggests}
          onApply={submit}
          marks={marks}
          isInvalid={verdict !== null && verdict !== 'applied'}
          ref={field}
        />
        <div className="flex gap-2 max-md:w-full">
          <Button type="submit" variant="primary" className="h-12! max-md:flex-1">
            Apply
          </Button>
          <Button variant="quiet" className="h-12!" disabled={text === '' && applied === ''} onClick={clear}>
            Clear
          </Button>
        </div>
      </div>
      <div ref={message} id={messageId} className="mt-1.5 min-h-6 text-sm">
        <QueryMessage
          verdict={verdict}
          text={text}
          dropped={parsed?.dropped ?? []}
          refused={text === applied ? refused : null}
          waits={text.trim() !== applied}
          onCorrect={(query) => {
            // Not into the field, which would open the keyboard of a phone.
            moveFocus(message.current);
            apply(query);
          }}
        />
        {text.trim() !== applied && applied !== '' && refused === null && judge(applied) === null && (
          <StillApplied
            query={applied}
            onRestore={() => {
              moveFocus(message.current);
              show(applied, null);
            }}
          />
        )}
      </div>
      <Announced>{text === applied && parsed?.ok && <IgnoredTerms terms={parsed.dropped} />}</Announced>
      <QueryHelp kind={kind} onExample={apply} />
    </form>
  );
}

/** How many characters of the text are quoted before an error, and at most of the error itself. */
const BEFORE = 30;
const LONGEST = 40;

/** The message about the applied text; typing does not change it. */
type Verdict = 'applied' | 'empty' | QueryIssue | null;

interface QueryMessageProps {
  verdict: Verdict;
  text: string;
  dropped: readonly DroppedTerm[];
  refused: string | null;
  /** The text differs from the query in effect. */
  waits: boolean;
  /** Applies the text with what was probably meant. */
  onCorrect: (query: string) => void;
}

/** The state of the text, below it: the alerts, or what to do. */
function QueryMessage({ verdict, text, dropped, refused, waits, onCorrect }: QueryMessageProps) {
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
          ? 'Not applied yet: press Enter or Apply.'
          : 'Press Enter or Apply. Suggestions appear as you type.'}
      </p>
    );
  return (
    <div role="alert" className="flex items-start gap-2 text-rejected">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-medium">{verdict === 'empty' ? MESSAGES.queryEmpty : MESSAGES.queryInvalid}</p>
        {typeof verdict === 'object' && verdict ? (
          <IssueMessage issue={verdict} text={text} onCorrect={onCorrect} />
        ) : (
          verdict !== 'empty' && <p>{refused}</p>
        )}
        {verdict !== 'empty' && dropped.map((term) => <p key={term.from}>{term.reason}.</p>)}
      </div>
    </div>
  );
}

interface StillAppliedProps {
  query: string;
  onRestore: () => void;
}

/** The query that filters the list while the field has another text. */
function StillApplied({ query, onRestore }: StillAppliedProps) {
  return (
    <p className="flex gap-x-1.5 text-ink-soft">
      <span className="shrink-0">Still filtered by</span>
      <code translate="no" className="truncate font-mono">
        {query}
      </code>
      <button type="button" className="link font-medium" onClick={onRestore}>
        Restore
      </button>
    </p>
  );
}

/** The parts of the query in effect that are ignored, and why (docs/query-language.md). */
function IgnoredTerms({ terms }: { terms: readonly DroppedTerm[] }) {
  if (terms.length === 0) return null;
  return (
    <ul className="tinted mt-1 space-y-1 bg-pending-soft text-sm text-pending">
      {terms.map(({ text, from, reason }) => (
        <li key={from}>
          <code className="font-mono wrap-anywhere">{text}</code> was ignored: {reason}.
        </li>
      ))}
    </ul>
  );
}

interface IssueMessageProps extends Pick<QueryMessageProps, 'text' | 'onCorrect'> {
  issue: QueryIssue;
}

function IssueMessage({ issue: { message, from, to, expected, meant }, text, onCorrect }: IssueMessageProps) {
  const start = Math.max(0, from - BEFORE);
  const wrong = text.slice(from, Math.min(to, from + LONGEST));
  return (
    <>
      <p translate="no" className="font-mono wrap-anywhere text-ink">
        {start > 0 && '…'}
        {text.slice(start, from)}
        <mark className="rounded-xs bg-rejected-soft text-rejected underline decoration-wavy underline-offset-4">
          {wrong || ' ⌃ '}
        </mark>
      </p>
      <p>
        At character {from + 1}: {message}.
        {meant && (
          <>
            {' '}
            Did you mean{' '}
            <button
              type="button"
              translate="no"
              className="link font-mono font-medium wrap-anywhere"
              onClick={() => onCorrect(corrected(text, meant))}
            >
              {meant.text.trim()}
            </button>
            ?
          </>
        )}{' '}
        <span className="text-ink-soft">Expected: {expected}.</span>
      </p>
    </>
  );
}
