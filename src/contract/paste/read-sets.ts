import { hiddenPower } from '../sale/hidden-power.ts';
import { LIMITS } from '../shared/limits.ts';
import { formatNumber } from '../shared/plural.ts';
import { keysOf } from '../shared/record.ts';
import { cleanName, withShinyEmojiAs } from '../shared/text.ts';
import { linesOf } from './pasted-lines.ts';
import {
  assumedIvs,
  headerOf,
  isSeparator,
  type LineMeaning,
  meaningOf,
  NOT_A_SPREAD,
  type SetFields,
  type SetHeader,
  STAR,
} from './set-lines.ts';
import {
  CONTRADICTION,
  inPastedOrder,
  NOT_A_LINE,
  OTHER_SALE,
  type UnparsedLine,
  unparsedLine,
} from './unparsed-line.ts';

export interface PastedSet {
  /** One or two lines that can be the first one; the last one is the most probable. */
  headers: SetHeader[];
  fields: SetFields;
  /** Where the lines below the first one that name a field are in the text. */
  places: Partial<Record<keyof SetFields, number>>;
  /** Whether the set has no line of IVs, so that they are those that Showdown assumes. */
  assumedIvs: boolean;
  /** What the set names, but the market does not record. */
  notKept: string[];
  notRead: UnparsedLine[];
}

export interface PastedSets {
  sets: PastedSet[];
  /** Lines outside of the sets. */
  notRead: UnparsedLine[];
}

interface Line {
  line: string;
  /** Its place among those of the text. */
  at: number;
  /** What it means below the first line of a set. */
  meaning: LineMeaning | null;
  /** What it means as the first line of a set; null for a line with a meaning. */
  header: SetHeader | null;
}

/** Stars mark a pokemon as shiny only in the line with its name. */
function readLine(line: string, at: number, now: Date): Line {
  const unmarked = cleanName(line.replaceAll(STAR, ' '));
  const meaning = isSeparator(unmarked) ? null : meaningOf(unmarked, now);
  return meaning
    ? { line: unmarked, at, meaning, header: null }
    : { line, at, meaning, header: headerOf(line, at, now) };
}

/** Writes the emoji of shiny pokemon as stars, in lines with other text. */
const withStars = (text: string): string =>
  text.replace(/.+/g, (line) => (/\p{L}/u.test(line) ? withShinyEmojiAs(STAR, line) : line));

/** Whether each line may be a pokemon in a list: none is of a set, or announces what follows. */
const isListOfNames = (lines: readonly Line[]): boolean =>
  lines.every(({ line, header }) => line === '' || (header !== null && !/^[=-]|[:!?]$/.test(line)));

const contradicts = (fields: SetFields, earlier: SetFields): boolean =>
  keysOf(fields).some(
    (field) =>
      earlier[field] !== undefined && JSON.stringify(earlier[field]) !== JSON.stringify(fields[field]),
  );

/** What is about the sale, not about the pokemon. */
const SALE_FIELDS: readonly string[] = ['price', 'date_sold', 'proof_url'] satisfies (keyof SetFields)[];

/** Whether a line is only about the sale, which is also read without a set. */
const isValue = ({ fields = {}, notKept, reason }: LineMeaning): boolean =>
  !notKept && !reason && Object.keys(fields).every((field) => SALE_FIELDS.includes(field));

/** A set whose lines are being read. */
class OpenSet {
  readonly headers: SetHeader[];
  #fields: SetFields = {};
  readonly #places: PastedSet['places'] = {};
  readonly #notKept = new Set<string>();
  readonly #notRead: UnparsedLine[] = [];
  #hasIvLine = false;
  #hasLines = false;
  #hasTraits = false;

  constructor(header: SetHeader) {
    this.headers = [header];
  }

  /** Whether a line begins the next set of a list: both have traits besides their names. */
  isFollowedBy(next: SetHeader): boolean {
    return [this.headers.at(-1), next].every((header) =>
      Object.keys(header?.fields ?? {}).some((field) => !SALE_FIELDS.includes(field)),
    );
  }

