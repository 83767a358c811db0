import type { FilterValues } from '../market/filter-fields.ts';
import { dayOf, parseDay } from '../query/day.ts';
import { daysBefore, isCalendarDate } from '../shared/dates.ts';
import { PRICE_AHEAD, PRICES_BEHIND } from './amounts.ts';
import { AND, BEFORE_RANGE, BETWEEN, FROM, TO, UP_TO } from './qualifiers.ts';
import { LETTER, pattern, rule } from './rule.ts';
import type { SearchText } from './search-text.ts';

/** Inclusive days, `YYYY-MM-DD`. */
interface Period {
  from: string;
  /** Undefined while it goes on: `last 30d`, `this month`. */
  to?: string;
}

const MONTHS = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sept?(?:ember)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];
const MONTH = `(?:${MONTHS.join('|')})`;
const MONTH_NAME = new RegExp(MONTH);
// Not the end of a longer number.
const YEAR = '(?:(?<!\\d)20\\d\\d)';
/** Not a part of `12/03/2025`. */
const WHOLE_YEAR = `(?<!(?<!\\d)\\d{1,2}[-/.])${YEAR}(?![-/.]\\d{1,2}(?!\\d))`;

/** Sales are not older than this year. */
const FIRST_YEAR = 2000;

const two = (value: number): string => String(value).padStart(2, '0');

/** The number of a month; its first three letters are enough. */
const monthOf = (name: string): number => MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;

function wholeMonths(year: number, month: number, count = 1): Period {
  const from = `${year}-${two(month)}-01`;
  const next = month + count;
  const after = next > 12 ? `${year + 1}-01-01` : `${year}-${two(next)}-01`;
  return { from, to: daysBefore(after, 1) };
}

function oneDay(year: number, month: number, day: number): Period | null {
  const date = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(date) ? { from: date, to: date } : null;
}

/** A leap day may be that long ago. */
const MAX_YEARS = 8;

/** The latest period that has begun: without a year, `march` is the last one. */
const latest = (today: string, of: (year: number) => Period | null): Period | null => {
  const year = Number(today.slice(0, 4));
  const periods = Array.from({ length: MAX_YEARS + 1 }, (_, ago) => of(year - ago));
  return periods.find((period) => period && period.from <= today) ?? null;
};

const ORDINAL = '(?:st|nd|rd|th|\\.(?!\\d))?';
/** A date as players write it. `march` needs a word like `since` or a year to be a date. */
const DATE = [
  `${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}`,
  `${YEAR}[-/]\\d{1,2}`,
  `\\d{1,2}[-/.]\\d{1,2}[-/.]${YEAR}`,
  `\\d{1,2}[-/.]${YEAR}`,
  `(?:\\d{1,2}[-/])?${MONTH}[-/]${YEAR}`,
  `${YEAR}[-/]${MONTH}(?:[-/]\\d{1,2})?(?!${LETTER})`,
  `q[1-4](?:_[-/]?_${YEAR})?`,
  `${YEAR}_[-/]?_q[1-4]`,
  `(?<!\\d[.,])\\d{1,2}${ORDINAL}_(?:of )?${MONTH}[.,]?(?:_${YEAR})?`,
  `${MONTH}\\.? \\d{1,2}${ORDINAL}(?:,?_${YEAR}|(?!${PRICES_BEHIND}))(?!${LETTER})`,
  `${MONTH}[.,]?_(?:of )?(?:${YEAR})?`,
  WHOLE_YEAR,
].join('|');

/** Otherwise a part of a name may be meant. */
const NEEDS_WORD = /^(?:\D*|q[1-4])$/;
const NUMBERS = /\d+/g;
const HAS_NO_YEAR = new RegExp(`^(?!.*\\d{4}).*(?:${MONTH}|q[1-4])`);

/** The day and month of `12.03.` and `25/12`; of `12/03` only when they are the same. */
function dayAndMonth(text: string, first: number, second: number): [day: number, month: number] | null {
  if (text.includes('.') || first > 12 || first === second) return [first, second];
  return second > 12 ? [second, first] : null;
}

