export const REVIEW_SCOPES = ['pending', 'reported', 'all'] as const;
export type ReviewScope = (typeof REVIEW_SCOPES)[number];

/** Templates for common rejection reasons; the reviewer can edit the text before sending. */
export const REJECTION_REASONS = [
  'There is no proof of this sale. Please submit it again with a link to the finished auction.',
  'The proof shows a different price.',
  'The proof shows different traits.',
  'The auction in the proof is not finished.',
  'This sale is already in the history.',
  'The proof cannot be opened.',
] as const;

/** Whether a text is one of the templates, unchanged. */
export const isRejectionReason = (text: string): boolean =>
  REJECTION_REASONS.some((reason) => reason === text);
