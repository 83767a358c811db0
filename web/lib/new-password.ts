import { z } from 'zod';
import { zNewPassword } from '../../src/contract/accounts/account.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';

/**
 * For `refine` on a form with a `confirmation`: checked once that is filled in, even if other fields are invalid.
 */
export const passwordsDiffer = {
  error: MESSAGES.passwordsDiffer,
  path: ['confirmation'],
  when: () => true,
};

/** A new password, typed twice. */
export const zNewPasswordForm = z
  .object({ newPassword: zNewPassword, confirmation: z.string() })
  .refine((form) => form.newPassword === form.confirmation, passwordsDiffer);
