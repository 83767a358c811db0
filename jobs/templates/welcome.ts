import { type Letter, letter } from './letter.ts';

/** The mail to a new account; see docs/product.md "Purpose and roles" for what users can do. */
export const welcomeLetter = (account: { username: string }, publicUrl: string): Letter =>
  letter({
    subject: 'Welcome to MarketDex',
    greeting: `Welcome, ${account.username}!`,
    paragraphs: [
      'Your account is ready. With it you can:',
      [
        'submit completed sales of items and pokemon, with a link to the proof',
        'browse every approved sale, filter them, and see how prices moved',
      ],
      'A reviewer checks each submission before it becomes public.',
    ],
    action: { label: 'Open MarketDex', url: publicUrl },
    footnote: 'You get this mail because an account was registered with this address.',
  });
