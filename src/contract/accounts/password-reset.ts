import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import { notAllowed, tooLong } from '../shared/primitives.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { zNewPassword } from './account.ts';

/** A username or email address, checked only loosely so that the form does not reveal which accounts exist. */
const zIdentifier = z
  .string({ error: MESSAGES.resetIdentifierRequired })
  .trim()
  .min(1, { error: MESSAGES.resetIdentifierRequired })
  .max(LIMITS.email.max, tooLong('Your username or email', LIMITS.email.max))
  .refine((text) => !hasForbiddenCharacter(text), notAllowed('Your username or email'));

/** The account to reset: exactly one of the two fields. */
export const zRequestReset = z
  .strictObject({ email: zIdentifier.optional(), username: zIdentifier.optional() })
  .refine(({ email, username }) => email !== undefined || username !== undefined, {
    error: MESSAGES.resetIdentifierRequired,
    path: ['username'],
  })
  .refine(({ email, username }) => email === undefined || username === undefined, {
    error: 'Enter your username or your email, not both',
    path: ['username'],
  });

/** Any string is accepted; an unknown token is reported as invalid. */
export const zValidateReset = z.strictObject({ token: z.string() });

/** Whether a reset link is valid, and for which account. */
export const zResetValidity = z.union([
  z.object({ valid: z.literal(true), username: z.string() }),
  z.object({ valid: z.literal(false), error: z.string() }),
]);
export type ResetValidity = z.infer<typeof zResetValidity>;

export const zResetPassword = z.strictObject({ token: z.string(), newPassword: zNewPassword });
