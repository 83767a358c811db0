import type { Span } from '../shared/text.ts';
import { LETTER, pattern, type Rule } from './rule.ts';

/** What excludes the piece after it. */
export const NOT =
  "(?:[a-z]+n't|(?:ai|is|are|was|do|does|has|have|ca|wo)nt|not|no|non|nicht|pas|never|neither|nor|without|ohne|sans|sin|w_/_o|except|exclud(?:ing|es?)|excl?\\.?|exc\\.|besides|avoid(?:ing)?|minus(?= (?:shin|proof))|(?:all|any|anything|everything) (?:but|except)|other than)(?: (?:an?|any|the|be|have|sold|with|in|nature|ability|form))*";

/** How a number bounds what it is compared with. */
export type Sign = '<' | '<=' | '=' | '>=' | '>';

/** Of an abbreviation: `max. 5m` and `max.500k`. `max.5m` may also mean 500,000. */
const POINT = '(?:\\.(?!\\d{1,2}(?!\\d)))';
/** Bounds and ranges are also understood in German, French and Spanish. The text of a search has no accents. */
const LESS = '(?:(?:less|fewer|lower|cheaper|less expensive) than|weniger als|moins de|menos de)';
const MORE = '(?:(?:more|higher|greater|better|more expensive) than|mehr als|plus de|mas de)';
const UNDER = 'under|below|unter';
const OVER = 'over|above|exceeding|ue?ber';
const NO = '(?:not?|nicht|pas)';
export const OR = '(?:or|oder|ou|o)';
export const FROM = '(?:from|ab|von|a partir de|desde)';
export const UP_TO = "(?:up_to(?: and including)?|bis(?: zu)?|jusqu'?a|hasta)";
export const BETWEEN = '(?:between|zwischen|entre)';
export const BEFORE_RANGE = `(?:${BETWEEN}|${FROM})`;
export const AND = '(?:and|und|et|y)';
/** Between the ends of a range, as are a hyphen and, often only after `between`, `and`. */
export const TO = `(?:~|to|${UP_TO}|until|till?|\\.\\.)`;
/** A number, with the name of what it is about. */
export const NUMBER_AHEAD =
  '(?:of )?(?:(?:price|lvl?\\.?|level|hp|att?a?c?k|def[a-z]*|sp[a-z.]*))?_[:<>=]*_[.,]?\\d';
/** Not before the number of another piece: `5x31 max 1m`. */
const OWN = `(?! than|_${NUMBER_AHEAD})`;

/** The words of each sign before a number, and those after one. */
const WORDS: readonly (readonly [sign: Sign, before: string, after: string])[] = [
  [
    '<=',
    `max${POINT}?|maxim(?:um|al|o)|at (?:the )?most|hoe?chstens|au plus|${UP_TO}|budget|${NO} (?:${MORE}|${OVER})`,
    `${OR} (?:less|fewer|lower|cheaper|weniger|moins|menos)(?! than)|(?:max(?:im(?:um|al|o))?|at (?:the )?most|tops|budget|(?:or|and) (?:under|below|down))${OWN}`,
  ],
  [
    '>=',
    `min${POINT}?|minim(?:um|al|o)|at (?:the )?least|mindestens|au moins|al menos|${FROM}|starting at|${NO} (?:${LESS}|${UNDER})`,
    `\\+(?!_/|${LETTER})|${OR} (?:more|higher|greater|better|mehr|plus|mas)(?! than)|(?:min(?:im(?:um|al|o))?|at (?:the )?least|(?:or|and) (?:over|above)|(?:(?:or|and) )?up(?:wards?)?(?! to))${OWN}`,
  ],
  ['<', `${UNDER}|${LESS}`, '(?!)'],
  ['>', `${OVER}|${MORE}`, '(?!)'],
];
/** Words before and after a number that make it the end of a range. */
export const BOUND_BEFORE = WORDS.map(([, before]) => before).join('|');
export const BOUND_AFTER = WORDS.map(([, , after]) => after).join('|');

const MEANINGS = WORDS.map(([sign, before, after]) => ({ sign, words: pattern(`^(?:${before}|${after})$`) }));

