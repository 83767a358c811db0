import type { FilterValues } from '../market/filter-fields.ts';
import { ivFilters } from '../market/filter-terms.ts';
import { HIDDEN_POWER_TYPES } from '../sale/hidden-power-types.ts';
import { ivColumn, STATS, type Stat } from '../sale/ivs.ts';
import { NATURES } from '../sale/natures.ts';
import { parseSpread } from '../sale/spreads.ts';
import { LIMITS } from '../shared/limits.ts';
import { PRICE_BEHIND } from './amounts.ts';
import { DATE_BEHIND, DAY_BEHIND } from './days.ts';
import { AND, BEFORE_RANGE, BETWEEN, BOUND_BEFORE, NOT, OR, type Sign, signOf, TO } from './qualifiers.ts';
import { LETTER, pattern, rule } from './rule.ts';
import type { SearchText } from './search-text.ts';

/** The spellings of each stat; none is the beginning of another's. */
const SPELLINGS: Record<Stat, string> = {
  spatk: 'sp(?:ecial|\\.|c)?_\\.?_a(?:tk|tt(?:ack)?)?|satk',
  spdef: 'sp(?:ecial|\\.|c)?_\\.?_d(?:ef(?:en[cs]e)?)?|sdef',
  speed: 'spe(?:ed)?',
  atk: 'at(?:k|t(?:ack)?)',
  def: 'def(?:en[cs]e)?',
  hp: 'hp',
};
/** As a whole: `speed 31` is not `spe`. */
const ANY_STAT = `(?:${Object.values(SPELLINGS).join('|')})(?![a-z])`;
const STAT = `(${ANY_STAT})`;
const MATCHERS = STATS.map((stat) => ({
  stat,
  pattern: new RegExp(`^(?:${SPELLINGS[stat].replaceAll('_', ' *')})$`),
}));

/** The stat with this spelling, in lower case: `sp. atk`. */
export const statOf = (text: string | undefined): Stat | undefined =>
  MATCHERS.find(({ pattern }) => pattern.test(text ?? ''))?.stat;

const LEVEL_NAME = '(?:lvl?\\.?|level)';
const SPREAD_PART = '(?:\\d{1,2}|xx?|\\?|\\*|-)';
const SPREAD_VALUE = '(?:\\d{1,2}|x)';
/** Not a number of a price or of a date: `perfect speed 1.5m`, `hp 31 12.03.2026`. */
const VALUE = `\\d{1,3}(?!\\d|${PRICE_BEHIND}|${DATE_BEHIND})`;
/** Days of a month, or days ago. */
const DAYS = `_\\d{1,2}(?:-\\d{1,2})?${DAY_BEHIND}`;
/** A number of a longer list; not that of another piece: `450k`, `5x31`, `4 perfect`. */
const NEXT_PART = `${VALUE}(?!${LETTER}|_(?:perfect|flawless|ivs?))`;
/** Not the number or sign of `30-31` and `30+`. */
const SPREAD_END = '(?!-\\d|\\+(?:\\x20|$))';
/** No further part may be before or after them, so that a list of seven numbers is not a spread. */
const SPREADS = [
  rule(
    `(?=${SPREAD_PART}_([/|;,])_)(?<!(?<!${LETTER})${SPREAD_PART}_\\1_)${SPREAD_PART}(?:_\\1_${SPREAD_PART}){5}(?!_\\1_${NEXT_PART})${SPREAD_END}`,
  ),
  rule(
    `(?<!(?<!${LETTER}|-|${LEVEL_NAME}_)${SPREAD_VALUE} )${SPREAD_VALUE}(?: ${SPREAD_VALUE}){5}(?!(?!${DAYS}) ${NEXT_PART})`,
  ),
  rule(`${SPREAD_VALUE}(?:-${SPREAD_VALUE}){5}${SPREAD_END}`),
];

/** Numbers that look like a spread, but are too few, too many or too high. */
const NO_SPREADS = ['/){3', '-){5', '_[,;|]_){5', ' ){5'].map((times) =>
  rule(`(?:(?:\\d{1,3}|x)${times},}(?:\\d{1,3}|x)`),
);

/** Both ends of each IV of a spread; parts that are not numbers match any IV. */
function spreadFilter([text]: RegExpExecArray): FilterValues | null {
  const filters = ivFilters(parseSpread(text) ?? {});
  return Object.keys(filters).length > 0 ? filters : null;
}

/** The ends that a sign before a whole number means, both inclusive. */
function endsOf(sign: Sign, value: number): { min?: number; max?: number } {
  switch (sign) {
    case '<':
      return { max: value - 1 };
    case '<=':
      return { max: value };
    case '>':
      return { min: value + 1 };
    case '>=':
      return { min: value };
    case '=':
      return { min: value, max: value };
  }
}

const within = (value: number | undefined, { min, max }: { min: number; max: number }): boolean =>
  value === undefined || (value >= min && value <= max);

