import { dayMeant } from '../query/day.ts';
import { dateSoldError } from '../sale/sale.ts';
import { takeDays } from '../search/days.ts';
import { SearchText } from '../search/search-text.ts';
import { isCalendarDate, todayUtc } from '../shared/dates.ts';
import { LIMITS } from '../shared/limits.ts';
import { cleanName } from '../shared/text.ts';
import { zProofUrl } from '../shared/urls.ts';
import { type UnparsedLine, unparsedLine } from './unparsed-line.ts';

/** When something was sold, and a link to its proof. */
export interface SaleValues {
  date_sold?: string;
  proof_url?: string;
}

interface Taken {
  /** The line without them, and without separators at its ends. */
  rest: string;
  values: SaleValues;
  /** Links and dates that are not read; they are not in the rest either. */
  notRead: UnparsedLine[];
}

const LINK = /(?:proof(?: url)? ?[:=-]? ?)?[<(]?(https?:\/\/[^\s<>]+)>?/gi;
/** A separator of columns; not a comma in a number. */
const SEPARATOR = /(?<!\d)[,;]|[,;](?!\d)/;

/** Where a link ends: in a row, at the next separator, which elsewhere can be a part of it. */
function endOf(link: string, before: string): number {
  const isCell = before.trim() === '' || SEPARATOR.test(before);
  const at = isCell ? link.search(/[,;]/) : -1;
  const [after = ''] = /[.,;)]*$/.exec(link.slice(-4)) ?? [];
  return at < 0 ? link.length - after.length : at;
}

function withoutLinks(line: string): Taken {
  const values: SaleValues = {};
  const notRead: UnparsedLine[] = [];
  const rest = line.replace(LINK, (_, text: string, at: number) => {
    const end = endOf(text, line.slice(0, at));
    const link = text.slice(0, end);
    const { data, error } = zProofUrl.safeParse(link);
    if (error) notRead.push(unparsedLine(link, error.issues[0]?.message ?? ''));
    else if (values.proof_url !== undefined) notRead.push(unparsedLine(link, 'One sale has one proof'));
    else if (data) values.proof_url = data;
    return ` ${text.slice(end)}`;
  });
  return { rest, values, notRead };
}

const DATE_LIKE =
  /(?<![\p{L}\p{N}/.-])(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?![\p{L}\p{N}/-])/gu;

/** Why a text with the digits of a date is not a date that a sale can have. */
function dateIssue(text: string, now: Date): string {
  const day = isCalendarDate(text) ? text : dayMeant(text);
  return (day && dateSoldError(day, now)) || 'Not a clear date, such as 2026-03-12';
}

/** Whether a line may name a day, such as `5 nov` or `yesterday`: reading days is slow for thousands of short lines. */
const mayNameDay = (line: string): boolean =>
  line.length >= 4 && line.length <= LIMITS.search.length && /\d|day/i.test(line);

function withoutDates(line: string, now: Date): Taken {
  const notRead: UnparsedLine[] = [];
  const values: SaleValues = {};
  let rest = line;
  if (mayNameDay(line)) {
    const source = new SearchText(line);
    takeDays(source, todayUtc(now));
    const days = [...source.terms, ...source.contradictions].flatMap(({ from, to, filters }) =>
      filters.date_from !== undefined && filters.date_from === filters.date_to
        ? [{ from, to, day: filters.date_from }]
        : [],
    );
    for (const { from, to } of days.toSorted((one, next) => next.from - one.from))
      rest = `${rest.slice(0, from)} ${rest.slice(to)}`;
    const [first, ...others] = days;
    if (first) values.date_sold = first.day;
    for (const { from, to, day } of others)
      if (day !== first?.day) notRead.push(unparsedLine(line.slice(from, to), 'One sale has one day'));
  }
  rest = rest.replace(DATE_LIKE, (date) => {
    notRead.push(unparsedLine(date, dateIssue(date, now)));
    return ' ';
  });
  return { rest, values, notRead };
}

/** Takes the day of sale and the proof out of a line, such as a row of a sheet. @param now when `today` is */
export function withoutLinkAndDate(line: string, now: Date): Taken {
  const links = withoutLinks(line);
  const dates = withoutDates(links.rest, now);
  const isWhole = dates.rest === line;
  return {
    rest: isWhole ? line : cleanName(dates.rest).replace(/^[ ,;]+|[ ,;]+$/g, ''),
    values: { ...links.values, ...dates.values },
    notRead: [...links.notRead, ...dates.notRead],
  };
}
