import { formatMoment } from '../../src/contract/shared/dates.ts';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { PATHS } from '../../src/contract/shared/paths.ts';
import { type Letter, tokenPath } from './letter.ts';

interface Named {
  username: string;
}

/** The email to a new account; see docs/product.md "Roles" for what users can do. */
export const welcomeLetter = (account: Named): Letter => ({
  subject: 'Welcome to MarketDex',
  greeting: `Welcome, ${account.username}!`,
  paragraphs: [
    'Your account is ready. With it you can:',
    [
      'submit completed sales of items and pokemon, with a link to the proof',
      'follow searches, and be notified of each new sale that matches',
    ],
    'A reviewer checks each submission before it becomes public.',
  ],
  action: { label: 'Open MarketDex', path: '' },
  footnote: 'You received this email because an account was registered with this address.',
});

export const passwordResetLetter = (account: Named, token: string): Letter => ({
  subject: 'Reset your MarketDex password',
  greeting: `Hello, ${account.username}`,
  paragraphs: [
    'Someone, hopefully you, requested a password reset for your account. Use the link below to choose a new password.',
    `The link works once, for ${LIMITS.passwordReset.minutes} minutes, and only until you request another one.`,
    'If this was not you, ignore this email. Your password will not change.',
  ],
  action: { label: 'Choose a new password', path: tokenPath(PATHS.resetPassword, token) },
  footnote:
    'You received this email because someone requested a password reset with your username or email address.',
});

interface SecurityNotice {
  subject: string;
  paragraphs: readonly string[];
  undoToken?: string | undefined;
  footnote?: string;
}

/**
 * A notice about the security of an account. If somebody else caused it, its owner can reset the password, or undo it: an
 * intruder who has added a second factor would keep the owner out after a reset.
 */
const securityNotice = (
  account: Named,
  {
    undoToken,
    footnote = 'You received this email because the security of your account changed.',
    ...notice
  }: SecurityNotice,
): Letter => ({
  ...notice,
  greeting: `Hello, ${account.username}`,
  action:
    undoToken === undefined
      ? { label: 'Reset your password', path: PATHS.forgotPassword }
      : { label: 'This was not me', path: tokenPath(PATHS.confirmAddress, undoToken) },
  footnote,
});

const undoAdvice = (removed: string) =>
  `If this was you, no action is needed. If not, use the link within ${LIMITS.addressLink.undoHours / 24} days. It removes ${removed}, logs out every device and blocks the password until you set a new one.`;

export const passwordChangedLetter = (account: Named): Letter =>
  securityNotice(account, {
    subject: 'Your MarketDex password was changed',
    paragraphs: [
      'The password of your account was changed and your other sessions have ended.',
      'If this was you, no action is needed. If not, reset your password now.',
    ],
  });

/** The notice of a passkey that was added, with a link that undoes it, or removed. */
export const passkeyChangedLetter = (account: Named, added: boolean, undoToken?: string): Letter =>
  securityNotice(account, {
    undoToken,
    subject: `A passkey was ${added ? 'added to' : 'removed from'} your account`,
    paragraphs: [
      added
        ? 'A new passkey can log in to your account. Your other sessions have ended.'
        : 'A passkey of your account was removed and no longer logs in. Your other sessions have ended.',
      undoToken === undefined
        ? 'If this was you, no action is needed. If not, reset your password now, then check the passkeys of your account.'
        : undoAdvice('the passkey'),
    ],
  });

/** The notice of two-factor authentication turned on, with a link that undoes it, or off. */
export const twoFactorChangedLetter = (account: Named, enabled: boolean, undoToken?: string): Letter =>
  securityNotice(account, {
    undoToken,
    subject: `Two-factor authentication was turned ${enabled ? 'on' : 'off'}`,
    paragraphs: [
      enabled
        ? 'Logging in to your account now requires a code in addition to your password.'
        : 'Logging in to your account no longer asks for a code from an authenticator app.',
      undoToken === undefined
        ? 'If this was you, no action is needed. If not, reset your password now.'
        : undoAdvice('the authenticator app'),
    ],
  });

