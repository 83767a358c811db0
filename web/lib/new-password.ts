import { z } from 'zod';
import { zChangePassword, zNewPassword, zRegister } from '../../src/contract/accounts/account.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';

const repeated = { confirmation: z.string() };

/** For `refine`: checked once the repetition is filled in, even if other fields are invalid. */
const passwordsDiffer = { error: MESSAGES.passwordsDiffer, path: ['confirmation'], when: () => true };

/** Forms in which a new password is typed twice (docs/product.md "Validation"). */
export const zRegisterForm = zRegister
  .extend(repeated)
  .refine((form) => form.password === form.confirmation, passwordsDiffer);

export const zChangePasswordForm = zChangePassword
  .extend(repeated)
  .refine((form) => form.newPassword === form.confirmation, passwordsDiffer);

export const zNewPasswordForm = z
  .object({ newPassword: zNewPassword, ...repeated })
  .refine((form) => form.newPassword === form.confirmation, passwordsDiffer);
