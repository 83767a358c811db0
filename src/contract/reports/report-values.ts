export const REPORT_REASONS = [
  'wrong_price',
  'wrong_name',
  'wrong_values',
  'wrong_date',
  'never_happened',
  'duplicate',
  'dead_proof',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REASON_LABELS: Record<ReportReason, string> = {
  wrong_price: 'Wrong price',
  wrong_name: 'Wrong name',
  wrong_values: 'Wrong values',
  wrong_date: 'Wrong date',
  never_happened: 'Never happened',
  duplicate: 'Duplicate',
  dead_proof: 'Dead proof',
};

/** The reasons for which a sale can be reported. */
export const reasonsFor = ({ proof_url }: { proof_url: string | null }): readonly ReportReason[] =>
  REPORT_REASONS.filter((reason) => reason !== 'dead_proof' || proof_url !== null);

/** `Wrong price (2), Dead proof` */
export const reasonsText = (reasons: readonly { reason: ReportReason; reports: number }[]): string =>
  reasons
    .map(({ reason, reports }) =>
      reports > 1 ? `${REASON_LABELS[reason]} (${reports})` : REASON_LABELS[reason],
    )
    .join(', ');

/** These reasons are complete by themselves; a reviewer cannot check the others without a comment. */
const COMPLETE_REASONS: readonly ReportReason[] = ['duplicate', 'dead_proof'];
export const needsComment = (reason: ReportReason): boolean => !COMPLETE_REASONS.includes(reason);

export const REPORT_DECISIONS = ['dismissed', 'corrected', 'returned'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

/** How a report ends. `deleted`: the sale was deleted. Every outcome except `dismissed` means that the report was right. */
export const REPORT_OUTCOMES = [...REPORT_DECISIONS, 'deleted'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** Labels of the outcomes, for the reporter. */
export const OUTCOME_LABELS: Record<ReportOutcome, string> = {
  dismissed: 'Dismissed',
  returned: 'Returned to review',
  corrected: 'Sale corrected',
  deleted: 'Sale removed',
};

/** The decided reports of an account. */
interface ReporterRecord {
  upheld: number;
  decided: number;
}

/**
 * How much a report counts, between 0 and 1: the share of the reporter's decided reports that were right, estimated as if
 * one more had been right and one more dismissed. A new reporter counts 0.5.
 */
export const weightOf = ({ upheld, decided }: ReporterRecord): number => (upheld + 1) / (decided + 2);

export function recordText({ upheld, decided }: ReporterRecord): string {
  if (decided === 0) return 'no earlier report decided';
  if (decided === 1)
    return upheld === 1 ? 'their one earlier report was right' : 'their one earlier report was dismissed';
  return `${upheld} of ${decided} earlier reports ${upheld === 1 ? 'was' : 'were'} right`;
}

/** Reporters below this weight are marked: most of their reports are dismissed. */
export const LOW_WEIGHT = 1 / 3;