/** The notice of a sign-in with a device that the account had not been used with. */
export const newDeviceLetter = (account: Named, { device, at }: { device: string; at: string }): Letter =>
  securityNotice(account, {
    subject: 'New login to your MarketDex account',
    paragraphs: [
      `Someone logged in to your account from a new device or network: ${device}, ${formatMoment(at)}.`,
      'If this was you, no action is needed. If not, reset your password now: that also ends every session.',
    ],
    footnote: 'You received this email because someone logged in to your account.',
  });

export const failedSignInsLetter = (account: Named): Letter =>
  securityNotice(account, {
    subject: 'Failed logins to your MarketDex account',
    paragraphs: [
      `Within an hour, ${LIMITS.failedSignIns.points} logins to your account failed. Further ones are limited.`,
      'If you forgot your password, reset it. If this was not you, someone may be guessing your password: choose one that you use nowhere else, and turn on two-factor authentication.',
    ],
    footnote: 'You receive this email at most once an hour, because logins to your account failed.',
  });

/** The last email to the owner of a deleted account. It does not contain the name, which is erased. */
export const accountDeletedLetter = (): Letter => ({
  subject: 'Your MarketDex account was deleted',
  greeting: 'Your account was deleted',
  paragraphs: [
    'Your name, email address, sessions and security settings are erased. The sales that you submitted stay, without your name.',
    'If this was not you, contact the operator of the site: the address is in the Legal Notice. A deleted account cannot be restored.',
  ],
  action: { label: 'Legal Notice', path: PATHS.legal },
  footnote: 'This is the last email to this address.',
});

interface MailedLink extends Named {
  token: string;
}

const { confirmHours, undoHours } = LIMITS.addressLink;

/** The first email to a new account: welcomes it and asks to confirm the address. */
export const welcomeLinkLetter = ({ username, token }: MailedLink): Letter => ({
  subject: 'Welcome to MarketDex: confirm your email address',
  greeting: `Welcome, ${username}!`,
  paragraphs: [
    'Confirm your email address, and you can submit completed sales of items and pokemon. A reviewer checks each submission before it becomes public.',
    `The link works once, for ${confirmHours} hours. Until it is used, log in with your username.`,
    'If you did not register, ignore this email: nobody can use your address without this link.',
  ],
  action: { label: 'Confirm email address', path: tokenPath(PATHS.confirmAddress, token) },
  footnote: 'You received this email because an account was registered with this address.',
});

/** Asks for the confirmation of an address that is to replace another one. */
export const newAddressLetter = ({ username, token }: MailedLink): Letter => ({
  subject: 'Confirm your new email address at MarketDex',
  greeting: `Hello, ${username}`,
  paragraphs: [
    'Open the link to make this the email address of your account.',
    `The link works once, for ${confirmHours} hours, and only until you request another one.`,
    'If this was not you, ignore this email.',
  ],
  action: { label: 'Confirm email address', path: tokenPath(PATHS.confirmAddress, token) },
  footnote: 'You received this email because this address was entered for an account.',
});

/** To the owner of an address that was entered for another account. */
export const knownAddressLetter = (account: Named): Letter => ({
  subject: 'You already have an account at MarketDex',
  greeting: `Hello, ${account.username}`,
  paragraphs: [
    'Someone, hopefully you, entered this email address for a new account or as the new address of another one. But it belongs to your account already, so nothing changed.',
    `To use your account, log in as ${account.username}. If you forgot the password, you can reset it.`,
    'If this was not you, no action is needed.',
  ],
  action: { label: 'Reset your password', path: PATHS.forgotPassword },
  footnote: 'You received this email because this address was entered at MarketDex.',
});

/** To the present address when another one is to replace it; its link undoes that. */
export const addressChangeLetter = (account: MailedLink): Letter =>
  securityNotice(account, {
    undoToken: account.token,
    subject: 'Your MarketDex email address is being changed',
    paragraphs: [
      'Someone, hopefully you, asked to replace the email address of your account with another one.',
      'If this was you, no action is needed.',
      `If not, use the link within ${undoHours / 24} days. It keeps or restores this address, logs out every device and blocks the password until you set a new one.`,
    ],
  });
