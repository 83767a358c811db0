import { type Control, useWatch } from 'react-hook-form';
import { KINDS, otherKind, type SaleKind } from '../../../src/contract/sale/kinds.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { cleanName, nameKey } from '../../../src/contract/shared/text.ts';
import { TYPING_PAUSE_MS } from '../../lib/timings.ts';
import type { SaleDraft } from '../../sales/draft/sale-draft.ts';
import { useNameSuggestions } from '../../sales/fields/use-name-suggestions.ts';
import { Announced } from '../../ui/announced.tsx';
import { useDebounced } from '../../ui/hooks/use-debounced.ts';

/** The known name of a kind that a text is; undefined without one, and until that is known. */
function useKnownName(kind: SaleKind, text: string | null): string | undefined {
  const { items } = useNameSuggestions(kind, text, LIMITS.autocomplete.submit);
  return text === null ? undefined : items.find(({ name }) => nameKey(name) === nameKey(text))?.name;
}

interface OtherKindHintProps {
  control: Control<SaleDraft>;
  kind: SaleKind;
  /** Whether the other form has no input, which the name would replace. */
  otherIsEmpty: boolean;
  onSwitch: (name: string) => void;
}

/** Offers the form of the other kind for a name that only the other kind has. */
export function OtherKindHint({ control, kind, otherIsEmpty, onSwitch }: OtherKindHintProps) {
  const { minChars } = LIMITS.autocomplete;
  const text = useDebounced(cleanName(useWatch({ control, name: 'name' })), TYPING_PAUSE_MS);
  const query = text.length < minChars ? null : text;
  const other = useKnownName(otherKind(kind), query);
  const own = useKnownName(kind, query);
  return (
    <Announced as="p" className="text-base text-ink-soft empty:hidden">
      {other && !own && (
        <>
          {other} is {KINDS[otherKind(kind)].noun}.{' '}
          <button type="button" className="link min-h-control" onClick={() => onSwitch(other)}>
            {otherIsEmpty
              ? `Submit it as ${KINDS[otherKind(kind)].noun}`
              : 'Your other form has a sale: finish it first'}
          </button>
        </>
      )}
    </Announced>
  );
}
