import { type Letter, letter } from './letter.ts';

const FOOTNOTE = 'You get this mail because the security of your account changed.';

const recover = (publicUrl: string) => ({
  label: 'Reset your password',
  url: `${publicUrl}/forgot-password`,
});

/** Tells of a new password, however it was set. */
export const passwordChangedLetter = (account: { username: string }, publicUrl: string): Letter =>
  letter({
    subject: 'Your MarketDex password was changed',
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      'The password of your account was changed, and your other sessions were ended.',
      'If it was you, there is nothing to do. If it was not, reset your password now.',
    ],
    action: recover(publicUrl),
    footnote: FOOTNOTE,
  });

/** Tells of a second factor turned on or off. */
export const twoFactorChangedLetter = (
  account: { username: string },
  enabled: boolean,
  publicUrl: string,
): Letter =>
  letter({
    subject: `Two-factor authentication was turned ${enabled ? 'on' : 'off'}`,
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      enabled
        ? 'Signing in to your account now asks for a code as well as your password.'
        : 'Signing in to your account now asks for your password alone.',
      'If it was you, there is nothing to do. If it was not, reset your password now.',
    ],
    action: recover(publicUrl),
    footnote: FOOTNOTE,
  });
