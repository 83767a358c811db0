import { z } from 'zod';
import { ACCOUNT_STATUSES, ROLES } from '../accounts/roles.ts';
import { zId, zOneOf } from '../shared/primitives.ts';

export const zSetRole = z.strictObject({ id: zId('id'), role: zOneOf('role', ROLES) });

export const zSetAccountStatus = z.strictObject({
  id: zId('id'),
  account_status: zOneOf('account_status', ACCOUNT_STATUSES),
});
