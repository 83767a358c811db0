import { navigate } from 'wouter/use-browser-location';
import { printCheck } from '../../../../src/contract/market/price-check-search-params.ts';
import type { NamedSets } from '../../../../src/contract/paste/named-sets.ts';
import { counted } from '../../../../src/contract/shared/plural.ts';
import { namePath, PATHS } from '../../../lib/paths.ts';
import { notesOf, nothingRead, type PasteNotes } from '../../../sales/paste/paste-notes.ts';
import { checkOfSet, printChecks } from './checks-search-params.ts';

/** The notes on a paste that a navigation left in the history; null without any. */
export const notesIn = (state: unknown): PasteNotes | null =>
  typeof state === 'object' && state !== null && 'paste' in state ? (state.paste as PasteNotes) : null;

/** What a price check does not compare. */
const UNUSED = ['level', 'hidden power', 'item', 'link'] as const;

/** What became of sets that were pasted for price checks. */
function notesOfChecks({ sets, notRead }: NamedSets): PasteNotes {
  const known = sets.filter(({ isKnown }) => isKnown);
  const unread = sets.flatMap((set) =>
    set.notRead.map(({ line, reason }) => ({
      line,
      reason: sets.length > 1 && set.isKnown ? `${reason} (${set.name})` : reason,
    })),
  );
  if (known.length === 0) return nothingRead([...unread, ...notRead]);
  return {
    title: `Read ${counted(known.length, 'set')} from the pasted text.`,
    notes: notesOf(known, UNUSED),
    notRead: [...unread, ...notRead],
  };
}

/**
 * Goes to the price check of pasted sets: on the page of the pokemon for one, a table for several. The notes on what was
 * not used go along in the history.
 *
 * @returns the notes when nothing could be checked
 */
export function goToChecks(pasted: NamedSets): PasteNotes | null {
  const checks = pasted.sets.flatMap((set) =>
    set.isKnown ? [{ name: set.name, check: checkOfSet(set) }] : [],
  );
  const paste = notesOfChecks(pasted);
  const [first, ...others] = checks;
  if (!first) return paste;
  const path =
    others.length > 0
      ? `${PATHS.priceCheck}${printChecks(checks)}`
      : `${namePath('pokemon', first.name)}?${new URLSearchParams({ check: printCheck(first.check) })}`;
  navigate(path, { state: { paste } });
  return null;
}
