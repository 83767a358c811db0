import { z } from 'zod';
import { zId, zOneOf } from './primitives.ts';
import { ACCOUNT_STATUSES, ROLES } from './roles.ts';

export const zSetRole = z.strictObject({ id: zId('id'), role: zOneOf('role', ROLES) });

export const zSetAccountStatus = z.strictObject({
  id: zId('id'),
  account_status: zOneOf('account_status', ACCOUNT_STATUSES),
});
