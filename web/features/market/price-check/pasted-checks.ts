import { useState } from 'react';
import { navigate, useHistoryState } from 'wouter/use-browser-location';
import {
  checkOfSet,
  type NamedCheck,
  printCheck,
  printChecks,
} from '../../../../src/contract/market/price-check-search-params.ts';
import { notesOfChecks, type PasteNotes } from '../../../../src/contract/paste/paste-notes.ts';
import { looksLikeSets } from '../../../../src/contract/paste/pasted-text.ts';
import { type HistoryState, inState, keepInState } from '../../../lib/history-state.ts';
import { nameLink } from '../../../lib/name-link.ts';
import { PATHS } from '../../../lib/paths.ts';
import type { ReadText } from '../../../sales/paste/paste-reader.ts';
import { usePasteAnywhere, usePastedSets } from '../../../sales/paste/use-paste.ts';

/** Whether a name of the text is not known: its set is still to be checked. */
const lacksName = ({ sets, notRead }: ReadText): boolean =>
  sets.some(({ isKnown }) => !isKnown) || notRead.some(({ correction }) => correction);

/** The page of a pokemon with a price check of it. */
export const checkLink = ({ name, check }: NamedCheck) =>
  nameLink('pokemon', name, `?${new URLSearchParams({ check: printCheck(check) })}`);

/**
 * Goes to the price check of pasted sets: on the page of the pokemon for one, a table for several. The history keeps the
 * notes on what was not used, and a text with an unknown name, so that it can be corrected there.
 *
 * @returns the notes when nothing could be checked
 */
export function goToChecks(pasted: ReadText): PasteNotes | null {
  const checks = pasted.sets.flatMap((set) =>
    set.isKnown ? [{ name: set.name, check: checkOfSet(set) }] : [],
  );
  const paste = notesOfChecks(pasted);
  const [first, ...others] = checks;
  if (!first) return paste;
  const { href, state } =
    others.length > 0 || lacksName(pasted)
      ? {
          href: `${PATHS.priceCheck}${printChecks(checks)}`,
          state: lacksName(pasted) && { text: pasted.text },
        }
      : checkLink(first);
  navigate(href, { state: { ...state, paste } satisfies Partial<HistoryState> });
  return null;
}

interface PastedChecksOptions {
  /** Called once sets were read, with the text when something of it is still to be checked. */
  onRead?: (unparsed: string) => void;
  /** Takes a text that is no set; false when it does not use it. */
  takeOther?: (text: string, target: EventTarget | null) => boolean;
}

/** Price checks of sets that are pasted anywhere on the page, and the notes on the last paste. */
export function usePastedChecks({ onRead, takeOther }: PastedChecksOptions) {
  const arrived = inState(useHistoryState(), 'paste');
  const [notes, setNotes] = useState<PasteNotes | null>(null);
  const sets = usePastedSets((pasted) => {
    const refused = goToChecks(pasted);
    setNotes(refused);
    onRead?.(refused || lacksName(pasted) ? pasted.text : '');
  });
  usePasteAnywhere((text, target) => {
    if (!looksLikeSets(text)) return takeOther?.(text, target) ?? false;
    void sets.read(text);
    return true;
  });
  return {
    ...sets,
    /** The notes to show, until they are closed. */
    report: notes ?? arrived,
    /** They are on the paste that led to this page. */
    isArrival: !notes,
    close() {
      setNotes(null);
      keepInState('paste', undefined);
    },
    setNotes,
  };
}
