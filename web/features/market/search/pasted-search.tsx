import { useEffect, useEffectEvent, useState } from 'react';
import { setAsSearch } from '../../../../src/contract/paste/set-as-search.ts';
import { LIMITS } from '../../../../src/contract/shared/limits.ts';
import { typeIntoSearch } from '../../../lib/search-box.ts';
import { notesOf, nothingRead, type PasteNotes } from '../../../sales/paste/paste-notes.ts';
import { PasteReport } from '../../../sales/paste/paste-report.tsx';
import { usePastedSets } from '../../../sales/paste/use-paste.ts';
import { FormAlert } from '../../../ui/states.tsx';
import { goToChecks } from '../price-check/go-to-checks.ts';

interface PastedSearchProps {
  /** The text; a new object each time it is pasted. */
  pasted: { text: string };
  onClose: () => void;
}

/** What a search has no filter for. */
const UNUSED = ['item', 'price', 'link'] as const;

/** Reads sets that were pasted into the search box: one becomes a search, several become price checks. */
export default function PastedSearch({ pasted, onClose }: PastedSearchProps) {
  const [report, setReport] = useState<PasteNotes | null>(null);
  const { read, error } = usePastedSets((found) => {
    const { sets, notRead } = found;
    const [set] = sets;
    if (!set) return setReport(nothingRead(notRead));
    if (sets.length > 1) return setReport(goToChecks(found));
    typeIntoSearch(setAsSearch(set).slice(0, LIMITS.search.length));
    const rest = { notes: notesOf([set], UNUSED), notRead: [...set.notRead, ...notRead] };
    setReport({ title: 'The pasted set is the search now.', ...rest });
  });
  const onPaste = useEffectEvent(read);
  useEffect(() => void onPaste(pasted.text), [pasted]);

  if (error) return <FormAlert>{error}</FormAlert>;
  if (!report || (report.notes.length === 0 && report.notRead.length === 0)) return null;
  return <PasteReport report={report} onClose={onClose} />;
}
