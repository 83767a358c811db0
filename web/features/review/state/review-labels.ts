import { formatDate } from '../../../../src/contract/dates.ts';
import type { ReviewSale } from '../../../../src/contract/review.ts';
import type { SaleStatus } from '../../../../src/contract/sale.ts';
import { errorData, errorText } from '../../../lib/errors.ts';
import type { Undoable } from './use-undo.ts';

const CHANGED =
  'Somebody else changed this sale meanwhile. It is shown here as it is now; what you typed is kept.';

/** Who was faster, and when: `formatDate` and the time of day in UTC. */
export function decidedFirst({ by, at }: { by: string | null; at: string }): string {
  const time = new Date(at).toISOString().slice(11, 16);
  return `Decided${by === null ? '' : ` by ${by}`} on ${formatDate(at)} at ${time} UTC.`;
}

/** Why a review failed, in a sentence (SPEC section 8); who was faster is named. */
export function reviewFailure(error: unknown, fallback: string): string {
  if (errorData(error)?.reason === 'STALE_VERSION') return CHANGED;
  const decided = errorData(error)?.decided;
  const said = errorText(error, fallback);
  return decided ? `${said} ${decidedFirst(decided)}` : said;
}

/** True when the sale is no longer as it was shown: decided or changed by somebody else. */
export const isOvertaken = (error: unknown): boolean => errorData(error)?.httpStatus === 409;

export const STATUS_WORDS: Record<SaleStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

export const isStatus = (text: string): text is SaleStatus => Object.hasOwn(STATUS_WORDS, text);

/** `1 sale`, `5 sales` */
export const salesCount = (count: number): string =>
  count === 1 ? '1 sale' : `${count.toLocaleString('en-US')} sales`;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY_MS = 86_400_000;

/** `at 14:05` where the reader is, and on which day when it is another one. */
export function whenWords(iso: string, now: number): string {
  const at = new Date(iso);
  const time = `at ${clock.format(at)}`;
  return now - at.getTime() < DAY_MS / 2 ? time : `on ${formatDate(iso)} ${time}`;
}

/** What became of a sale, and by whom: `Approved by misty_w at 14:05`. Null while it waits. */
export function outcomeWords(sale: ReviewSale, reader: string | undefined, now: number): string | null {
  if (sale.deleted_at) return `Deleted ${whenWords(sale.deleted_at, now)}`;
  if (sale.status === 'pending') return null;
  const words = STATUS_WORDS[sale.status];
  if (!sale.decided) return words;
  const { by, at } = sale.decided;
  const who = by === null ? '' : ` by ${by === reader ? 'you' : by}`;
  return `${words}${who} ${whenWords(at, now)}`;
}

/** How long something has waited: `now`, `5 min`, `3 h`, `2 d`. */
export function ageWords(iso: string, now: number): string {
  const minutes = Math.floor((now - new Date(iso).getTime()) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} d`;
}

/** What an act that can be undone was on: `Garchomp, sale 12`, or `5 sales`. */
export function actedOn({ sales }: Pick<Undoable, 'sales'>): string {
  const [only, ...others] = sales;
  return only && others.length === 0 ? `${only.name}, sale ${only.id}` : salesCount(sales.length);
}
