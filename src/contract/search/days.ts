import type { FilterValues } from '../market/filter-fields.ts';
import { dayOf } from '../query/day.ts';
import { daysBefore, isCalendarDate } from '../shared/dates.ts';
import { PRICE_AHEAD } from './amounts.ts';
import { LETTER, rule, type SearchText } from './search-text.ts';

/** Inclusive days, `YYYY-MM-DD`. */
interface Period {
  from: string;
  to: string;
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
// Not the end of a longer number.
const YEAR = '(?:(?<!\\d)20\\d\\d)';

/** Sales are not older than this year. */
const FIRST_YEAR = 2000;

const two = (value: number): string => String(value).padStart(2, '0');

const monthOf = (name: string): number =>
  MONTHS.findIndex((month) => new RegExp(`^(?:${month})$`).test(name)) + 1;

function wholeMonth(year: number, month: number): Period {
  const from = `${year}-${two(month)}-01`;
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${two(month + 1)}-01`;
  return { from, to: daysBefore(next, 1) };
}

function oneDay(year: number, month: number, day: number): Period | null {
  const date = `${year}-${two(month)}-${two(day)}`;
  return isCalendarDate(date) ? { from: date, to: date } : null;
}

/** The latest period of two that has begun: without a year, `march` is the last one. */
const latest = (today: string, of: (year: number) => Period | null): Period | null => {
  const year = Number(today.slice(0, 4));
  const recent = of(year);
  return recent && recent.from <= today ? recent : of(year - 1);
};

/** A date as players write it. `march` and `12 mar` need a word like `since` or a year to be a date. */
const DATE = [
  `${YEAR}-\\d{1,2}-\\d{1,2}`,
  `${YEAR}[-/]\\d{1,2}`,
  `\\d{1,2}\\.\\d{1,2}\\.${YEAR}`,
  `\\d{1,2}(?:st|nd|rd|th)?_(?:of )?${MONTH}[.,]?(?:_${YEAR})?`,
  `${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?(?:,?_${YEAR})?(?!${LETTER})`,
  `${MONTH}[.,]?_(?:of )?(?:${YEAR})?`,
  YEAR,
].join('|');

const NUMBERS = /\d+/g;

/** The period of a date; null when it does not exist. */
function periodOf(text: string, today: string): Period | null {
  const numbers = Array.from(text.matchAll(NUMBERS), ([digits]) => Number(digits));
  const name = new RegExp(`${MONTH}`).exec(text)?.[0];
  const year = numbers.find((value) => value >= FIRST_YEAR);
  const [day] = numbers.filter((value) => value < FIRST_YEAR);
  if (name) {
    const month = monthOf(name);
    const of = (one: number) => (day === undefined ? wholeMonth(one, month) : oneDay(one, month, day));
    return year === undefined ? latest(today, of) : of(year);
  }
  const [first = 0, second = 0, third = 0] = numbers;
  if (numbers.length === 1) return { from: `${first}-01-01`, to: `${first}-12-31` };
  if (numbers.length === 3)
    return year === first ? oneDay(first, second, third) : oneDay(third, second, first);
  return second >= 1 && second <= 12 ? wholeMonth(first, second) : null;
}

const UNITS = { d: 'd', w: 'w', m: 'm', y: 'y' } as const;
const UNIT = '(d|days?|w|wks?|weeks?|m|mo|mos|mths?|months?|y|yrs?|years?)';
/** Without `last`, `5m` is a price. */
const BARE_UNIT = '(d|days?|w|wks?|weeks?|mo|mos|mths?|months?|y|yrs?|years?)';

function lastUnits(amount: string | undefined, unit = 'd', today: string): FilterValues | null {
  const letter = UNITS[unit.charAt(0) as keyof typeof UNITS];
  const many = Number(amount ?? 1);
  return many >= 1 && many <= 9999 ? { date_from: dayOf(`today-${many}${letter}`, today) } : null;
}

/** The first day of the current week (from Monday), month or year. */
function startOf(unit: string, today: string): string {
  if (unit === 'month') return `${today.slice(0, 7)}-01`;
  if (unit === 'year') return `${today.slice(0, 4)}-01-01`;
  return daysBefore(today, (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7);
}

const LAST = rule(
  `(?:since |in |within |over |from |during )?(?:the )?(?:last|past|previous) (?:(\\d{1,4})_)?${UNIT}`,
);
const AGO = rule(`(?:since |from |after )?(\\d{1,4})_${BARE_UNIT}(?: ago)?`);
const THIS = rule('(?:in |since )?this (week|month|year)');
const NAMED_DAY = rule('(?:sold |from |on )?(today|yesterday)');
const SINCE_NAMED_DAY = rule('since (today|yesterday)');
const BETWEEN = rule(`(?:between |from )?(${DATE})_(?:-|~|to|and|until|till|\\.\\.)_(${DATE})`);
const SINCE = rule(`(since|from|after|before|until|till|up to|older than|newer than) (?:the )?(${DATE})`);
const SIGNED = rule(`(date:?_)?([<>]=?)_(${DATE})`);
const IN = rule(`(?:in|on|during|sold|date[:=]?) (?:the )?(${DATE})`);
const DATED = rule(`(?:date[:=]_)?(?!${PRICE_AHEAD})(${DATE})`);

function bounded(word: string, { from, to }: Period): FilterValues {
  switch (word) {
    case 'since':
    case 'from':
    case '>=':
      return { date_from: from };
    case 'after':
    case 'newer than':
    case '>':
      return { date_from: daysBefore(to, -1) };
    case 'before':
    case 'older than':
    case '<':
      return { date_to: daysBefore(from, 1) };
    default:
      return { date_to: to };
  }
}

const isIn = ({ from, to }: Period): FilterValues => ({ date_from: from, date_to: to });

/** Takes days and periods. Relative ones refer to `today`, in UTC. */
export function takeDays(text: SearchText, today: string): void {
  const period = (date = '') => periodOf(date, today);
  const dayNamed = (name: string | undefined) => (name === 'today' ? today : daysBefore(today, 1));
  text.take(LAST, ([, amount, unit]) => lastUnits(amount, unit, today));
  text.take(AGO, ([, amount, unit]) => lastUnits(amount, unit, today));
  text.take(THIS, ([, unit = '']) => ({ date_from: startOf(unit, today) }));
  text.take(SINCE_NAMED_DAY, ([, day]) => ({ date_from: dayNamed(day) }));
  text.take(NAMED_DAY, ([, day]) => ({ date_from: dayNamed(day), date_to: dayNamed(day) }));
  text.take(BETWEEN, ([, first = '', last = '']) => {
    const year = /\d{4}/.exec(last)?.[0];
    // `jan to mar 2025` is in one year.
    const start = period(year && !/\d{4}/.test(first) ? `${first} ${year}` : first);
    const end = period(last);
    if (!start || !end) return null;
    return start.from <= end.from
      ? isIn({ from: start.from, to: end.to })
      : isIn({ from: end.from, to: start.to });
  });
  text.take(SINCE, ([, word = '', date]) => {
    const found = period(date);
    return found && bounded(word, found);
  });
  text.take(SIGNED, ([, word, sign = '', date = '']) => {
    const found = word !== undefined || /\D/.test(date) ? period(date) : null;
    return found && bounded(sign, found);
  });
  text.take(IN, ([, date]) => {
    const found = period(date);
    return found && isIn(found);
  });
  text.take(DATED, ([, date = '']) => {
    const found = /\d{4}/.test(date) || /\d\.\d/.test(date) ? period(date) : null;
    return found && found.from <= today ? isIn(found) : null;
  });
}
