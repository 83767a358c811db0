import { LIMITS } from '../../src/contract/shared/limits.ts';
import { PATHS } from '../../src/contract/shared/paths.ts';
import { type Letter, letter, mailedUrl } from './letter.ts';

interface MailedLink {
  username: string;
  token: string;
  publicUrl: string;
}

const { confirmHours, undoHours } = LIMITS.addressLink;

/** The first mail to a new account: welcomes it and asks to confirm the address. */
export const welcomeLinkLetter = ({ username, token, publicUrl }: MailedLink): Letter =>
  letter({
    subject: 'Welcome to MarketDex: confirm your address',
    greeting: `Welcome, ${username}!`,
    paragraphs: [
      'Confirm your email address, and you can submit completed sales of items and pokemon. A reviewer checks each submission before it becomes public.',
      `The link works once, for ${confirmHours} hours. Until it is used, sign in with your username.`,
      'If you did not register, ignore this mail: nobody can use your address without this link.',
    ],
    action: { label: 'Confirm address', url: mailedUrl(publicUrl, PATHS.confirmAddress, token) },
    footnote: 'You get this mail because an account was registered with this address.',
  });

/** Asks for the confirmation of an address that is to replace another one. */
export const newAddressLetter = ({ username, token, publicUrl }: MailedLink): Letter =>
  letter({
    subject: 'Confirm your new address at MarketDex',
    greeting: `Hello, ${username}`,
    paragraphs: [
      'Open the link to make this the email address of your account.',
      `The link works once, for ${confirmHours} hours, and only until you request another one.`,
      'If this was not you, ignore this mail.',
    ],
    action: { label: 'Confirm address', url: mailedUrl(publicUrl, PATHS.confirmAddress, token) },
    footnote: 'You get this mail because this address was entered for an account.',
  });

/** To the owner of an address that was entered for another account. */
export const knownAddressLetter = (account: { username: string }, publicUrl: string): Letter =>
  letter({
    subject: 'You already have an account at MarketDex',
    greeting: `Hello, ${account.username}`,
    paragraphs: [
      'Someone, hopefully you, entered this email address for a new account or as the new address of another one. But it belongs to your account already, so nothing changed.',
      `To use your account, sign in as ${account.username}. If you forgot the password, you can reset it.`,
      'If this was not you, you do not need to do anything.',
    ],
    action: { label: 'Reset your password', url: `${publicUrl}${PATHS.forgotPassword}` },
    footnote: 'You get this mail because this address was entered at MarketDex.',
  });

/** To the present address when another one is to replace it; its link undoes that. */
export const addressChangeLetter = ({ username, token, publicUrl }: MailedLink): Letter =>
  letter({
    subject: 'Your MarketDex email address is being changed',
    greeting: `Hello, ${username}`,
    paragraphs: [
      'Someone, hopefully you, asked to replace the email address of your account with another one.',
      'If this was you, you do not need to do anything.',
      `If not, use the link within ${undoHours / 24} days. It keeps or restores this address, signs out every device and blocks the password until you set a new one.`,
    ],
    action: { label: 'This was not me', url: mailedUrl(publicUrl, PATHS.confirmAddress, token) },
    footnote: 'You get this mail because the security of your account changed.',
  });
