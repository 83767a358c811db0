import type { FilterValues } from '../market/filter-fields.ts';
import { HIDDEN_POWER_TYPES } from '../sale/hidden-power.ts';
import { ivColumn, STATS, type Stat } from '../sale/ivs.ts';
import { NATURES } from '../sale/natures.ts';
import { parseSpread } from '../sale/spreads.ts';
import { LIMITS } from '../shared/limits.ts';
import { rule, type SearchText } from './search-text.ts';

/** The spellings of each stat; none is the beginning of another's. */
const SPELLINGS: Record<Stat, string> = {
  spatk: 'sp(?:ecial|\\.|c)?_\\.?_a(?:tk|tt(?:ack)?)?|satk',
  spdef: 'sp(?:ecial|\\.|c)?_\\.?_d(?:ef(?:en[cs]e)?)?|sdef',
  speed: 'spe(?:ed)?',
  atk: 'at(?:k|t(?:ack)?)',
  def: 'def(?:en[cs]e)?',
  hp: 'hp',
};
const STAT = `(${Object.values(SPELLINGS).join('|')})`;
const MATCHERS = STATS.map((stat) => ({
  stat,
  pattern: new RegExp(`^(?:${SPELLINGS[stat].replaceAll('_', ' *')})$`),
}));

/** The stat with this spelling, in lower case: `sp. atk`. */
export const statOf = (text: string | undefined): Stat | undefined =>
  MATCHERS.find(({ pattern }) => pattern.test(text ?? ''))?.stat;

const PART = '(?:\\d{1,2}|xx?|\\?|\\*|-)';
const NUMBER = '(?:\\d{1,2}|x)';
/** No further part may follow, so that a list of seven numbers is not a spread; nor the sign of `30+`. */
const LAST = '(?!_[/|;,-]_\\d|\\+(?:\\x20|$))';
const SPREADS = [
  rule(`(?<![\\d/]_)${PART}(?:_[/|;,]_${PART}){5}${LAST}`),
  rule(`(?<!\\d )${NUMBER}(?: ${NUMBER}){5}(?! \\d)`),
  rule(`${NUMBER}(?:-${NUMBER}){5}${LAST}`),
];

/** Both ends of each IV of a spread; parts that are not numbers match any IV. */
function spreadOf([text]: RegExpExecArray): FilterValues | null {
  const spread = parseSpread(text);
  if (!spread || Object.values(spread).every((iv) => iv === null)) return null;
  return Object.fromEntries(
    STATS.flatMap((stat) => {
      const iv = spread[stat];
      const column = ivColumn(stat);
      return iv === null ? [] : [[`min_${column}`, iv] as const, [`max_${column}`, iv] as const];
    }),
  );
}

const PERFECT = [
  rule("([1-6])_(?:x|\\*)_31(?:_?'?s)?(?:_ivs?)?"),
  rule("31(?:'?s)?_(?:x|\\*)_([1-6])(?:_ivs?)?"),
  rule('([1-6])_\\+?_(?:perfect )?(?:ivs?|v)(?:_\\+)?'),
  rule("([1-6])(?:_\\+| or more)? (?:perfect|flawless|31'?s)(?:_ivs?)?"),
];
const ALL_PERFECT = rule('(?:all )?(?:perfect|flawless)(?:_ivs?)?');

const HIDDEN_POWER = rule('(?:hidden_power|hp)_[:=-]?_(?:type )?(\\p{L}{3,8})');
/** Letters that are enough to name a type of hidden power. */
const MIN_TYPE_LETTERS = 3;

/** A type of hidden power by its name or an unambiguous beginning: `elec`. */
function powerOf(text: string): FilterValues | null {
  const found = HIDDEN_POWER_TYPES.filter((type) => type.toLowerCase().startsWith(text));
  const [type] = found;
  return type && found.length === 1 && text.length >= MIN_TYPE_LETTERS ? { hidden_power: type } : null;
}

const COMPARISON = '(<=|>=|<|>|=|:)';
const LEVEL = rule(`(?:lvl?|level|l)\\.?_${COMPARISON}?_(\\d{1,3})(\\+)?(?:_(?:-|to)_(\\d{1,3}))?`);
const IV = rule(
  `(\\d{1,2})(\\+)?_(?:ivs?_)?(?:in )?${STAT}(?:_ivs?)?|${STAT}_(?:ivs?_)?${COMPARISON}?_(\\d{1,2})(\\+)?(?:_ivs?)?`,
);

