import { LIMITS } from '../../src/contract/shared/limits.ts';
import { type Letter, letter } from './letter.ts';

/** The URL of a reset link. Uses only the configured public URL, never a host from the request. */
const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;

/** The mail with the password reset link. */
export const passwordResetLetter = (
  account: { username: string },
  token: string,
  publicUrl: string,
): Letter =>
  letter({
    subject: 'Reset your MarketDex password',
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      'Someone, hopefully you, requested a password reset for your account. Use the link below to choose a new password.',
      `The link works once, for ${LIMITS.passwordReset.minutes} minutes, and only until you request another one.`,
      'If this was not you, ignore this mail. Your password will not change.',
    ],
    action: { label: 'Choose a new password', url: resetUrl(publicUrl, token) },
    footnote:
      'You get this mail because someone requested a password reset with your username or email address.',
  });
