import { useId, useRef, useState } from 'react';
import { parseQuery } from '../../../../src/contract/query/parser.ts';
import { Announced } from '../../../ui/announced.tsx';
import { Button } from '../../../ui/button.tsx';
import type { MarketNavigation } from '../use-market-search-params.ts';
import { type Mark, QueryField } from './query-field.tsx';
import { QueryHelp } from './query-help.tsx';
import { IgnoredTerms, QueryMessage, type Verdict } from './query-messages.tsx';

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
  const field = useRef<HTMLTextAreaElement>(null);
  const messageId = useId();

  function show(query: string, about: Verdict) {
    setKnown(query);
    setText(query);
    setVerdict(about);
  }

  // Back, forward, a chip or a link changed the query in effect.
  if (applied !== known) show(applied, applied ? judge(applied) : null);

  function apply(typed: string) {
    const found = judge(typed);
    if (found === null) {
      const query = typed.trim();
      show(query, 'applied');
      filter({ query });
    } else {
      setText(typed);
      setVerdict(found);
      if (typeof found === 'object') {
        field.current?.focus();
        field.current?.setSelectionRange(found.from, found.to);
      }
    }
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
        apply(text);
      }}
    >
      <div className="flex flex-wrap items-start gap-2 max-md:relative">
        <QueryField
          kind={kind}
          species={params.filters.exact ? (params.filters.name ?? null) : null}
          describedBy={messageId}
          value={text}
          onValueChange={(next) => {
            setText(next);
            setVerdict(null);
          }}
          onApply={() => apply(text)}
          marks={marks}
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
      <div id={messageId} className="mt-1.5 min-h-6 text-sm">
        <QueryMessage
          verdict={verdict}
          text={text}
          dropped={parsed?.dropped ?? []}
          refused={text === applied ? refused : null}
          waits={text.trim() !== applied}
        />
      </div>
      <Announced>{text === applied && parsed?.ok && <IgnoredTerms terms={parsed.dropped} />}</Announced>
      <QueryHelp kind={kind} onExample={apply} />
    </form>
  );
}
