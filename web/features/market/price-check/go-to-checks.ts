import { navigate } from 'wouter/use-browser-location';
import {
  checkOfSet,
  type NamedCheck,
  printCheck,
  printChecks,
} from '../../../../src/contract/market/price-check-search-params.ts';
import type { NamedSets } from '../../../../src/contract/paste/named-sets.ts';
import { notesOfChecks, type PasteNotes } from '../../../../src/contract/paste/paste-notes.ts';
import { namePath, PATHS } from '../../../lib/paths.ts';

/** The notes on a paste that a navigation left in the history; null without any. */
export const notesIn = (state: unknown): PasteNotes | null =>
  typeof state === 'object' && state !== null && 'paste' in state ? (state.paste as PasteNotes) : null;

/** The page of a pokemon with a price check of it. */
export const checkPath = ({ name, check }: NamedCheck): string =>
  `${namePath('pokemon', name)}?${new URLSearchParams({ check: printCheck(check) })}`;

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
  const path = others.length > 0 ? `${PATHS.priceCheck}${printChecks(checks)}` : checkPath(first);
  navigate(path, { state: { paste } });
  return null;
}
