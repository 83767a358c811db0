import { z } from 'zod';
import { zUser } from '../accounts/account.ts';
import { ACCOUNT_STATUSES, ROLES } from '../accounts/roles.ts';
import { zReturnRun, zSince } from '../review/reviewer-audit.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAllowed, tooLong, zFlag, zId, zOneOf, zRequiredText } from '../shared/primitives.ts';
import { isPlainText } from '../shared/text.ts';

/** Why an account is suspended; only admins can read it. */
export const zSuspensionReason = zRequiredText('A reason')
  .trim()
  .min(1, { error: 'A reason is required' })
  .max(LIMITS.suspensionReason.max, tooLong('The reason', LIMITS.suspensionReason.max))
  .refine(isPlainText, notAllowed('The reason'));

export const zSetRole = z.strictObject({
  id: zId('id'),
  role: zOneOf('role', ROLES),
  /** The role that the caller saw. When it is another one by now, nothing changes. */
  seen: zOneOf('seen', ROLES).optional(),
});

export const zSetAccountStatus = z.strictObject({
  id: zId('id'),
  account_status: zOneOf('account_status', ACCOUNT_STATUSES),
  /** For the audit log. */
  reason: zSuspensionReason.optional(),
});

export const zSuspend = z.strictObject({
  id: zId('id'),
  reason: zSuspensionReason,
  /** Returns the sales that the account approved since then to review; null returns none. */
  return_since: zSince.nullable(),
  reject_pending: zFlag('reject_pending'),
  /** The status that the caller saw. When it is another one by now, nothing changes. */
  seen: zOneOf('seen', ACCOUNT_STATUSES).optional(),
});
export type SuspensionOptions = Omit<z.infer<typeof zSuspend>, 'id'>;

/** `run` is the return of the approvals; null when there was none to start. `rejected` is the number of rejected sales. */
export const zSuspended = z.object({ user: zUser, run: zReturnRun.nullable(), rejected: z.number() });
export type Suspended = z.infer<typeof zSuspended>;
