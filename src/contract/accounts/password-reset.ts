import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { zNewPassword } from './account.ts';

/** Anything that a name or an address could be: a form tells no more than the answer to a right one does. */
const zIdentifier = z
  .string({ error: MESSAGES.resetIdentifierRequired })
  .trim()
  .min(1, { error: MESSAGES.resetIdentifierRequired })
  .max(LIMITS.email.max, { error: `This can be at most ${LIMITS.email.max} characters long` })
  .refine((text) => !hasForbiddenCharacter(text), {
    error: 'This has a character that names and addresses cannot have',
  });

/** Whose password is to be reset: exactly one of the two (docs/product.md "Validation"). */
export const zRequestReset = z
  .strictObject({ email: zIdentifier.optional(), username: zIdentifier.optional() })
  .refine(({ email, username }) => (email === undefined) !== (username === undefined), {
    error: MESSAGES.resetIdentifierRequired,
    path: ['username'],
  });

/** Any text is a token, and a dead one at worst. */
export const zValidateReset = z.strictObject({ token: z.string() });

/** Whether a link still works, and whose it is. */
export const zResetValidity = z.union([
  z.object({ valid: z.literal(true), username: z.string() }),
  z.object({ valid: z.literal(false), error: z.string() }),
]);
export type ResetValidity = z.infer<typeof zResetValidity>;

export const zResetPassword = z.strictObject({ token: z.string(), newPassword: zNewPassword });
