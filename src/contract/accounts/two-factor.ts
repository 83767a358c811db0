import { z } from 'zod';
import { LIMITS } from '../shared/limits.ts';
import { MESSAGES } from '../shared/messages.ts';
import { zMoment, zRequiredText } from '../shared/primitives.ts';
import { zSignedIn } from './account.ts';

/**
 * The two forms of a second factor: a six-digit code of the authenticator, or a recovery code of six groups of five
 * letters and digits; earlier ones have four groups. Case, spaces and hyphens are ignored.
 */
export const CODE_PATTERN = new RegExp(`^\\d{${LIMITS.twoFactor.digits}}$`);
export const RECOVERY_CODE_PATTERN = /^(?:[a-z2-7]{30}|[a-z2-7]{20})$/;

/** Normalizes a code for comparison: lower case, without spaces and hyphens. */
export const normaliseCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export const isCode = (code: string): boolean => {
  const normal = normaliseCode(code);
  return CODE_PATTERN.test(normal) || RECOVERY_CODE_PATTERN.test(normal);
};

const zCode = zRequiredText('The code')
  .max(LIMITS.typedCode, { error: MESSAGES.codeInvalid })
  .refine(isCode, { error: MESSAGES.codeInvalid });

export const zCodeInput = z.strictObject({ token: zCode });

/** The second factors of an account: an authenticator app, and the number of passkeys. */
const zFactors = z.object({ app: z.boolean(), passkeys: z.number() });
export type Factors = z.infer<typeof zFactors>;

/** A session, or a pending token when the account needs a second factor. */
export const zLoginResult = z.union([
  zSignedIn,
  z.object({
    requires2FA: z.literal(true),
    pendingToken: z.string(),
    /** Sent for an account with passkeys. A passkey replaces the whole sign-in, a recovery code only the code of the app. */
    factors: zFactors.optional(),
    /** Seconds until a code is checked, while codes are blocked after wrong ones. */
    retryAfter: z.number().optional(),
  }),
]);

export const zTwoFactorStatus = z.object({
  /** An authenticator app is set up. */
  is2FAEnabled: z.boolean(),
  passkeys: z.number(),
  recoveryCodesLeft: z.number(),
  /** The role of the account requires a second factor that it lacks; null when it does not. */
  required: z
    .object({
      by: zMoment,
      /** 0 when the time is over, and the role cannot be used. */
      daysLeft: z.number(),
    })
    .nullable(),
});

export const zTwoFactorSetup = z.object({
  /** The `otpauth://` URI to encode in the QR code. */
  qrCode: z.string(),
  manualEntryKey: z.string(),
  accountName: z.string(),
  issuer: z.string(),
});

export const zTwoFactorEnabled = z.object({
  message: z.string(),
  /** Shown only once; each replaces one code. */
  recoveryCodes: z.array(z.string()),
});
