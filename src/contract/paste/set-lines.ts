import { Sets } from '@pkmn/sets';
import { ABILITY_NAMES, NAMES_WITH_ABILITIES } from '../sale/ability-names.ts';
import { HIDDEN_POWER_TYPES, type HiddenPowerType } from '../sale/hidden-power-types.ts';
import { byStat, STATS } from '../sale/ivs.ts';
import { findNature } from '../sale/natures.ts';
import { type KnownIvs, parseSpread } from '../sale/spreads.ts';
import { statOf } from '../search/traits.ts';
import { LIMITS } from '../shared/limits.ts';
import { cleanName, nameKey } from '../shared/text.ts';
import { withoutLinkAndDate } from './line-values.ts';
import { pastedValue } from './pasted-value.ts';
import { withoutPrice, wordsOf } from './row-price.ts';
import { type UnparsedLine, unclearNumber, unparsedLine } from './unparsed-line.ts';

/** What the lines of a set name. Names are as written. */
export interface SetFields {
  ability?: string;
  nature?: string;
  spread?: KnownIvs;
  /** At least this many of the six IVs are 31. */
  min_perfect_ivs?: number;
  hidden_power?: HiddenPowerType;
  level?: number;
  is_shiny?: boolean;
  price?: number;
  date_sold?: string;
  proof_url?: string;
}

/** The first line of a set: `Nickname (Rotom-Wash) (F) @ Leftovers`. */
export interface SetHeader {
  line: string;
  /** Its place among the lines of the text. */
  at: number;
  /** As written, with the form. */
  name: string;
  nickname?: string;
  held_item?: string;
  gender?: string;
  /** The traits in the same line. */
  fields: SetFields;
  /** Links, dates and spreads of the line that are not read. */
  notRead: UnparsedLine[];
}

export interface LineMeaning {
  fields?: SetFields;
  notKept?: string;
  reason?: string;
}

/** The names of lines as Showdown writes them, before a colon. */
export const SET_LABELS = [
  ...['Ability', 'Trait', 'Level', 'Shiny', 'Happiness', 'Pokeball', 'Hidden Power', 'Tera Type'],
  ...['Dynamax Level', 'Gigantamax', 'EVs', 'IVs'],
];
const LABELS = new Map(SET_LABELS.map((label) => [label.toLowerCase(), label]));

/** A line in Showdown's spelling, whatever its case: `nature: adamant` is `adamant Nature`. */
function inShowdownSpelling(line: string): string {
  const [, label = '', value = ''] = /^([\p{L} ]+?) ?: ?(.*)$/u.exec(line) ?? [];
  const known = LABELS.get(label.toLowerCase());
  if (known) return `${known}: ${/^yes$/i.test(value) ? 'Yes' : value}`;
  if (/^nature$/i.test(label)) return `${value} Nature`;
  return line.replace(/ nature$/i, ' Nature');
}

/** The reason of numbers with slashes between them that are not a spread. */
export const NOT_A_SPREAD = `IVs are six numbers from ${LIMITS.iv.min} to ${LIMITS.iv.max}`;

/** The IVs of a line; those that it does not name are 31, because Showdown writes only the others. */
function ivsOf(value: string): LineMeaning {
  const whole = parseSpread(value);
  if (whole) return { fields: { spread: whole } };
  if (spreadIn(value).wrong === value) return { reason: NOT_A_SPREAD };
  const spread = byStat<number | null>(() => LIMITS.iv.max);
  const wrong: string[] = [];
  let named = 0;
  for (const part of value.split('/').map((one) => one.trim())) {
    const [, iv = '', name = ''] = /^(\S+) (.+)$/.exec(part) ?? [];
    const stat = statOf(name.toLowerCase());
    const isIv = /^\d{1,2}$/.test(iv) && Number(iv) <= LIMITS.iv.max;
    if (stat) spread[stat] = isIv ? Number(iv) : null;
    if (stat && isIv) named += 1;
    else wrong.push(part);
  }
  return {
    ...(named > 0 && { fields: { spread } }),
    ...(wrong.length > 0 && { reason: `Not IVs from 0 to 31: ${wrong.join(', ')}` }),
  };
}

function powerOf(name: string): LineMeaning {
  const type = HIDDEN_POWER_TYPES.find((one) => one.toLowerCase() === name.toLowerCase());
  return type ? { fields: { hidden_power: type } } : { reason: `There is no Hidden Power ${name}` };
}

function natureOf(name: string): LineMeaning {
  const nature = findNature(name);
  return nature ? { fields: { nature: nature.name } } : { reason: `There is no nature ${name}` };
}

function levelOf(level: number): LineMeaning {
  const { min, max } = LIMITS.level;
  return Number.isInteger(level) && level >= min && level <= max
    ? { fields: { level } }
    : { reason: `A level is a whole number from ${min} to ${max}` };
}