  /** Reads a line after the first one. */
  add({ line, at, meaning, header }: Line): void {
    if (!meaning) {
      this.#addUnknown(line, at, header);
      return;
    }
    this.#hasLines = true;
    if (!isValue(meaning)) this.#hasTraits = true;
    if (/^ivs/i.test(line) || meaning.reason?.includes(NOT_A_SPREAD)) this.#hasIvLine = true;
    if (meaning.notKept) this.#notKept.add(meaning.notKept);
    if (meaning.reason) this.#notRead.push(unparsedLine(line, meaning.reason, at));
    const fields: SetFields = { ...meaning.fields };
    if (contradicts(fields, this.#fields)) this.#notRead.push(unparsedLine(line, CONTRADICTION, at));
    else {
      this.#fields = { ...this.#fields, ...fields };
      for (const field of keysOf(fields)) this.#places[field] = at;
    }
  }

  /** Before the first line of a set, the set may have only begun here: `selling this:`, `Garchomp`. */
  #addUnknown(line: string, at: number, header: SetHeader | null): void {
    const { nature, ability, spread } = this.headers.at(-1)?.fields ?? {};
    if (!header || this.#hasLines || nature || ability || spread) {
      const isPriced = header?.fields.price !== undefined;
      this.#notRead.push(unparsedLine(line, isPriced ? OTHER_SALE : NOT_A_LINE, at));
      return;
    }
    for (const passed of this.headers.splice(1))
      this.#notRead.push(unparsedLine(passed.line, NOT_A_LINE, passed.at));
    this.headers.push(header);
  }

  close(): PastedSet {
    const { headers } = this;
    const header = headers.at(-1);
    const fields = { ...header?.fields, ...this.#fields };
    const notRead = [...(header?.notRead ?? []), ...this.#notRead];
    if (header && contradicts(this.#fields, header.fields))
      notRead.unshift(unparsedLine(header.line, 'Contradicts a later line', header.at));
    // Showdown writes everything except IVs of 31, each in a separate line; other texts, such as a name, may leave IVs open.
    const { fields: traits = {}, nickname, gender, held_item } = header ?? {};
    const isShowdown =
      Object.keys(traits).length === 0 &&
      !header?.notRead.some(({ reason }) => reason === NOT_A_SPREAD) &&
      (this.#hasTraits || [nickname, gender, held_item].some((part) => part !== undefined));
    const namesIvs = this.#hasIvLine || (fields.spread ?? fields.min_perfect_ivs) !== undefined;
    const assumed = isShowdown && !namesIvs;
    if (assumed) fields.spread = assumedIvs(fields);
    const given = fields.spread && hiddenPower(fields.spread)?.type;
    if (fields.hidden_power && given && fields.hidden_power !== given) {
      notRead.push(
        unparsedLine(
          `Hidden Power ${fields.hidden_power}`,
          `These IVs give Hidden Power ${given}`,
          this.#places.hidden_power,
        ),
      );
      delete fields.hidden_power;
    }
    return {
      headers,
      fields,
      places: this.#places,
      assumedIvs: assumed,
      notKept: [...this.#notKept],
      notRead: inPastedOrder(notRead),
    };
  }
}

/**
 * Reads sets in Showdown's text format, separated by blank lines or by the headers of teams, and lists with a pokemon per
 * line. Never throws. A blank line inside a set does not end it. Names are not compared with the catalogue.
 *
 * @param now when `today` is
 */
export function readSets(text: string, now: Date): PastedSets {
  if (text.length > LIMITS.paste.length) {
    const reason = `Longer than ${formatNumber(LIMITS.paste.length)} characters, so nothing was read`;
    return { sets: [], notRead: [unparsedLine(text, reason)] };
  }
  const sets: OpenSet[] = [];
  const notRead: UnparsedLine[] = [];
  /** Values before the first set belong to it. */
  const early: Line[] = [];
  let open: OpenSet | null = null;
  let isAfterBlank = false;
  const lines = linesOf(withStars(text)).map((line, at) => readLine(line, at, now));
  const isList = isListOfNames(lines);
  for (const read of lines) {
    const { line, at, meaning, header } = read;
    if (line === '' || line === '---') {
      isAfterBlank = true;
      continue;
    }
    if (line.startsWith('===')) {
      open = null;
      continue;
    }
    if (header && (open === null || isAfterBlank || isList || open.isFollowedBy(header))) {
      open = new OpenSet(header);
      sets.push(open);
      for (const value of early.splice(0)) open.add(value);
    } else if (open) open.add(read);
    else if (meaning) early.push(read);
    else
      notRead.push(
        unparsedLine(line, line.includes('|') ? 'A packed team: export it as text' : NOT_A_LINE, at),
      );
    isAfterBlank = false;
  }
  for (const { line, at, meaning } of early)
    notRead.push(unparsedLine(line, meaning?.reason ?? 'No pokemon is named', at));
  const { sets: most } = LIMITS.paste;
  for (const { line = '', at } of sets.slice(most).map(({ headers }) => ({ ...headers.at(-1) })))
    notRead.push(unparsedLine(line, `Only the first ${most} sets are read`, at));
  return { sets: sets.slice(0, most).map((one) => one.close()), notRead };
}
