import { z } from 'zod';
import { ACCOUNT_STATUSES, ROLES } from '../accounts/roles.ts';
import { zId, zOneOf } from '../shared/primitives.ts';
import { zSuspensionReason } from './suspension.ts';

export const zSetRole = z.strictObject({ id: zId('id'), role: zOneOf('role', ROLES) });

export const zSetAccountStatus = z.strictObject({
  id: zId('id'),
  account_status: zOneOf('account_status', ACCOUNT_STATUSES),
  /** For the audit log. */
  reason: zSuspensionReason.optional(),
});
