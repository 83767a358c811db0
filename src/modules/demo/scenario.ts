import type { CreateFollow } from '../../contract/follows/follows.ts';
import type { ReportDecision, ReportReason } from '../../contract/reports/report-values.ts';
import { NORMAL_FORM } from '../../contract/sale/forms.ts';
import { byStat } from '../../contract/sale/ivs.ts';
import type { SaleKind } from '../../contract/sale/kinds.ts';
import { priceText } from '../../contract/sale/price.ts';
import type { Decision } from '../../contract/sale/statuses.ts';
import { LIMITS } from '../../contract/shared/limits.ts';
import type { SaleDraft, SaleEdit } from '../sales/drafts.ts';
import type { GeneratedSale } from './sale-generator.ts';

/** Times are hours before the end of the generated market. */
const days = (count: number): number => 24 * count;

export interface ScenarioFollow extends Pick<CreateFollow, 'condition' | 'channels'> {
  by: string;
  hoursAgo: number;
  filter: Record<string, unknown>;
  pausedHoursAgo?: number;
}

/** The searches that the demo accounts follow. Nothing is mailed: their addresses do not exist. */
export const FOLLOWS: readonly ScenarioFollow[] = [
  {
    by: 'demo_user',
    hoursAgo: days(30),
    filter: { kind: 'pokemon', name: 'Garchomp', exact: true, min_perfect_ivs: 4 },
  },
  {
    by: 'demo_user',
    hoursAgo: days(28),
    filter: { kind: 'item', name: 'Choice Band', exact: true },
    condition: { type: 'at_or_below', price: 200_000 },
    channels: { feed: true },
  },
  {
    by: 'demo_user',
    hoursAgo: days(21),
    filter: { kind: 'pokemon', query: 'shiny = true OR perfect_ivs = 6' },
    condition: { type: 'at_or_above', price: 150_000 },
    channels: { feed: true },
  },
  {
    by: 'demo_user',
    hoursAgo: days(20),
    filter: { kind: 'item', name: 'Rare Candy', exact: true },
    condition: { type: 'outside_middle_half' },
    pausedHoursAgo: days(20) - 1,
  },
  {
    by: 'demo_user',
    hoursAgo: days(6),
    filter: { kind: 'pokemon', name: 'Ditto', exact: true, min_perfect_ivs: 5 },
    channels: { inbox: false, feed: true },
  },
  {
    by: 'demo_checker',
    hoursAgo: days(14),
    filter: { kind: 'pokemon', query: 'shiny = true' },
  },
  { by: 'demo_admin', hoursAgo: days(14), filter: { kind: 'item', name: 'Master Ball', exact: true } },
];

/** Everything in the inbox of `demo_user` until then has been read. */
export const READ_HOURS_AGO = 19;

export interface ReviewedSale {
  /** The end of its import key. */
  key: string;
  by: string;
  /** When it was submitted, a day after the sale. */
  hoursAgo: number;
  draft: Omit<SaleDraft, 'date_sold'>;
  change?: SaleEdit;
  decision: { hoursAgo: number; status: Decision; review_notes?: string };
}

const itemDraft = (name: string, price: number, thread: number): ReviewedSale['draft'] => ({
  kind: 'item',
  name,
  price,
  proof_url: `https://forum.example/threads/${thread}`,
  traits: null,
});

const OVERPRICED = 'overpriced';

export const REVIEWED: readonly ReviewedSale[] = [
  {
    key: OVERPRICED,
    by: 'demo_winona',
    hoursAgo: days(7),
    draft: itemDraft('Life Orb', 640_000, 911_402),
    decision: { hoursAgo: days(6), status: 'approved' },
  },
  {
    key: 'renamed',
    by: 'demo_user',
    hoursAgo: days(4),
    draft: itemDraft('Choice Specs', 158_000, 911_870),
    change: { name: 'Choice Scarf' },
    decision: { hoursAgo: days(3) + 5, status: 'approved' },
  },
  {
    key: 'mistyped',
    by: 'demo_user',
    hoursAgo: 40,
    draft: {
      kind: 'pokemon',
      name: 'Gyarados',
      price: 8_500,
      proof_url: 'https://forum.example/threads/912034',
      traits: {
        form: NORMAL_FORM,
        ability: 'Intimidate',
        nature: 'Jolly',
        level: 50,
        is_shiny: false,
        held_item: null,
        ivs: byStat((stat) => (stat === 'spatk' ? 11 : LIMITS.iv.max)),
      },
    },
    change: { price: 85_000, traits: { nature: 'Adamant' } },
    decision: { hoursAgo: 17, status: 'approved' },
  },
  {
    key: 'offered',
    by: 'demo_user',
    hoursAgo: 20,
    draft: itemDraft('Lucky Egg', 240_000, 912_101),
    decision: {
      hoursAgo: 8,
      status: 'rejected',
      review_notes: 'The thread shows an offer, not a sale. Please link the post in which both sides agree.',
    },
  },
];

