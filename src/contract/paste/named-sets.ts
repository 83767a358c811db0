import type { Identified, IdentifyInput } from '../sale/catalogue.ts';
import { LIMITS } from '../shared/limits.ts';
import type { PastedSet, PastedSets } from './read-sets.ts';
import type { SetFields, SetHeader } from './set-lines.ts';
import { inPastedOrder, NOT_A_LINE, type UnparsedLine, unparsedLine } from './unparsed-line.ts';

/** A pasted set with its names in the catalogue's spelling. */
export interface NamedSet {
  /** Its first line, as pasted, and the place of that among the lines of the text. */
  line: string;
  at: number;
  /** As written when the catalogue does not have it. */
  name: string;
  isKnown: boolean;
  /** Absent when the set names one that the species does not have. */
  form?: string;
  /** Whether the species has other forms. */
  hasForms: boolean;
  held_item?: string;
  fields: SetFields;
  /** Whether the IVs are those that Showdown assumes for a set without a line of IVs. */
  assumedIvs: boolean;
  /** What the set names, but the market does not record. */
  notKept: string[];
  notRead: UnparsedLine[];
}

export interface NamedSets {
  sets: NamedSet[];
  /** Lines outside of the sets. */
  notRead: UnparsedLine[];
}

interface Candidate {
  header: SetHeader;
  name: string;
}

/** What can be the name of a set, the most probable first. */
function candidates({ headers }: PastedSet): Candidate[] {
  const likely = headers.toReversed();
  const nicknamed = likely.flatMap((header) => (header.nickname ? [{ header, name: header.nickname }] : []));
  return [
    ...likely.map((header) => ({ header, name: header.name })),
    ...nicknamed,
    ...likely.flatMap(withForm),
  ];
}

/** A name with what may be its form: `Rotom (Wash)` is read like a nickname with a species, `Unown (F)` like a gender. */
function withForm(header: SetHeader): Candidate[] {
  const { nickname, name: species, gender } = header;
  const ways = nickname ? [`${nickname} ${species}`] : gender ? [`${species} ${gender}`] : [];
  return ways.filter((way) => way.length <= LIMITS.name.max).map((name) => ({ header, name }));
}

/** The names to look up in the catalogue. */
export const namesOf = ({ sets }: PastedSets): IdentifyInput['pokemon'] =>
  sets.map((set) => ({
    names: candidates(set).map(({ name }) => name),
    ...(set.fields.ability && { ability: set.fields.ability }),
  }));

const reasonsOf = ({ errors }: Identified, field: string): string[] =>
  errors.filter((error) => error.field === field).map(({ message }) => message);

const namesFields = ({ fields, assumedIvs }: PastedSet): boolean =>
  Object.keys(fields).length > (assumedIvs ? 1 : 0);

function named(set: PastedSet, found: Identified): NamedSet | UnparsedLine[] {
  const all = candidates(set);
  const { header, name } = all[found.named ?? 0] ?? { header: undefined, name: '' };
  const isForm = found.named !== null && found.named >= all.length - set.headers.flatMap(withForm).length;
  const others = set.headers.filter((one) => one !== header);
  const notRead: UnparsedLine[] = others.map(({ line, at }) => unparsedLine(line, NOT_A_LINE, at));
  const [unknown] = reasonsOf(found, 'pokemon_name');
  const isOtherText = unknown !== undefined && !namesFields(set) && set.notKept.length === 0;
  if (header && found.item !== undefined) {
    const item = { name: found.item, price: set.fields.price ?? null };
    const line = unparsedLine(header.line, `${found.item} is an item`, header.at);
    return [...notRead, { ...line, item }, ...set.notRead];
  }
  // Between the words of a name there can be traits: `Garchom Jolly Wash`.
  const isWhole = header?.line.includes(name);
  const correction = found.suggestion && isWhole && { correction: { from: name, to: found.suggestion } };
  if (header && unknown) notRead.push({ ...unparsedLine(header.line, unknown, header.at), ...correction });
  if (isOtherText) return [...notRead, ...set.notRead];

  const inForm = reasonsOf(found, 'form');
  if (header) notRead.push(...inForm.map((reason) => unparsedLine(header.line, reason, header.at)));
  const { ability: written, ...fields } = set.fields;
  const ability = found.ability ?? (unknown ? written : undefined);
  const [illegal] = reasonsOf(found, 'ability');
  if (written && illegal)
    notRead.push(unparsedLine(`Ability: ${written}`, illegal, set.places.ability ?? header?.at));
  // A number in what is taken for a form may be about IVs.
  // A name with a form is no more than a name.
  const isBare = isForm && !header?.held_item && !namesFields(set) && set.notKept.length === 0;
  const assumedIvs = set.assumedIvs && !isBare && !(inForm.length > 0 && /\d/.test(header?.name ?? ''));
  if (set.assumedIvs && !assumedIvs) delete fields.spread;
  return {
    line: header?.line ?? name,
    at: header?.at ?? 0,
    name: found.pokemon_name ?? name,
    isKnown: found.pokemon_name !== null,
    ...(found.form !== null && { form: found.form }),
    hasForms: found.has_forms,
    ...(header?.held_item && { held_item: header.held_item }),
    fields: { ...fields, ...(ability && { ability }) },
    assumedIvs,
    notKept: [
      ...(header?.nickname && !isForm ? ['nickname'] : []),
      ...(header?.gender && (header.nickname || !isForm) ? ['gender'] : []),
      ...set.notKept,
    ],
    notRead: inPastedOrder([...notRead, ...set.notRead]),
  };
}

/** Pasted sets with what the catalogue knows of their names, in the order of `namesOf`. */
export function namedSets(pasted: PastedSets, found: readonly Identified[]): NamedSets {
  const sets: NamedSet[] = [];
  const notRead: UnparsedLine[] = [];
  pasted.sets.forEach((set, at) => {
    const identified = found[at];
    const one = identified ? named(set, identified) : [];
    if (Array.isArray(one)) notRead.push(...one);
    else sets.push(one);
  });
  return { sets, notRead: inPastedOrder([...notRead, ...pasted.notRead]) };
}