const MOVE_POWER = /^Hidden Power \[?([A-Za-z]+)\]?$/;

/** What a line after the first one means; null when it means nothing. */
export function meaningOf(line: string, now: Date): LineMeaning | null {
  const spelled = inShowdownSpelling(line);
  // The library skips lines that it does not know, so each one is read as that of a set.
  const set = Sets.importSet(`x\n${spelled}`);
  if (set.ability) return { fields: { ability: set.ability } };
  if (set.nature !== undefined) return natureOf(set.nature);
  if (set.level !== undefined) return levelOf(set.level);
  if (set.shiny) return { fields: { is_shiny: true } };
  if (/^Shiny: no$/i.test(spelled)) return { fields: { is_shiny: false } };
  if (set.hpType) return powerOf(set.hpType);
  if (set.moves) {
    const power = MOVE_POWER.exec(set.moves[0] ?? '')?.[1];
    return power ? powerOf(power) : { notKept: 'moves' };
  }
  if (set.ivs) return ivsOf(spelled.slice('IVs: '.length));
  if (set.evs) return { notKept: 'EVs' };
  if (set.happiness !== undefined) return { notKept: 'happiness' };
  if (set.pokeball) return { notKept: 'ball' };
  if (set.teraType) return { notKept: 'Tera type' };
  if (set.dynamaxLevel !== undefined || set.gigantamax) return { notKept: 'Dynamax' };
  const nature = findNature(line)?.name;
  if (nature) return { fields: { nature } };
  const ability = ABILITIES.get(nameKey(line));
  if (ability) return { fields: { ability } };
  const value = pastedValue(line, now);
  return value ? { fields: value } : traitsOf(line, now);
}

/** A line with nothing but traits and values of the sale: `Jolly 31/31/31/0/31/31 500k`. */
function traitsOf(line: string, now: Date): LineMeaning | null {
  const { rest, values, notRead } = withoutLinkAndDate(line, now);
  if (rest.length > LIMITS.name.max) return null;
  const { words, fields, wrong } = splitTraits(rest);
  const hasTraits = wrong !== undefined || Object.keys(fields).length > 0;
  if (!hasTraits || words.some((word) => /\p{L}/u.test(word))) return null;
  const reasons = [
    ...notRead.map(({ reason }) => reason),
    ...(wrong === undefined ? [] : [NOT_A_SPREAD]),
    ...(words.length === 0 ? [] : [unclearNumber(words.join(' '))]),
  ];
  return { fields: { ...fields, ...values }, ...(reasons.length > 0 && { reason: reasons.join('; ') }) };
}

/** Numbers with slashes between them. */
const SLASHED = /(?<!\w|\/ ?)-?(?:\d+|[x?*])(?: ?\/ ?-?(?:\d+|[x?*]))+(?!\w| ?\/)/i;
/** Six numbers with hyphens between them. */
const HYPHENATED = /(?<![\w-])(?:\d{1,3}|x)(?:-(?:\d{1,3}|x)){5}(?![\w-])/i;
/** IVs in columns; of seven numbers, one has another meaning. */
const COLUMNS = /(?<!\d[ ,;]+)\b(?:\d{1,2}|x)(?:[ ,;]+(?:\d{1,2}|x)){5}\b(?![ ,;]+\d{1,2}(?![\w.,]))/i;

/** `wrong` is the part of a text that has the shape of a spread, but not six IVs. */
function spreadIn(text: string): { spread?: KnownIvs; wrong?: string; rest: string } {
  const pattern = [SLASHED, HYPHENATED].find((one) => one.test(text)) ?? COLUMNS;
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) return { rest: text };
  const spread = parseSpread(found);
  return { ...(spread ? { spread } : { wrong: found }), rest: text.replace(pattern, ' ') };
}

/** `lvl 50`, `L50` */
const LEVEL = /(?<![\p{L}\p{N}])(?:(?:level|lvl?)[.:]? ?|l)(\d{1,3})(?![\p{L}\p{N}]|[.,]\d)/iu;

/** Takes a valid level out of a line. */
function withoutLevel(text: string): { level?: number; rest: string } {
  const [found, digits] = LEVEL.exec(text) ?? [];
  const { level } = levelOf(Number(digits)).fields ?? {};
  return found === undefined || level === undefined
    ? { rest: text }
    : { level, rest: text.replace(found, ' ') };
}

/** `5x31`, `5iv` */
const PERFECT_IVS = /^([1-6])(?:x31s?|ivs?)$/i;

const ABILITIES = new Map(ABILITY_NAMES.map((name) => [nameKey(name), name]));
const ABILITY_WORDS = Math.max(...ABILITY_NAMES.map((name) => wordsOf(name).length));

