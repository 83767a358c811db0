import { LIMITS } from '../../src/contract/shared/limits.ts';
import { type Letter, letter } from './letter.ts';

/** The page of a reset link, at the configured address alone: never at one that a request named. */
export const resetUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`;

/** The mail with the link to a new password. */
export const passwordResetLetter = (
  account: { username: string },
  token: string,
  publicUrl: string,
): Letter =>
  letter({
    subject: 'Reset your MarketDex password',
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      'Somebody, hopefully you, asked to reset the password of your account. The link below lets you choose a new one.',
      `It works once, for ${LIMITS.passwordReset.minutes} minutes, and only until you ask for another.`,
      'If it was not you, do nothing: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: resetUrl(publicUrl, token) },
    footnote: 'You get this mail because a password reset was asked for with your username or address.',
  });