/** The sale of a report: a reviewed one, or one of the generated sales of a kind, newest first. */
export type ReportedSale = { key: string } | { kind: 'typo' | 'duplicate' | 'other' | 'own'; nth: number };

export interface ScenarioReport {
  target: ReportedSale;
  by: string;
  hoursAgo: number;
  reason: ReportReason;
  comment?: string | ((sale: GeneratedSale) => string);
  decision?: {
    by: string;
    hoursAgo: number;
    outcome: ReportDecision;
    comment: string;
    /** The correction, which an admin makes just before. */
    correction?: { kind: SaleKind; change: SaleEdit };
  };
}

const typed = ({ planted }: GeneratedSale): string =>
  planted?.kind === 'typo' ? `The thread shows ${priceText(planted.price)}.` : 'The price is wrong.';

/** The open ones first. One reporter is often wrong. */
export const REPORTS: readonly ScenarioReport[] = [
  { target: { kind: 'typo', nth: 0 }, by: 'demo_user', hoursAgo: 46, reason: 'wrong_price', comment: typed },
  {
    target: { kind: 'typo', nth: 0 },
    by: 'demo_erika',
    hoursAgo: 22,
    reason: 'wrong_price',
    comment: 'A zero too many, or too few.',
  },
  { target: { kind: 'typo', nth: 1 }, by: 'demo_roark', hoursAgo: 19, reason: 'wrong_price', comment: typed },
  { target: { kind: 'duplicate', nth: 0 }, by: 'demo_user', hoursAgo: 9, reason: 'duplicate' },
  { target: { kind: 'other', nth: 0 }, by: 'demo_janine', hoursAgo: 5, reason: 'dead_proof' },
  {
    target: { kind: 'other', nth: 1 },
    by: 'demo_bugsy',
    hoursAgo: 3,
    reason: 'never_happened',
    comment: 'I was online at that time and nobody sold this.',
  },
  {
    target: { kind: 'typo', nth: 2 },
    by: 'demo_user',
    hoursAgo: days(8),
    reason: 'wrong_price',
    comment: typed,
    decision: {
      by: 'demo_checker',
      hoursAgo: days(7) + 15,
      outcome: 'returned',
      comment: 'You are right: the price of the thread is another one.',
    },
  },
  {
    target: { kind: 'other', nth: 2 },
    by: 'demo_user',
    hoursAgo: days(6),
    reason: 'dead_proof',
    decision: {
      by: 'demo_checker',
      hoursAgo: days(5) + 20,
      outcome: 'dismissed',
      comment: 'The link opens. The sale is on the second page of the thread.',
    },
  },
  {
    target: { key: OVERPRICED },
    by: 'demo_user',
    hoursAgo: days(5),
    reason: 'wrong_price',
    comment: 'The thread shows 64,000 PD.',
    decision: {
      by: 'demo_admin',
      hoursAgo: 26,
      outcome: 'corrected',
      comment: 'Corrected to the price of the thread. Thank you.',
      correction: { kind: 'item', change: { price: 64_000 } },
    },
  },
  {
    target: { kind: 'own', nth: 0 },
    by: 'demo_skyla',
    hoursAgo: 33,
    reason: 'wrong_date',
    comment: 'The post is a week older.',
    decision: {
      by: 'demo_checker',
      hoursAgo: 12,
      outcome: 'returned',
      comment: 'The date of the post is an earlier one.',
    },
  },
  ...[1, 2].map((nth): ScenarioReport => {
    const hoursAgo = days(4) + 7 * nth;
    return {
      target: { kind: 'duplicate', nth },
      by: 'demo_bugsy',
      hoursAgo,
      reason: 'never_happened',
      comment: 'Too cheap to be true.',
      decision: {
        by: 'demo_checker',
        hoursAgo: hoursAgo - 4,
        outcome: 'dismissed',
        comment: 'The proof shows the sale.',
      },
    };
  }),
];