/** The sign that a sign as typed or the words of a bound mean; `=` for all others. */
export function signOf(typed: string): Sign {
  const sign = typed.replace(/^=([<>])$/, '$1=');
  if (/^[<>]=?$/.test(sign)) return sign as Sign;
  return MEANINGS.find(({ words }) => words().test(typed))?.sign ?? '=';
}

const TRADE = `(?<!${LETTER})(?:wt[bst]|[bst]|lf|pc)`;
/** Before a sign. Not `S> 5x31`, which offers it; `wtb >1m` is about a price. */
export const NOT_TRADE = `(?<!<)(?!(?<=${TRADE})>(?!=)|(?<=${TRADE} )> )`;

/** Words before a number or a day with which it says something else. */
const INEXACT = `about|around|within|approx(?:imately)?\\.?|roughly|ca\\.?|circa|near(?:ly)?|close to|almost|like|exactly|${BETWEEN}|to|by|since|before|after|until|till?|[a-z]+ than|less|fewer|lower|cheaper|more|higher|greater|better|${BOUND_BEFORE}`;
/** Before a day; not the ability Slow Start. */
const PART_OF =
  '(?:early|late|mid|middle|end|(?<!slow )start|beginning|(?:first|second|1st|2nd) half|h[12]|[a-z0-9]+ quarter|week \\d{1,2}|(?<!(?:last|past|previous|this|\\d) )week|spring|summer|autumn|fall|winter)(?: of)?(?: the)?';
const BEGIN = '(?<![^\\x20,;])';

const BEFORE_ANY = `${BEGIN}(?:[-!]|(?:${NOT})[\\x20-]+|with or )|(?:!=|<>)_`;
const BEFORE_AMOUNT = `${BEFORE_ANY}|${BEGIN}(?:${INEXACT}) |${NOT_TRADE}(?:[<>]=?|=[<>]|~)_|(?<!${LETTER})\\d+_[-/~]_`;
const AFTER_ANY = `or (?:not|no|none)|optional|(?:is |are |does )?(?:${NOT}) (?:needed|required|necessary|important|matter)`;
const AFTER_AMOUNT = `${AFTER_ANY}|${BOUND_AFTER}|or so|-?_ish|\\+_/?_-|give or take|ago|old|onwards?|(?:or|and) (?:later|newer|after|earlier|older|before)${OWN}`;

/** What a piece is about. */
export type Subject = 'trait' | 'amount' | 'day';
const AFTER_AMOUNTS = pattern(`^_(?:${AFTER_AMOUNT})(?!${LETTER})`);
const BEFORE: Record<Subject, Rule> = {
  trait: pattern(`(?:${BEFORE_ANY})$`),
  amount: pattern(`(?:${BEFORE_AMOUNT})$`),
  day: pattern(`(?:${BEFORE_AMOUNT}|${BEGIN}${PART_OF} )$`),
};
const AFTER: Record<Subject, Rule> = {
  trait: pattern(`^_(?:${AFTER_ANY})(?!${LETTER})`),
  amount: AFTER_AMOUNTS,
  day: AFTER_AMOUNTS,
};

/**
 * A piece together with surrounding words that change its meaning, as in `not jolly`, `about 1m` and
 * `shiny or not`; null without such words.
 */
export function qualified(text: string, { from, to }: Span, subject: Subject): Span | null {
  const before = BEFORE[subject]().exec(text.slice(0, from));
  const after = AFTER[subject]().exec(text.slice(to));
  return before || after ? { from: before?.index ?? from, to: to + (after?.[0].length ?? 0) } : null;
}

const BOUNDED_BEFORE = pattern(`(?:${NOT_TRADE}([<>]=?|=[<>])|(?<!${LETTER})(${BOUND_BEFORE}|exactly))_$`);
const BOUNDED_AFTER = pattern(`^_(${BOUND_AFTER})(?!${LETTER})`);

/** A number with a sign or words before or after it that bound it. */
export function bounded(text: string, { from, to }: Span): Span & { sign?: Sign } {
  const before = BOUNDED_BEFORE().exec(text.slice(0, from));
  if (before) return { from: before.index, to, sign: signOf(before[1] ?? before[2] ?? '') };
  const after = BOUNDED_AFTER().exec(text.slice(to));
  return after ? { from, to: to + after[0].length, sign: signOf(after[1] ?? '') } : { from, to };
}
