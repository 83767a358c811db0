import { useEffect, useEffectEvent } from 'react';
import { notesOf, nothingRead, type PasteNotes } from '../../../../src/contract/paste/paste-notes.ts';
import { setAsSearch } from '../../../../src/contract/paste/set-as-search.ts';
import { inPastedOrder } from '../../../../src/contract/paste/unparsed-line.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { focusSearch, typeIntoSearch } from '../../../lib/search-box.ts';
import PasteReport from '../../../sales/paste/paste-report.tsx';
import { usePastedSets } from '../../../sales/paste/use-paste.ts';
import { ErrorState } from '../../../ui/states/states.tsx';
import { goToChecks } from '../price-check/pasted-checks.ts';

export interface SearchPaste {
  /** Differs from that of the paste before, which may have had the same text. */
  number: number;
  text: string;
  /** What became of them; null while they are read. */
  notes: PasteNotes | null;
  /** Whether one of them is the search now. */
  isSearch: boolean;
}

interface PastedSearchProps {
  paste: SearchPaste;
  onRead: (result: Pick<SearchPaste, 'notes' | 'isSearch'>) => void;
  onClose: () => void;
}

/** What a search has no filter for. */
const UNUSED = ['held item', 'price', 'day', 'link'] as const;

/** Reads sets that were pasted into the search box: one becomes a search, several become price checks. */
export default function PastedSearch({ paste: { text, notes }, onRead, onClose }: PastedSearchProps) {
  const { read, error } = usePastedSets((pasted) => {
    const { sets, notRead } = pasted;
    const [set, ...others] = sets;
    if (!set) return onRead({ notes: nothingRead(notRead), isSearch: false });
    if (others.length > 0) return onRead({ notes: goToChecks(pasted), isSearch: false });
    typeIntoSearch(setAsSearch(set).slice(0, LIMITS.search.length));
    onRead({
      notes: {
        title: 'Read from the pasted set.',
        notes: notesOf([set], UNUSED),
        notRead: inPastedOrder([...set.notRead, ...notRead]),
      },
      isSearch: true,
    });
  });
  const onText = useEffectEvent(read);
  useEffect(() => void onText(text), [text]);

  function retry() {
    // The button is about to disappear, and keyboard focus with it.
    focusSearch(false);
    void read(text);
  }

  if (error) return <ErrorState banner message={error} onRetry={retry} />;
  return notes && <PasteReport report={notes} onClose={onClose} />;
}