/** Takes the longest ability out of the words of a line. */
function withoutAbility(words: readonly string[]): { words: readonly string[]; ability?: string } {
  for (let length = ABILITY_WORDS; length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const ability = ABILITIES.get(nameKey(words.slice(at, at + length).join('')));
      if (ability) return { words: words.toSpliced(at, length), ability };
    }
  }
  return { words };
}

/** Names with the name of an ability in them. */
const LONGER_NAMES = new RegExp(
  `(?<!\\p{L})(?:${NAMES_WITH_ABILITIES.map((name) => name.replaceAll(' ', '[ -]')).join('|')})(?!\\p{L})`,
  'giu',
);

interface Traits {
  /** The words that are no traits. */
  words: readonly string[];
  fields: SetFields;
  /** What looks like a spread, but is not valid. */
  wrong?: string;
}

/** Splits a line as players write it in chats and sheets: `Shiny Garchomp Jolly 31/31/31/0/31/31 500k`. */
function splitTraits(text: string): Traits {
  const { spread, wrong, rest: spreadless } = spreadIn(text);
  const { level, rest } = withoutLevel(spreadless);
  const fields: SetFields = { ...(spread && { spread }), ...(level !== undefined && { level }) };
  const whole = rest.replace(LONGER_NAMES, (name) => name.replaceAll(' ', '-'));
  const others = wordsOf(whole).filter((word) => {
    const nature = findNature(word)?.name;
    const perfect = PERFECT_IVS.exec(word)?.[1];
    if (nature) fields.nature = nature;
    else if (perfect) fields.min_perfect_ivs = Number(perfect);
    else if (/^shiny$/i.test(word)) fields.is_shiny = true;
    else return !/^nature$/i.test(word);
    return false;
  });
  const { words: unpriced, price } = withoutPrice(
    others,
    (fields.nature ?? fields.spread ?? wrong) !== undefined,
  );
  if (price !== undefined) fields.price = price;
  const { words, ability } = withoutAbility(unpriced);
  if (ability !== undefined) fields.ability = ability;
  return { words, fields, ...(wrong !== undefined && { wrong }) };
}

/** The traits in the first line of a set, and what is left as its name. */
function withoutTraits(text: string): { name: string; fields: SetFields; wrong?: string } {
  const { words, ...traits } = splitTraits(text);
  const hasTraits = traits.wrong !== undefined || Object.keys(traits.fields).length > 0;
  return words.length === 0 || !hasTraits ? { name: text, fields: {} } : { name: words.join(' '), ...traits };
}

/** Whether a line ends a set, or is the header of a team: the library reads no set of it. */
export const isSeparator = (line: string): boolean => line === '' || line === '---' || line.startsWith('===');

/** What marks a species as shiny: `Gengar (Shiny)`, `Gengar ★`. A nickname may have stars, too. */
export const STAR = '★';
const SHINY_BRACKETS = /[([] ?(?:shiny|★) ?[)\]]/gi;

/** A line as the first one of a set; null when it cannot be one. */
export function headerOf(line: string, at: number, now: Date): SetHeader | null {
  const { rest, values, notRead } = withoutLinkAndDate(line, now);
  // The library ends a set at this sign.
  if (isSeparator(rest) || rest.includes('|')) return null;
  // The library would read the brackets as those of a species.
  const unmarked = rest.replace(SHINY_BRACKETS, ' ');
  const { species = '', name, gender, item } = Sets.importSet(cleanName(unmarked));
  const starless = species.replaceAll(STAR, ' ');
  const named = cleanName(starless);
  const isShiny = unmarked !== rest || starless !== species;
  if (!/[\p{L}\p{N}]/u.test(named) || named.length > LIMITS.name.max) return null;
  const traits = withoutTraits(named);
  return {
    line,
    at,
    name: traits.name,
    fields: { ...(isShiny && { is_shiny: true }), ...traits.fields, ...values },
    notRead: [
      ...notRead.map((one) => ({ ...one, at })),
      ...(traits.wrong === undefined ? [] : [unparsedLine(traits.wrong, NOT_A_SPREAD, at)]),
    ],
    ...(name && { nickname: cleanName(name) }),
    ...(item && { held_item: cleanName(item).slice(0, LIMITS.name.max) }),
    ...(gender && { gender }),
  };
}

/** The IVs that Showdown assumes: 31, except those that make the hidden power of a move. */
export function assumedIvs({ hidden_power }: SetFields): KnownIvs {
  const { ivs } = Sets.importSet(hidden_power ? `x\n- Hidden Power [${hidden_power}]` : 'x');
  const [hp, atk, def, spatk, spdef, speed] = ivs
    ? [ivs.hp, ivs.atk, ivs.def, ivs.spa, ivs.spd, ivs.spe]
    : STATS.map(() => LIMITS.iv.max);
  const known = { hp, atk, def, spatk, spdef, speed };
  return byStat((stat) => known[stat] ?? LIMITS.iv.max);
}
