import { describe, expect, test } from 'vitest';
import {
  passkeyChangedLetter,
  passwordChangedLetter,
  passwordResetLetter,
  twoFactorChangedLetter,
  welcomeLetter,
} from './account.ts';
import { type Letter, renderLetter } from './letter.ts';
import { submissionReturnedLetter } from './submissions.ts';

const rendered = (letter: Letter) => renderLetter(letter, 'https://market.example');

describe('the welcome mail', () => {
  const { subject, text, html } = rendered(welcomeLetter({ username: 'red' }));

  test('greets by name and links to the site, as text and as HTML', () => {
    expect(subject).toBe('Welcome to MarketDex');
    expect(text).toMatch(/^Welcome, red!\n/);
    expect(text).toContain('Open MarketDex: https://market.example');
    expect(html).toContain('Welcome, red!</h1>');
    expect(html).toContain('<a href="https://market.example"');
  });

  test('has the same content as text and as HTML', () => {
    const normalized = (source: string) => source.replace(/\s+/g, ' ');
    for (const sentence of ['submit completed sales', 'follow searches', 'A reviewer checks each']) {
      expect(normalized(text)).toContain(sentence);
      expect(normalized(html)).toContain(sentence);
    }
  });

  test('begins with what it says, for the preview of a mailbox', () => {
    const [first = ''] = html.slice(html.indexOf('<body')).match(/<div[^>]*>[^<]+</) ?? [];
    expect(first).toBe('<div style="display:none;">Your account is ready. With it you can:<');
  });

  test('escapes the name', () => {
    const { html: page, text: plain } = rendered(welcomeLetter({ username: `<img src="x" onerror='a()'>&` }));
    expect(page).toContain('Welcome, &lt;img src=&quot;x&quot; onerror=&#39;a()&#39;&gt;&amp;!');
    expect(page).not.toContain('<img');
    expect(plain).toContain(`Welcome, <img src="x" onerror='a()'>&!`);
  });
});

test('a paragraph keeps its line breaks', () => {
  const letter = { ...welcomeLetter({ username: 'red' }), paragraphs: ['Reason: blurred\ncropped'] };
  const { text, html } = rendered(letter);
  expect(text).toContain('blurred\ncropped');
  expect(html).toContain('>Reason: blurred<br>\ncropped</p>');
});

test('the reset mail contains its link in both forms and its validity', () => {
  const { subject, text, html } = rendered(passwordResetLetter({ username: 'red' }, 'a-token_1'));
  expect(subject).toBe('Reset your MarketDex password');
  expect(text).toContain('Choose a new password: https://market.example/reset-password?token=a-token_1\n');
  expect(html).toContain('<a href="https://market.example/reset-password?token=a-token_1"');
  expect(text).toContain('for 30 minutes');
});

test.each([
  ['password', rendered(passwordChangedLetter({ username: 'red' })), 'password was changed'],
  ['off', rendered(twoFactorChangedLetter({ username: 'red' }, false)), 'turned off'],
])('the notice for %s names the change and links to the password reset', (_, mail, change) => {
  expect(mail.subject).toContain(change);
  expect(mail.text).toContain('Reset your password: https://market.example/forgot-password');
});

test.each([
  ['app', rendered(twoFactorChangedLetter({ username: 'red' }, true, 'a-token_1'))],
  ['passkey', rendered(passkeyChangedLetter({ username: 'red' }, true, 'a-token_1'))],
])(
  'the notice about a new %s leads to its undoing: a reset would ask for the new factor',
  (factor, { text }) => {
    expect(text).toContain(factor);
    expect(text).toContain('This was not me: https://market.example/confirm-address?token=a-token_1\n');
    expect(text).toContain('use the link within 7 days');
    expect(text).not.toContain('reset your password');
  },
);

test('the notice about a removed authenticator app says nothing about other factors', () => {
  const { text } = rendered(twoFactorChangedLetter({ username: 'red' }, false));
  expect(text).toContain('Logging in to your account no longer asks for a code from an authenticator app.');
  expect(text).not.toContain('only your password');
});

test('a notice about a submission links to the choice of such notices and to unsubscribing', () => {
  const sale = { name: 'Master Ball', price: 500_000, date_sold: '2026-03-12' };
  const to = { username: 'red', unsubscribeUrl: 'https://market.example/unsubscribe?token=t&u=1' };
  const { text, html } = rendered(submissionReturnedLetter(sale, to));
  expect(text).toContain('Choose which notices you get: https://market.example/account?tab=notices\n');
  expect(text).toContain(`Unsubscribe: ${to.unsubscribeUrl}\n`);
  expect(html).toMatch(
    /<a href="https:\/\/market\.example\/account\?tab=notices"[^>]*>Choose which notices you get<\/a>/,
  );
  expect(html).toMatch(
    /<a href="https:\/\/market\.example\/unsubscribe\?token=t&amp;u=1"[^>]*>Unsubscribe<\/a>/,
  );
});
