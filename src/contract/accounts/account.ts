import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import { notAllowed, tooLong, zMoment, zRequiredText } from '../shared/primitives.ts';
import { hasForbiddenCharacter } from '../shared/text.ts';
import { ACCOUNT_STATUSES, ROLES } from './roles.ts';
import { isReservedUsername } from './usernames.ts';

/** A username: 3 to 50 ASCII letters, digits, dots, underscores and hyphens. ASCII avoids look-alike letters. */
export const zUsername = z
  .string({ error: MESSAGES.usernameShort })
  .trim()
  .min(LIMITS.username.min, { error: MESSAGES.usernameShort })
  .max(LIMITS.username.max, tooLong('Username', LIMITS.username.max))
  .regex(/^[A-Za-z0-9._-]+$/, {
    error: 'Username can only contain letters A to Z, digits, dots, hyphens and underscores',
  });

/** An email address. NFKC runs first, so that look-alikes of `@` are normalized before validation. */
export const zEmail = zRequiredText('Email')
  .max(LIMITS.email.max, { error: MESSAGES.emailInvalid })
  .normalize('NFKC')
  .trim()
  .min(1, { error: MESSAGES.emailRequired })
  .max(LIMITS.email.max, { error: MESSAGES.emailInvalid })
  .pipe(z.email({ error: MESSAGES.emailInvalid }));

/** A new password, not trimmed. The maximum length is in bytes of UTF-8. */
export const zNewPassword = z
  .string({ error: MESSAGES.passwordShort })
  .min(LIMITS.password.min, { error: MESSAGES.passwordShort })
  .refine((password) => new TextEncoder().encode(password).length <= LIMITS.password.max, {
    error: `Password can be at most ${LIMITS.password.max} bytes long`,
  })
  .meta({ maxLength: LIMITS.password.max, description: `At most ${LIMITS.password.max} bytes in UTF-8` });

export const zRegister = z.strictObject({
  username: zUsername.refine((name) => !isReservedUsername(name), {
    error: 'This username is reserved. Please choose another one.',
  }),
  email: zEmail,
  password: zNewPassword,
});

/** Maximum characters of a password to compare: longer than any that can be set. */
const MAX_TYPED_PASSWORD = 1024;

export const zLogin = z.strictObject({
  username: zRequiredText('Username')
    .trim()
    .min(1, { error: 'Username is required' })
    .max(LIMITS.email.max, tooLong('Username', LIMITS.email.max))
    .refine((text) => !hasForbiddenCharacter(text), notAllowed('Username')),
  password: zRequiredText('Password')
    .min(1, { error: 'Password is required' })
    .max(MAX_TYPED_PASSWORD, tooLong('Password', MAX_TYPED_PASSWORD)),
});

/** The password again, for changes that need a recent sign-in. */
export const zConfirm = zLogin.pick({ password: true });

export const zChangePassword = z.strictObject({
  oldPassword: zRequiredText('The current password')
    .min(1, { error: 'The current password is required' })
    .max(MAX_TYPED_PASSWORD, tooLong('The current password', MAX_TYPED_PASSWORD)),
  newPassword: zNewPassword,
});

/** An account as its owner and admins see it (docs/api.md "Auth"). */
export const zUser = z
  .object({
    user_id: z.number(),
    username: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    account_status: z.enum(ACCOUNT_STATUSES),
    lastLogin: zMoment.nullable(),
    created: zMoment,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof zUser>;

export const zConfirmed = z.object({ message: z.string(), token: z.string() });
export const zSignedIn = z.object({ user: zUser, token: z.string() });
export const zProfile = z.object({ user: zUser });

/** A session as the account's owner sees it, without its token. */
const zSession = z.object({
  id: z.uuid(),
  /** Readable name: `Firefox on Windows`. */
  device: z.string(),
  address: z.string().nullable(),
  created: zMoment,
  /** Accurate to the minute. */
  lastSeen: zMoment,
  /** True for the session of the request. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof zSession>;

export const zSessions = z.object({ data: z.array(zSession) });
export const zEndSession = z.strictObject({
  id: z.uuid({ error: 'A session id looks like 019a8d2e-5b1c-4000-8000-0123456789ab' }),
});
/** The number of sessions that were ended. */
export const zEnded = z.object({ ended: z.number() });
