import { andList } from '../shared/lists.ts';
import { counted } from '../shared/plural.ts';
import type { NamedSet, NamedSets } from './named-sets.ts';
import { inPastedOrder, type UnparsedLine } from './unparsed-line.ts';

/** What became of a pasted text. */
export interface PasteNotes {
  /** Such as `Filled 7 fields from the pasted set.` */
  title: string;
  /** Further sentences. */
  notes: readonly string[];
  notRead: readonly UnparsedLine[];
}

/** What a set can name, but not every screen has a place for. */
const OPTIONAL = {
  'number of perfect IVs': ({ fields }: NamedSet) => fields.min_perfect_ivs,
  level: ({ fields }: NamedSet) => fields.level,
  'hidden power': ({ fields }: NamedSet) => fields.hidden_power,
  'held item': ({ held_item }: NamedSet) => held_item,
  price: ({ fields }: NamedSet) => fields.price,
  day: ({ fields }: NamedSet) => fields.date_sold,
  link: ({ fields }: NamedSet) => fields.proof_url,
};
type Optional = keyof typeof OPTIONAL;

/**
 * What sets do not say, and what is not used of them.
 *
 * @param unused what the screen has no place for, besides what the market does not record
 */
export function notesOf(
  sets: readonly NamedSet[],
  unused: readonly Optional[] = [],
  verb: 'used' | 'compared' = 'used',
): string[] {
  const assumed = sets.filter(({ assumedIvs }) => assumedIvs).length;
  const subject = sets.length === 1 ? 'It has' : assumed === 1 ? 'One has' : `${assumed} have`;
  const given = unused.filter((what) => sets.some((set) => OPTIONAL[what](set) !== undefined));
  const all = [...new Set([...given, ...sets.flatMap(({ notKept }) => notKept)])];
  return [
    ...(assumed > 0 ? [`${subject} no IVs: 31 is assumed for each, as in Showdown.`] : []),
    ...(all.length > 0 ? [`Not ${verb}: ${andList(all)}.`] : []),
  ];
}

/** A text of which nothing could be used. */
export const nothingRead = (notRead: readonly UnparsedLine[]): PasteNotes => ({
  title: 'No set was found in the pasted text.',
  notes: [],
  notRead,
});

/** What a price check does not compare. */
const UNUSED = ['level', 'hidden power', 'held item', 'day', 'link'] as const;

/** What became of sets that were pasted for price checks. */
export function notesOfChecks({ sets, notRead }: NamedSets): PasteNotes {
  const known = sets.filter(({ isKnown }) => isKnown);
  const unparsed = sets.flatMap((set) =>
    set.notRead.map(({ reason, ...line }) => ({
      ...line,
      reason: sets.length > 1 && set.isKnown ? `${reason} (${set.name})` : reason,
    })),
  );
  const lines = inPastedOrder([...unparsed, ...notRead]);
  if (known.length === 0) return nothingRead(lines);
  return {
    title: `Read ${counted(known.length, 'set')} from the pasted text.`,
    notes: notesOf(known, UNUSED, 'compared'),
    notRead: lines,
  };
}