/** The period of a date; null when it does not exist, or may be two. */
function datePeriod(text: string, today: string): Period | null {
  const numbers = Array.from(text.matchAll(NUMBERS), ([digits]) => Number(digits));
  const name = MONTH_NAME.exec(text)?.[0];
  const year = numbers.find((value) => value >= FIRST_YEAR);
  const [first = 0, second = 0] = numbers.filter((value) => value < FIRST_YEAR);
  if (name || text.includes('q')) {
    const month = name ? monthOf(name) : 3 * first - 2;
    const of = (one: number) => {
      if (!name) return wholeMonths(one, month, 3);
      return first === 0 ? wholeMonths(one, month) : oneDay(one, month, first);
    };
    return year === undefined ? latest(today, of) : of(year);
  }
  if (year === undefined) return null;
  if (numbers.length === 1) return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (numbers.length === 2) return first >= 1 && first <= 12 ? wholeMonths(year, first) : null;
  if (year === numbers[0]) return oneDay(year, first, second);
  const [day, month] = dayAndMonth(text, first, second) ?? [];
  return day && month ? oneDay(year, month, day) : null;
}

const UNIT = '(?:d|days?|w|wks?|weeks?|m|mo|mos|mths?|months?|y|yrs?|years?)';
/** Without `last`, `5m` is a price. */
const BARE_UNIT = '(?:d|days?|w|wks?|weeks?|mo|mos|mths?|months?|y|yrs?|years?)';
/** Those of other languages, by the letter of the English one. The text of a search has no accents. */
const OTHER_UNITS = [
  ['d', 'tage?n?|jours?|dias?'],
  ['w', 'wochen?|semaines?|semanas?'],
  ['m', 'monate?n?|mois|mes(?:es)?'],
  ['y', 'jahre?n?|ans?|annees?|anos?'],
] as const;
const OTHER_LAST = '(?:letzte[mnrs]?|derniere?s?|ultim[ao]s?|pasad[ao]s?)';
const OTHER_UNIT = `(?:${OTHER_UNITS.map(([, words]) => words).join('|')})`;
/** `letzter monat`, `30 derniers jours`, `ultimos 30 dias` and `mes pasado`. */
const IN_OTHERS = `(?:\\d{1,4}_)?${OTHER_LAST} (?:\\d{1,4}_)?${OTHER_UNIT}|${OTHER_UNIT} ${OTHER_LAST}`;
const LAST = `(?:last|past|previous) (?:\\d{1,4}_)?${UNIT}|${IN_OTHERS}`;
const THE = "(?:(?:the|d(?:e[lmnr]|ie|as|es|u)|l[ae]s?|el|los) |l'_)?";
/** `30d`; not the end of a fraction, as in `1.5 months`. */
const SPAN = `(?<!\\.|\\d,)\\d{1,4}_${BARE_UNIT}(?!${LETTER})`;
/** As in an advanced query. In `today - 5m`, the hyphen may be before a price. */
const BEFORE_TODAY = 'today(?:-\\d{1,4}[dwmy]|_-_\\d{1,4}_[dwy])';
const RELATIVE = `${BEFORE_TODAY}|today|yesterday|${LAST}|this (?:week|month|year)|${SPAN} ago`;
const PERIOD = `${RELATIVE}|${DATE}`;
/** A day, month, quarter or year without a word that bounds it. */
export const ONE_PERIOD = pattern(`^(?:today|yesterday|${DATE})$`);