/** The ends of a comparison of whole numbers, both inclusive. */
function endsOf(sign: string | undefined, value: number): { min?: number; max?: number } {
  switch (sign) {
    case '<':
      return { max: value - 1 };
    case '<=':
      return { max: value };
    case '>':
      return { min: value + 1 };
    case '>=':
    case '+':
      return { min: value };
    default:
      return { min: value, max: value };
  }
}

const within = (value: number | undefined, { min, max }: { min: number; max: number }): boolean =>
  value === undefined || (value >= min && value <= max);

function ivOf(match: RegExpExecArray): FilterValues | null {
  const [, before, plusBefore, statAfter, statBefore, sign, after, plusAfter] = match;
  const stat = statOf(statAfter ?? statBefore);
  const { min, max } = endsOf(sign ?? plusBefore ?? plusAfter, Number(before ?? after));
  if (!stat || !within(min, LIMITS.iv) || !within(max, LIMITS.iv)) return null;
  const column = ivColumn(stat);
  return {
    ...(min !== undefined && { [`min_${column}`]: min }),
    ...(max !== undefined && { [`max_${column}`]: max }),
  };
}

function levelOf([, sign, first, plus, last]: RegExpExecArray): FilterValues | null {
  const value = Number(first);
  const other = Number(last ?? first);
  const { min, max } =
    last === undefined
      ? endsOf(sign ?? plus, value)
      : { min: Math.min(value, other), max: Math.max(value, other) };
  if (!within(min, LIMITS.level) || !within(max, LIMITS.level)) return null;
  return {
    ...(min !== undefined && { min_level: min }),
    ...(max !== undefined && { max_level: max }),
  };
}

const BETWEEN = '[\\x20,/|;&]*(?:and )?';
/** `+atk -spa`, `-spa +atk`, `atk+ spa-` and `spa- atk+`. */
const RAISED_FIRST = [rule(`\\+_${STAT}${BETWEEN}-_${STAT}`), rule(`${STAT}_\\+${BETWEEN}${STAT}_-`)];
const LOWERED_FIRST = [rule(`-_${STAT}${BETWEEN}\\+_${STAT}`), rule(`${STAT}_-${BETWEEN}${STAT}_\\+`)];

function natureOf(raised: string | undefined, lowered: string | undefined): FilterValues | null {
  const [plus, minus] = [statOf(raised), statOf(lowered)];
  const found = NATURES.find((nature) => plus && nature.plus === plus && nature.minus === minus);
  return found ? { nature: found.name } : null;
}

const NOT_SHINY = rule('(?:not|non|no|without)_-?_shin(?:y|ies)');
const SHINY = rule('shin(?:y|ies)');
const NO_PROOF = rule(
  '(?:(?:no|without|w_/_o|wo|missing|lacks?|lacking)_(?:an? |any |the )?|(?<![^\\x20,;])-)proofs?|unproven|proofless',
);
const PROOF = rule('(?:(?:with|w_/|has|have|having|\\+)_(?:a |the )?)?proofs?|proven');

/** Takes what players write about a pokemon in figures and signs, and the flags. */
export function takeTraits(text: SearchText): void {
  for (const pattern of SPREADS) text.take(pattern, spreadOf);
  for (const pattern of PERFECT) text.take(pattern, ([, count]) => ({ min_perfect_ivs: Number(count) }));
  for (const pattern of RAISED_FIRST) text.take(pattern, ([, raised, lowered]) => natureOf(raised, lowered));
  for (const pattern of LOWERED_FIRST) text.take(pattern, ([, lowered, raised]) => natureOf(raised, lowered));
  text.take(HIDDEN_POWER, ([, type = '']) => powerOf(type));
  // A price would be read from the rest of `atk > 31`.
  text.takeWhole(LEVEL, levelOf);
  text.takeWhole(IV, ivOf);
  text.take(ALL_PERFECT, () => ({ min_perfect_ivs: STATS.length }));
  text.take(NOT_SHINY, () => ({ is_shiny: false }));
  text.take(SHINY, () => ({ is_shiny: true }));
  text.take(NO_PROOF, () => ({ proof: 'without' }));
  text.take(PROOF, () => ({ proof: 'with' }));
}