/** `5-6` and `5x31 or 6`: with 5 or 6 there are at least 5. */
const OR_ALL = `(?:([1-6])_(?:(?:x|\\*)_31_)?(?:-|/|${TO}|${OR})_)?`;
const PERFECT = [
  rule(`${OR_ALL}([1-6])_(?:x|\\*)_31(?:_?'?s)?(?:_ivs?)?`),
  rule("()31(?:'?s)?_(?:x|\\*)_([1-6])(?:_ivs?)?"),
  rule(`${OR_ALL}([1-6])_\\+?_(?:perfect )?(?:ivs?|v)`),
  // Not that of `atk<5 flawless` and `spdef 0-5 flawless`.
  rule(
    `(?=\\d)(?<!${ANY_STAT}_[:<>=]+_|${LEVEL_NAME}_[:<>=]*_|\\d-)${OR_ALL}([1-6])(?:_\\+| or more)? (?:perfect|flawless|31'?s)(?:_ivs?)?`,
  ),
];
const ALL_PERFECT = rule('(?:all )?(?:perfect|flawless)(?:_ivs?)?');

/** Null for a highest number: only a lowest one is a filter. */
function perfectOf([, least, count]: RegExpExecArray, sign: Sign = '>='): FilterValues | null {
  if (least && Number(count) < STATS.length) return null;
  const { min, max } = endsOf(sign, Number(least || count));
  return max === undefined && within(min, { min: 1, max: STATS.length }) ? { min_perfect_ivs: min } : null;
}

const POWER = '(?:hidden_power|hp)_[:=-]?_(?:type )?';
/** After its name, and after another type: `hp fire or ice`. */
const HIDDEN_POWER = rule(`(?:${POWER}|(?<=${POWER}(?:\\p{L}{3,8}(?: or |_[/|]_)){1,4}))(\\p{L}{3,8})`);
/** Letters that are enough to name a type of hidden power. */
const MIN_TYPE_LETTERS = 3;

/** A type of hidden power by its name or an unambiguous beginning: `elec`. */
function powerOf(text: string): FilterValues | null {
  const found = HIDDEN_POWER_TYPES.filter((type) => type.toLowerCase().startsWith(text));
  const [type] = found;
  return type && found.length === 1 && text.length >= MIN_TYPE_LETTERS ? { hidden_power: type } : null;
}

/** Not the day of `lv 50 until 12 march`, but `lv 1-10 march 2025`. */
const rangeEnd = (last: string): string =>
  `(?:-|_(?:-|${TO}|(?<=${BETWEEN} \\d{1,3} )${AND}|(?<=de \\d{1,3} )a)_(?!(?:lvl?_)?\\d{1,2}${DAY_BEHIND}))(?:lvl?_)?${last}`;
const RANGE_BEGIN = `(?:${BEFORE_RANGE}|de) (?=${VALUE}${rangeEnd(VALUE)})`;
/** A number and the end of a range, in two groups: `20`, `20-31`. */
const NUMBER = `(${VALUE})(?:${rangeEnd(`(${VALUE})`)})?`;
/** After a name, also with a bound. Not the `31 - 0` of `hp 31 - 0 atk`. */
const AFTER_NAME = `_(?:of )?[:=]?_(?:${RANGE_BEGIN}|([<>]=?|=[<>]|exactly|${BOUND_BEFORE})_)?${NUMBER}(?!_(?:${ANY_STAT})(?!_[:=<>]*_\\d))`;
const PERFECT_STAT = rule(`(?:perfect|flawless) ${STAT}(?:_ivs?)?`);
/** As after `flawless speed`, but not in `perfect speed 5 nov`. */
const OWN_VALUE = pattern(`^(?!${DAYS})${AFTER_NAME}`);
const LEVEL = rule(`(?:lvl?|level|l)\\.?${AFTER_NAME}`);
const ANY_OF = `(?:ivs?_)?(?:in )?(?:${ANY_STAT})`;
/** Stats that share a number: `31 atk/spe`. */
const STAT_SEPARATOR = `(?:_[/&]_| ${AND} )`;
const SHARED = `(?:${ANY_STAT})(?:${STAT_SEPARATOR}(?:${ANY_STAT}))*`;
const IV = rule(
  `(?:${RANGE_BEGIN})?(?<!\\d{4}[-/.](?:\\d{1,2}[-/.])?)${NUMBER}(\\+)?_(?:ivs?_)?(?:in )?(${SHARED}(?!(?!${DAYS})_[:=<>]*_${VALUE}(?!\\+?_${ANY_OF}))|${ANY_STAT})(?:_ivs?)?|(${SHARED})(?:_ivs?)?${AFTER_NAME}(?:_ivs?)?`,
);
const BETWEEN_STATS = pattern(STAT_SEPARATOR);

