import { useEffect, useMemo, useRef, useState } from 'react';
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import { readChecks } from '../../../../src/contract/market/price-check-search-params.ts';
import { looksLikeSets } from '../../../../src/contract/paste/pasted-text.ts';
import type { NameCorrection } from '../../../../src/contract/paste/unparsed-line.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { inState } from '../../../lib/history-state.ts';
import { SCREEN_TITLES } from '../../../lib/paths.ts';
import { searchFor } from '../../../lib/search-box.ts';
import { EXAMPLE_SET } from '../../../sales/paste/paste-button.tsx';
import PasteReport from '../../../sales/paste/paste-report.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { FormAlert } from '../../../ui/form-messages.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ChecksTable } from './checks-table.tsx';
import { usePastedChecks } from './pasted-checks.ts';

/** The price checks of several pokemon, whose sets are pasted. The pokemon are in the URL. */
export default function PriceChecksScreen() {
  const search = useSearch();
  const checks = useMemo(() => readChecks(search), [search]);
  const [text, setText] = useState(inState(useHistoryState(), 'text') ?? '');
  const answer = useRef<HTMLDivElement>(null);
  const [answers, setAnswers] = useState(0);
  const { read, reading, error, report, isArrival, close } = usePastedChecks({
    onRead(unparsed) {
      setText(unparsed);
      setAnswers((before) => before + 1);
    },
  });
  // The answer appears above the form: on a phone, out of its sight.
  useEffect(() => {
    const first = answers > 0 && answer.current?.querySelector('section');
    if (!first) return;
    first.focus({ preventScroll: true });
    first.scrollIntoView({ block: 'start' });
  }, [answers]);

  return (
    <>
      <PageHeader title={SCREEN_TITLES.priceCheck}>
        Prices of similar sales for up to {LIMITS.paste.sets} pokemon at once, never an estimate.
      </PageHeader>
      <div className="space-y-6">
        <div ref={answer} className="space-y-6 empty:hidden **:scroll-mt-4">
          {report && (
            <div className="max-w-3xl space-y-3">
              <PasteReport
                report={report}
                onClose={close}
                onCorrect={(correction) => {
                  const corrected = withCorrection(text, correction);
                  setText(corrected);
                  void read(corrected);
                }}
              />
              {!isArrival && <SearchInstead text={text} />}
            </div>
          )}
          {checks.length > 0 && <ChecksTable checks={checks} />}
        </div>
        <form
          className="max-w-3xl space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') void read(text);
          }}
        >
          <TextArea
            label={checks.length > 0 ? 'Check other sets' : 'Sets'}
            hint="Paste pokemon as Showdown exports them, separated by blank lines, or one per line."
            rows={checks.length > 0 ? 6 : 9}
            maxLength={LIMITS.paste.length}
            placeholder={EXAMPLE_SET}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text/plain');
              if (text.trim() !== '' || !looksLikeSets(pasted)) return;
              event.preventDefault();
              setText(pasted);
              void read(pasted);
            }}
          />
          <FormAlert>{error}</FormAlert>
          <Button type="submit" variant="primary" pending={reading} disabled={text.trim() === ''}>
            Check prices
          </Button>
        </form>
      </div>
    </>
  );
}

/** Replaces a name where it is not a part of another one. */
function withCorrection(text: string, { from, to }: NameCorrection): string {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`, 'u'), () => to);
}

/** Words, such as `cheapest garchomp`, are no set: the search understands them. */
function SearchInstead({ text }: { text: string }) {
  const words = text.trim();
  if (words === '' || words.includes('\n') || words.length > LIMITS.search.length) return null;
  return <Button onClick={() => searchFor(words)}>Search Market History for it</Button>;
}
