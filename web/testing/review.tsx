import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { Route } from 'wouter';
import { z } from 'zod';
import type { ReviewDetail, ReviewSale } from '../../src/contract/review/review.ts';
import type { ItemSale } from '../../src/contract/sale/sale.ts';
import { DECISIONS, type Decision } from '../../src/contract/sale/statuses.ts';
import type { Page } from '../../src/contract/shared/primitives.ts';
import ReviewScreen from '../features/review/review-screen.tsx';
import { publishReviewUpdate } from '../lib/live/review-updates.ts';
import { PATHS } from '../lib/paths.ts';
import type { SessionUser } from '../lib/server/session-store.ts';
import { type Answers, refusal } from './fake-server.ts';
import { itemSale } from './market.ts';
import { renderAt } from './render.tsx';

export const AT = '2026-03-12T12:00:00.000Z';
/** The answers of an account that needs no further second factor. */
export const twoFactor = {
  status: () => ({ is2FAEnabled: true, passkeys: 0, recoveryCodesLeft: 10, required: null }),
};
export const BROCK = { user_id: 2, username: 'brock_s', role: 'checker' } as const;
export const MISTY = { user_id: 3, username: 'misty_w', role: 'admin' } as const;

/** A pending item in the review queue. */
export function reviewSale(
  change: Partial<ItemSale> = {},
  review: Partial<ReviewSale> = {},
): Extract<ReviewSale, ItemSale> {
  const pending = itemSale({ sale_id: 12, status: 'pending', ...change });
  const { flags = [], decided = null, deleted_at = null, deleted_by = null, reports = null } = review;
  return { ...pending, flags, checked_at: null, decided, deleted_at, deleted_by, reports };
}

export const pageOf = (...data: ReviewSale[]): Page<ReviewSale> => ({
  data,
  pagination: { page: 1, limit: 50, total: data.length, totalPages: 1 },
});

export const counts = () => ({ pending: 1, reported: 1, all: 2 });
export const REPORTS = { total: 1, reasons: [{ reason: 'wrong_price', reports: 1 } as const] };
/** An approved sale that players have reported. */
export const reportedSale = () => reviewSale({ status: 'approved' }, { reports: REPORTS });

/** What a reviewer sees of a sale. @param by who has reported it; null for no report */
export const detailOf = (of: ReviewSale, by: string | null = null): ReviewDetail => ({
  sale: of,
  proof: null,
  similar: [],
  record: null,
  history: [],
  reports: {
    data: by
      ? [
          {
            report_id: 1,
            reason: 'wrong_price',
            comment: 'It was 2m.',
            duplicate_of: null,
            reported_at: AT,
            outcome: null,
            decided_at: null,
            decision_comment: null,
            by,
            by_submitter: false,
            record: { upheld: 0, decided: 0 },
            changed_since: false,
            decided_by: null,
          },
        ]
      : [],
    total: by ? 1 : 0,
    open: by ? 1 : 0,
    last_open: by ? 1 : null,
  },
});

/** The decision of a call, which may be in any case. */
export const decisionIn = ({ status }: { status: string }): Decision => z.enum(DECISIONS).parse(status);

/** Three sales, whose decisions are answered when the test says so. */
export function heldDecisions() {
  const answers = new Map([12, 13, 14].map((id) => [id, Promise.withResolvers<void>()]));
  const sales = [...answers.keys()].map((sale_id) => reviewSale({ sale_id, item_name: `Ball ${sale_id}` }));
  const reviews = {
    counts,
    list: () => pageOf(...sales),
    detail: ({ id }: { id: number }) => detailOf(reviewSale({ sale_id: id, item_name: `Ball ${id}` })),
  };
  const items = {
    setStatus: async ({ id }) => {
      const sale_id = Number(id);
      await answers.get(sale_id)?.promise;
      return reviewSale({ sale_id, status: 'approved', version: 2 });
    },
  } satisfies Answers['items'];
  const opener = (id: number) => screen.findByRole('button', { name: `Review Ball ${id}, sale #${id}` });
  return {
    opener,
    open: (at: string, role: SessionUser['role'] = 'checker') =>
      renderAt(
        <Route path={PATHS.review} component={ReviewScreen} />,
        { reviews, items, twoFactor },
        { at, as: { ...BROCK, role } },
      ),
    async focus(id: number) {
      const row = await opener(id);
      act(() => row.focus());
      return row;
    },
    /** Someone else decides a sale, or returns it to review. */
    elsewhere: (sale_id: number, event: 'approved' | 'returned' = 'approved') =>
      act(() =>
        publishReviewUpdate({
          type: 'sale',
          sale_id,
          event,
          status: event === 'approved' ? 'approved' : 'pending',
          version: event === 'approved' ? 2 : 3,
          by: 'misty_w',
          at: AT,
        }),
      ),
    answer: (id: number) => act(async () => answers.get(id)?.resolve()),
    fail: (id: number) => act(async () => answers.get(id)?.reject(refusal(400, 'Not today'))),
  };
}

/** A screen that can be turned. */
export function tablet(isWide: boolean) {
  let wide = isWide;
  const changes = new Set<() => void>();
  const list = {
    get matches() {
      return wide;
    },
    addEventListener: (_: string, changed: () => void) => changes.add(changed),
    removeEventListener: (_: string, changed: () => void) => changes.delete(changed),
  };
  vi.spyOn(window, 'matchMedia').mockImplementation(() => list as unknown as MediaQueryList);
  return () =>
    act(() => {
      wide = !wide;
      for (const changed of changes) changed();
    });
}
