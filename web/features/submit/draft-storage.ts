import { z } from 'zod';
import { SALE_KINDS } from '../../../src/contract/sale/kinds.ts';
import { EMPTY_DRAFT, zSaleDraft } from '../../sales/draft/sale-draft.ts';

const FORM = 'marketdex.draft';
const CORRECTION = 'marketdex.correction';

/** A correction is kept apart, so that it replaces no other form. */
const keyOf = (search: string) => (new URLSearchParams(search).has('correct') ? CORRECTION : FORM);

const zUnsentForm = z.object({
  /** The user who typed it. */
  userId: z.number(),
  /** The query string of the page, which may name an item, a pokemon, or a sale to correct. */
  search: z.string(),
  kind: z.enum(SALE_KINDS),
  /** Sending the form again after a reload still gives one sale. */
  idempotencyKey: z.string(),
  draft: zSaleDraft,
});

/** A form of Submit Data that was not sent. */
export type UnsentForm = z.output<typeof zUnsentForm>;

const isEmpty = ({ draft }: UnsentForm) => JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT);

/** Keeps a form for this tab, so that it survives leaving the page and a reload. */
export function saveForm(form: UnsentForm): void {
  try {
    if (isEmpty(form)) sessionStorage.removeItem(keyOf(form.search));
    else sessionStorage.setItem(keyOf(form.search), JSON.stringify(form));
  } catch {
    // Without storage the form lasts as long as the page.
  }
}

/** Forgets the form that is kept for the page with this query string, after it was sent. */
export function forgetForm(search: string): void {
  try {
    sessionStorage.removeItem(keyOf(search));
  } catch {
    // Nothing was kept.
  }
}

/**
 * The form that a user left unsent on the page with this query string, or on any page if it fills in nothing. A correction
 * is only restored on its own page.
 */
export function savedForm(userId: number | undefined, search: string): UnsentForm | null {
  try {
    const saved = zUnsentForm.safeParse(JSON.parse(sessionStorage.getItem(keyOf(search)) ?? 'null'));
    if (!saved.success || saved.data.userId !== userId) return null;
    const query = new URLSearchParams(search);
    const isFilled = query.has('name') || query.has('correct');
    return !isFilled || saved.data.search === search ? saved.data : null;
  } catch {
    return null;
  }
}
