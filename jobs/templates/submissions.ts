import type { Correction } from '../../src/contract/inbox/inbox.ts';
import { submissionNotice } from '../../src/contract/inbox/notice-labels.ts';
import { fieldLabel, valueLabel } from '../../src/contract/sale/field-labels.ts';
import type { Decision } from '../../src/contract/sale/statuses.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { correctionPath, PATHS, salePath } from '../../src/contract/shared/paths.ts';
import type { ListedSale } from '../../src/modules/market/sale.presenter.ts';
import type { Letter, Recipient } from './letter.ts';

/** A decided submission, as its submitter may see it. */
interface DecidedSubmission extends ListedSale {
  status: Decision;
  reason: string | null;
  corrections: readonly Correction[];
}

const REASON = {
  footnote: 'You received this email because you submitted this sale.',
  settings: { label: 'Choose which notices you get', path: `${PATHS.account}?tab=notices` },
};

const correctionLines = (corrections: readonly Correction[]) =>
  corrections.map(
    ({ field, before, after }) =>
      `${fieldLabel(field)}: ${valueLabel(field, before)} → ${valueLabel(field, after)}`,
  );

/**
 * The notice of a decision on a submission, and of what was corrected before it.
 *
 * @param mailsDecision false when the recipient has turned on emails about corrections only
 */
export function submissionDecidedLetter(
  submission: DecidedSubmission,
  { username, unsubscribeUrl }: Recipient,
  mailsDecision: boolean,
): Letter {
  const { sale_id, status, reason, corrections } = submission;
  const approved = status === 'approved';
  const title = submissionNotice(mailsDecision ? status : 'corrected', submission);
  const reasons = reason === null ? MESSAGES.noReason : `Reason: ${reason}`;
  return {
    subject: title,
    greeting: `Hello, ${username}`,
    paragraphs: [
      ...(mailsDecision
        ? [approved ? `${title} and is public now.` : `${title}.`, ...(approved ? [] : [reasons])]
        : []),
      ...(corrections.length > 0
        ? [mailsDecision ? 'The reviewer corrected it:' : `${title}:`, correctionLines(corrections)]
        : []),
      ...(approved ? [] : ['You can correct it and submit it again.']),
    ],
    action: approved
      ? { label: 'Open the sale', path: salePath(sale_id) }
      : { label: 'Correct and resubmit', path: correctionPath(sale_id) },
    ...REASON,
    unsubscribeUrl,
  };
}

/** The notice that a decided submission was returned to review. */
export const submissionReturnedLetter = (
  submission: Pick<DecidedSubmission, 'name' | 'price' | 'date_sold'>,
  { username, unsubscribeUrl }: Recipient,
): Letter => ({
  subject: submissionNotice('returned', submission),
  greeting: `Hello, ${username}`,
  paragraphs: [
    `${submissionNotice('returned', submission)}. It is not public until it is approved.`,
    'No action is needed.',
  ],
  action: { label: 'Open your submissions', path: PATHS.account },
  ...REASON,
  unsubscribeUrl,
});