/** The first day of the current week (from Monday), month or year; today for a day. */
function startOf(unit: string, today: string): string {
  if (unit === 'd') return today;
  if (unit === 'm') return `${today.slice(0, 7)}-01`;
  if (unit === 'y') return `${today.slice(0, 4)}-01-01`;
  return daysBefore(today, (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7);
}

const FROM_NOW = new RegExp(`^(?:(last|past|previous|this) +)?(?:(\\d+) *)?(${UNIT})(?: +(ago|old))?$`);

const OTHER_PERIOD = pattern(`^(?:${IN_OTHERS})$`);

/** `last 30d` for `30 derniers jours`; a text of another kind as it is. */
function inEnglish(text: string): string {
  if (!OTHER_PERIOD().test(text)) return text;
  const [amount = ''] = text.match(NUMBERS) ?? [];
  const unit = OTHER_UNITS.find(([, words]) => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`).test(text));
  return `last ${amount}${unit?.[0]}`;
}

/**
 * The period of a date, or of a text that refers to today: `yesterday`, `30d ago`, `today-30d`, `30d`, `last 30d`, `last week`. The
 * last week began 7 days ago, and ended before the current one. Null for a date that does not exist.
 */
function periodOf(text: string, today: string): Period | null {
  const day = text === 'yesterday' ? 'today-1d' : parseDay(text);
  if (day !== null) return { from: dayOf(day, today), to: dayOf(day, today) };
  const [, word, amount, [unit] = '', suffix] = FROM_NOW.exec(inEnglish(text)) ?? [];
  if (unit === undefined) return datePeriod(text, today);
  if (word === 'this') return { from: startOf(unit, today) };
  const many = Number(amount ?? 1);
  if (many < 1) return null;
  const from = dayOf(`today-${many}${unit}`, today);
  if (suffix === 'ago') return { from, to: from };
  return { from, to: amount === undefined ? daysBefore(startOf(unit, today), 1) : undefined };
}

/** For a rule: the number before it begins a date of numbers only. */
export const DATE_BEHIND = `[-/.](?:\\d{1,2}[-/.])?${YEAR}`;
/** For a rule: the number before it is one of a day or of days. */
export const DAY_BEHIND = `${ORDINAL}_(?:(?:of )?${MONTH}|${BARE_UNIT})(?!${LETTER})`;

/** `march 12-20 2025` and `12-20 march`, with the days, the month and the year in groups. Not within `nov 5 - 10 jan`. */
const DAYS_OF_MONTH = `(\\d{1,2})${ORDINAL}_(?:-|${TO}|(?<=${BETWEEN} (?:${MONTH}\\.? )?\\d{1,2}${ORDINAL} )${AND})_(\\d{1,2})${ORDINAL}`;
const MONTH_DAYS = rule(
  `(?:${BEFORE_RANGE} )?(${MONTH})\\.? ${DAYS_OF_MONTH}(?:,?_(${YEAR})|(?!${PRICES_BEHIND}|_(?:of )?${MONTH}))`,
);
const DAYS_MONTH = rule(
  `(?:${BEFORE_RANGE} )?(?<!${MONTH}\\.? )${DAYS_OF_MONTH}_(?:of )?(${MONTH})(?:[.,]?_(${YEAR}))?`,
);
const MONTH_OR_QUARTER = `(?:${MONTH}|q[1-4])`;
/** Between two periods: not within `mar-2025` and `2025-q1`. */
const HYPHEN = `-(?!(?<=${MONTH_OR_QUARTER}\\.?-)${YEAR}(?![-/.\\d]))(?!(?<=(?<!${MONTH_OR_QUARTER}[.,/-]?_|[-/.])${YEAR}-)${MONTH_OR_QUARTER})`;
const RANGE = rule(
  `(?:(?:${BEFORE_RANGE}|since) )?(${PERIOD}|${SPAN})_(?:${HYPHEN}|${TO}|${AND})_${THE}(${PERIOD})`,
);
const bound = (words: string, after = ''): ReturnType<typeof rule> =>
  rule(`(?:${words}) ${THE}(${PERIOD}|${SPAN}(?: old)?)${after}`);
/** `more than 30 days` is about an age, `more than 30k` about a price; `over 30 days` may be neither. */
const IF_SPAN = `(?= ${SPAN})`;
const IF_AGE = `(?= ${SPAN} (?:ago|old))`;
const SINCE = bound(
  `since|seit|depuis|${FROM}|as of|not? (?:older|earlier) than|not before`,
  '(?:_onwards?)?',
);
const UNTIL = bound(`until|till?|${UP_TO}|by|not? (?:newer|later) than|not after`);
const AFTER = bound('after|post|nach|apres|despues del?|later than');
const NEWER = bound(`newer than|less than${IF_SPAN}|(?:under|at most)${IF_AGE}`);
const BEFORE = bound(
  `before|pre|vor(?! ${SPAN})|avant|antes del?|prior to|(?:older|earlier) than|more than${IF_SPAN}|(?:over|at least)${IF_AGE}`,
);
const SIGNED = rule(`(date:?_)?(?<!<)([<>]=?)_(${PERIOD})`);
/** Not only the sign between two pieces. */
const PLUS = '\\+(?=[\\x20,;]|$)';
/** Not `<30d` and `30d+`, which may mean later or earlier than 30 days ago. */
const RECENT = rule(
  `(?:(?:in|im|en|within|over(?! \\d)|during|sold|on) )?${THE}(${RELATIVE}|(?<![<>]=?_)${SPAN}(?!${PLUS}))`,
);
/** `march 2025+`; `2025+` is a price. */
const ONWARDS = rule(`(${DATE})(?:${PLUS}| onwards?| (?:or|and) (?:later|newer|after))`);
const BACKWARDS = rule(`(${DATE}) (?:or|and) (?:earlier|older|before)`);
const IN = rule(`(?:in|on|during|sold|date[:=]?) (?:the )?(${DATE})`);
const DATED = rule(`(?:date[:=]_)?(?!${PRICE_AHEAD})(${DATE})`);

type Read = (period: Period) => FilterValues | null;
const isIn: Read = ({ from, to }) => ({ date_from: from, ...(to !== undefined && { date_to: to }) });
const isSince: Read = ({ from }) => ({ date_from: from });
const isBefore: Read = ({ from }) => ({ date_to: daysBefore(from, 1) });
// Nothing is after a period that has not ended, and everything is before its end.
const isAfter: Read = ({ to }) => (to === undefined ? null : { date_from: daysBefore(to, -1) });
const isUntil: Read = ({ to }) => (to === undefined ? null : { date_to: to });
/** Newer than 30 days are the last 30 days. */
const isNewer: Read = (period) => (period.to === undefined ? isSince(period) : isAfter(period));
const COMPARED: Readonly<Record<string, Read>> = {
  '>=': isSince,
  '>': isAfter,
  '<': isBefore,
  '<=': isUntil,
};

/** Takes days and periods. Relative ones refer to `today`, in UTC. */
export function takeDays(text: SearchText, today: string): void {
  const readAs = (read: Read | undefined, date = '') => {
    const found = periodOf(date, today);
    return found && read ? read(found) : null;
  };
  const readDays = (first = '', last = '', month = '', year = '') => {
    const start = periodOf(`${first} ${month} ${year}`, today);
    const end = start && periodOf(`${last} ${month} ${start.from.slice(0, 4)}`, today);
    return start && end && start.from <= end.from ? isIn({ from: start.from, to: end.to }) : null;
  };
  text.takeWhole(MONTH_DAYS, ([, month, first, last, year]) => readDays(first, last, month, year));
  text.takeWhole(DAYS_MONTH, ([, first, last, month, year]) => readDays(first, last, month, year));
  text.takeWhole(RANGE, ([, first = '', last = '']) => {
    const end = periodOf(last, today);
    // `jan to mar 2025` is in one year, and `nov to jan` is not.
    const inYear = (year: number) => periodOf(`${first} ${year}`, today);
    const start = end && HAS_NO_YEAR.test(first) ? latest(end.from, inYear) : periodOf(first, today);
    if (!start || !end) return null;
    return start.from <= end.from
      ? isIn({ from: start.from, to: end.to })
      : isIn({ from: end.from, to: start.to });
  });
  // `not older than` before `older than`.
  text.takeWhole(SINCE, ([, date]) => readAs(isSince, date));
  text.takeWhole(UNTIL, ([, date]) => readAs(isUntil, date));
  text.takeWhole(AFTER, ([, date]) => readAs(isAfter, date));
  text.takeWhole(NEWER, ([, date]) => readAs(isNewer, date));
  text.takeWhole(BEFORE, ([, date]) => readAs(isBefore, date));
  text.take(SIGNED, ([, word, sign = '', date = '']) =>
    word !== undefined || /\D/.test(date) ? readAs(COMPARED[sign], date) : null,
  );
  text.take(RECENT, ([, date = '']) => readAs(/^(?:today|yesterday)$/.test(date) ? isIn : isSince, date));
  text.take(ONWARDS, ([piece, date = '']) => (/^\d+\+/.test(piece) ? null : readAs(isSince, date)));
  text.take(BACKWARDS, ([, date]) => readAs(isUntil, date));
  text.take(IN, ([, date]) => readAs(isIn, date));
  text.take(DATED, ([, date = '']) => {
    const found = NEEDS_WORD.test(date) ? null : periodOf(date, today);
    return found && found.from <= today ? isIn(found) : null;
  });
}
