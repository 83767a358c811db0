import { keepPreviousData } from '@tanstack/react-query';
import { activeFilters, orderLabel } from '../../../../src/contract/market/filter-labels.ts';
import type { MarketSearch } from '../../../../src/contract/market/market.ts';
import { checkOf } from '../../../../src/contract/market/price-check-search-params.ts';
import { spreadText } from '../../../../src/contract/sale/spreads.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { focusSearch } from '../../../lib/search-box.ts';
import { trpc } from '../../../lib/server/trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { latePart, Nothing } from '../../../ui/states/late-part.tsx';
import type { SearchPaste } from './pasted-search.tsx';
import { notUnderstood } from './use-market-search.ts';

interface TermsProps {
  text: string;
  onText: (text: string) => void;
  onApply: () => void;
}

interface SearchTermsProps extends TermsProps {
  notes: SearchPaste['notes'];
  /** Closes the notes. */
  onClose: () => void;
}

/** A text without one of its pieces. */
const without = (text: string, { from, to }: { from: number; to: number }): string =>
  `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();

type Term = MarketSearch['terms'][number];

/** `IVs 31/31/31/0/31/31` for a spread, otherwise the labels of the filters. */
function filtersLabel(filters: Term['filters']): string {
  const { spread } = checkOf(filters);
  const isSpread = Object.values(spread).filter((iv) => iv !== null).length > 1;
  const labels = activeFilters(filters).map(({ label }) => label);
  return isSpread ? `IVs ${spreadText(spread)}` : labels.join(', ');
}

function labelOf({ filters, order, alternatives }: Term): string {
  if (order) return orderLabel(order);
  return (alternatives ?? [filters]).map(filtersLabel).join(' or ');
}

/** What Enter shows. */
function pageLabel(page: string | null): string {
  if (page === null) return 'Show sales';
  const [, sale] = /^\/sale\/(\d+)$/.exec(page) ?? [];
  return sale ? `Sale #${sale}` : 'What would this go for?';
}

const PasteReport = latePart(() => import('../../../sales/paste/paste-report.tsx'), { Missing: Nothing });

/** What a search text means beyond a name, below the notes on the set that it was pasted as. */
export default function SearchTerms({ notes, onClose, ...terms }: SearchTermsProps) {
  return (
    <>
      {notes && (
        <div className="border-b border-line p-2">
          <PasteReport report={notes} onClose={onClose} />
        </div>
      )}
      <Terms {...terms} />
    </>
  );
}

/** The terms as removable chips; nothing when the text is only a name. */
function Terms({ text, onText, onApply }: TermsProps) {
  const { data, isPlaceholderData } = trpc.market.search.useQuery(
    { text },
    { enabled: text.length >= LIMITS.autocomplete.minChars, placeholderData: keepPreviousData },
  );
  if (!data || (data.terms.length === 0 && data.ignored.length === 0)) return null;
  const ignored = notUnderstood(text, data);
  return (
    <fieldset
      aria-label="Understood"
      className="flex min-w-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2"
      // Focus stays in the field when a button is pressed.
      onMouseDown={(event) => event.preventDefault()}
    >
      {data.terms.filter(labelOf).map((term) => (
        <Chip
          key={term.from}
          removeLabel={`Remove from the search: ${labelOf(term)}`}
          onRemove={() => {
            if (isPlaceholderData) return;
            onText(without(text, term));
            focusSearch(false);
          }}
        >
          {labelOf(term)}
        </Chip>
      ))}
      {ignored && !isPlaceholderData && (
        <span className="text-sm text-ink-soft">Not understood: {ignored}</span>
      )}
      {data.terms.length > 0 && (
        <Button variant="secondary" onClick={onApply} className="not-first:ml-auto max-md:w-full">
          {pageLabel(data.page)}{' '}
          <span className="flex touch:hidden">
            <Kbd>↵</Kbd>
          </span>
        </Button>
      )}
    </fieldset>
  );
}
