import { type Letter, letter } from './letter.ts';

const FOOTNOTE = 'You get this mail because the security of your account changed.';

const recover = (publicUrl: string) => ({
  label: 'Reset your password',
  url: `${publicUrl}/forgot-password`,
});

/** The notice of a changed password. */
export const passwordChangedLetter = (account: { username: string }, publicUrl: string): Letter =>
  letter({
    subject: 'Your MarketDex password was changed',
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      'The password of your account was changed and your other sessions have ended.',
      'If this was you, you do not need to do anything. If not, reset your password now.',
    ],
    action: recover(publicUrl),
    footnote: FOOTNOTE,
  });

/** The notice of a passkey that was added or removed. */
export const passkeyChangedLetter = (
  account: { username: string },
  added: boolean,
  publicUrl: string,
): Letter =>
  letter({
    subject: `A passkey was ${added ? 'added to' : 'removed from'} your account`,
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      added
        ? 'A new passkey can sign in to your account. Your other sessions have ended.'
        : 'A passkey of your account was removed and no longer signs in. Your other sessions have ended.',
      'If this was you, you do not need to do anything. If not, reset your password now, then check the passkeys of your account.',
    ],
    action: recover(publicUrl),
    footnote: FOOTNOTE,
  });

/** The notice of two-factor authentication turned on or off. */
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
        ? 'Signing in to your account now requires a code in addition to your password.'
        : 'Signing in to your account now requires only your password.',
      'If this was you, you do not need to do anything. If not, reset your password now.',
    ],
    action: recover(publicUrl),
    footnote: FOOTNOTE,
  });