/** The ends of a number with one of two bounds, or of a range; null without a meaning and outside the limits. */
function rangeOf(
  own: string | undefined,
  around: Sign | undefined,
  [first, last]: readonly (string | undefined)[],
  limits: { min: number; max: number },
): { min?: number; max?: number } | null {
  const sign = own === undefined ? around : signOf(own);
  if ((own && around) || (sign && last !== undefined)) return null;
  const [from, to] = [Number(first), Number(last)];
  const ends =
    last === undefined ? endsOf(sign ?? '=', from) : { min: Math.min(from, to), max: Math.max(from, to) };
  return within(ends.min, limits) && within(ends.max, limits) ? ends : null;
}

const endFilters = (column: string, { min, max }: { min?: number; max?: number }): FilterValues => ({
  ...(min !== undefined && { [`min_${column}`]: min }),
  ...(max !== undefined && { [`max_${column}`]: max }),
});

function ivOf([, ...groups]: RegExpExecArray, around: Sign | undefined): FilterValues | null {
  const [first, last, plus, nameAfter, nameBefore, words, ...value] = groups;
  const stats = (nameAfter ?? nameBefore ?? '').split(BETWEEN_STATS()).flatMap((name) => statOf(name) ?? []);
  const numbers = nameAfter === undefined ? value : [first, last];
  const ends = rangeOf(plus ?? words, around, numbers, LIMITS.iv);
  return ends && Object.assign({}, ...stats.map((stat) => endFilters(ivColumn(stat), ends)));
}

function levelOf([, words, ...value]: RegExpExecArray, around: Sign | undefined): FilterValues | null {
  const ends = rangeOf(words, around, value, LIMITS.level);
  return ends && endFilters('level', ends);
}

/** Null for a stat with its own number, which follows it in `flawless speed 20+`. */
function perfectStatOf({ 0: piece, 1: name, index, input }: RegExpExecArray): FilterValues | null {
  const stat = statOf(name);
  return stat && !OWN_VALUE().test(input.slice(index + piece.length))
    ? ivFilters({ [stat]: LIMITS.iv.max })
    : null;
}

const NEXT = '[\\x20,/|;&]*(?:and )?';
/** `+atk -spa`, `-spa +atk`, `atk+ spa-` and `spa- atk+`. */
const RAISED_FIRST = [rule(`\\+_${STAT}${NEXT}-_${STAT}`), rule(`${STAT}_\\+${NEXT}${STAT}_-`)];
const LOWERED_FIRST = [rule(`-_${STAT}${NEXT}\\+_${STAT}`), rule(`${STAT}_-${NEXT}${STAT}_\\+`)];

function natureOf(raised: string | undefined, lowered: string | undefined): FilterValues | null {
  const [plus, minus] = [statOf(raised), statOf(lowered)];
  const found = NATURES.find((nature) => plus && nature.plus === plus && nature.minus === minus);
  return found ? { nature: found.name } : null;
}

const FALSE = '(?:no|none|false)';
/** Not `no proof needed`. */
const NOT_NEEDED = '(?! (?:needed|required|necessary))';
const NOT_SHINY = rule(`(?:${NOT})_-?_shin(?:y|ies)${NOT_NEEDED}|shiny_[:=]_${FALSE}`);
const SHINY = rule('shin(?:y|ies)(?:_[:=]_(?:yes|true))?');
/** In English, German, French and Spanish. */
const PROOFS = '(?:proofs?|beweise?|nachweise?|preuves?|pruebas?)';
const NO_PROOF = rule(
  `(?:(?:${NOT}|wo|missing|lacks?|lacking)_(?:an? |any |the )?|(?<![^\\x20,;])-)(?:${PROOFS}|proven)${NOT_NEEDED}|unproven|proofless|proofs?_[:=]_(?:${FALSE}|without)`,
);
const PROOF = rule(
  `(?:(?:with|w_/|has|have|having|mit|avec|con|\\+)_(?:a |the )?)?${PROOFS}(?:_[:=]_(?:yes|true|with))?|proven`,
);

/** Takes what players write about a pokemon in figures and signs, and the flags. */
export function takeTraits(text: SearchText): void {
  for (const pattern of SPREADS) text.take(pattern, spreadFilter);
  for (const pattern of NO_SPREADS) text.takeWhole(pattern, () => null);
  for (const pattern of PERFECT) text.takeBounded(pattern, perfectOf);
  for (const pattern of RAISED_FIRST) text.take(pattern, ([, raised, lowered]) => natureOf(raised, lowered));
  for (const pattern of LOWERED_FIRST) text.take(pattern, ([, lowered, raised]) => natureOf(raised, lowered));
  text.take(HIDDEN_POWER, ([, type = '']) => powerOf(type));
  text.take(PERFECT_STAT, perfectStatOf);
  // A price would be read from the rest of `atk > 31`.
  text.takeBounded(LEVEL, levelOf);
  text.takeBounded(IV, ivOf);
  text.take(ALL_PERFECT, () => ({ min_perfect_ivs: STATS.length }));
  text.take(NOT_SHINY, () => ({ is_shiny: false }));
  text.take(SHINY, () => ({ is_shiny: true }));
  text.take(NO_PROOF, () => ({ proof: 'without' }));
  text.take(PROOF, () => ({ proof: 'with' }));
}
