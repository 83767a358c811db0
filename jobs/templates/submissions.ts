import type { Correction } from '../../src/contract/inbox/inbox.ts';
import { fieldLabel, valueLabel } from '../../src/contract/sale/field-labels.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { correctionPath, PATHS, salePath } from '../../src/contract/shared/paths.ts';
import type { Letter, Recipient } from './letter.ts';

/** A decided submission, as its submitter may see it. */
export interface DecidedSubmission {
  sale_id: number;
  name: string;
  status: 'approved' | 'rejected';
  reason: string | null;
  corrections: readonly Correction[];
}

const FOOTNOTE =
  'You get this mail because you submitted this sale. Choose which notices you get under Notices in your account.';

const correctionLines = (corrections: readonly Correction[]) =>
  corrections.map(
    ({ field, before, after }) =>
      `${fieldLabel(field)}: ${valueLabel(field, before)} → ${valueLabel(field, after)}`,
  );

/**
 * The notice of a decision on a submission, and of what was corrected before it.
 *
 * @param mailsDecision false when the recipient has turned on mails about corrections only
 */
export function submissionDecidedLetter(
  { sale_id, name, status, reason, corrections }: DecidedSubmission,
  { username, unsubscribeUrl }: Recipient,
  mailsDecision: boolean,
): Letter {
  const approved = status === 'approved';
  const change = mailsDecision ? status : 'corrected';
  const outcome = approved
    ? `Your sale of ${name} was approved and is public now.`
    : `Your sale of ${name} was rejected.`;
  const reasons = reason === null ? MESSAGES.noReason : `Reason: ${reason}`;
  return {
    subject: `Your sale of ${name} was ${change}`,
    greeting: `Hello, ${username}`,
    paragraphs: [
      ...(mailsDecision ? [outcome, ...(approved ? [] : [reasons])] : []),
      ...(corrections.length > 0
        ? [
            mailsDecision ? 'The reviewer corrected it:' : `The reviewer corrected your sale of ${name}:`,
            correctionLines(corrections),
          ]
        : []),
      ...(approved ? [] : ['You can correct it and submit it again.']),
    ],
    action: approved
      ? { label: 'Open the sale', path: salePath(sale_id) }
      : { label: 'Correct and resubmit', path: correctionPath(sale_id) },
    footnote: FOOTNOTE,
    unsubscribeUrl,
  };
}

/** The notice that a decided submission is in review again. */
export const submissionReturnedLetter = (
  { name }: { name: string },
  { username, unsubscribeUrl }: Recipient,
): Letter => ({
  subject: `Your sale of ${name} is in review again`,
  greeting: `Hello, ${username}`,
  paragraphs: [
    `Your sale of ${name} returned to review. It is not public until it is approved.`,
    'You do not need to do anything.',
  ],
  action: { label: 'Open your submissions', path: PATHS.account },
  footnote: FOOTNOTE,
  unsubscribeUrl,
});
