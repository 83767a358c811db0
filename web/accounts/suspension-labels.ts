import { andList } from '../../src/contract/shared/lists.ts';
import { counted, plural } from '../../src/contract/shared/plural.ts';

/** What a suspension includes: how many approvals return to review, and how many pending sales are rejected. */
export interface SuspensionExtent {
  approvals: number;
  pending: number;
}

/** `Suspend ash_k, return 37 approvals to review and reject 1 pending sale` */
export const suspensionLabel = (username: string, { approvals, pending }: SuspensionExtent): string =>
  andList([
    `Suspend ${username}`,
    ...(approvals > 0 ? [`return ${counted(approvals, 'approval')} to review`] : []),
    ...(pending > 0 ? [`reject ${counted(pending, 'pending sale')}`] : []),
  ]);

interface SuspensionAnswer {
  /** The return of the approvals, which goes on. */
  run: { total: number } | null;
  rejected: number;
}

/** What a suspension has done: `ash_k is suspended and signed out everywhere. 1 pending sale was rejected.` */
export const suspendedLabel = (username: string, { run, rejected }: SuspensionAnswer): string =>
  [
    `${username} is suspended and signed out everywhere.`,
    run && `${counted(run.total, 'approval')} ${plural(run.total, 'returns', 'return')} to review.`,
    rejected > 0 && `${counted(rejected, 'pending sale')} ${plural(rejected, 'was', 'were')} rejected.`,
  ]
    .filter(Boolean)
    .join(' ');
