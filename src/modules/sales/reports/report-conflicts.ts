import { REPORT_LIMITS } from '../../../contract/reports/report-values.ts';
import { DomainError } from '../../../lib/errors.ts';

const conflict = (code: string, message: string) => new DomainError('conflict', code, message);

export const alreadyReported = () =>
  conflict('ALREADY_REPORTED', 'You have already reported this sale. A reviewer will look at it.');

export const reportDismissed = () =>
  conflict(
    'REPORT_DISMISSED',
    'A reviewer dismissed your report of this sale. You can report it again after the sale has changed.',
  );

export const tooManyOpen = () =>
  conflict(
    'TOO_MANY_REPORTS',
    `${REPORT_LIMITS.open} of your reports wait for a reviewer. You can report more when some of them are decided.`,
  );

/** @param decided who decided last, and when */
export const noOpenReports = (decided: { by: string | null; at: string } | null) =>
  new DomainError(
    'conflict',
    'NO_OPEN_REPORTS',
    'No report of this sale waits for a decision.',
    decided ? { decided } : {},
  );

export const reportedAgain = () =>
  conflict('REPORTED_AGAIN', 'Somebody has reported this sale again. Please read the new report first.');

export const notCorrected = () =>
  conflict('NOT_CORRECTED', 'This sale has not been changed since it was reported.');

export const ownReport = () =>
  conflict('OWN_REPORT', 'You reported this sale yourself, so another reviewer has to decide.');
