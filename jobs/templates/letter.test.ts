import { describe, expect, test } from 'vitest';
import { welcomeLetter } from './welcome.ts';

describe('the welcome mail', () => {
  const { subject, text, html } = welcomeLetter({ username: 'red' }, 'https://market.example');

  test('greets by name and leads to the site, in both forms', () => {
    expect(subject).toBe('Welcome to MarketDex');
    expect(text).toMatch(/^Welcome, red!\n/);
    expect(text).toContain('Open MarketDex: https://market.example');
    expect(html).toContain('Welcome, red!</h1>');
    expect(html).toContain('<a href="https://market.example"');
  });

  test('says the same in both forms', () => {
    const words = (source: string) => source.replace(/\s+/g, ' ');
    for (const sentence of [
      'submit completed sales',
      'browse every approved sale',
      'A reviewer looks at each',
    ]) {
      expect(words(text)).toContain(sentence);
      expect(words(html)).toContain(sentence);
    }
  });

  test('a name cannot add to the page', () => {
    const { html: page, text: plain } = welcomeLetter(
      { username: `<img src="x" onerror='a()'>&` },
      'https://a.example',
    );
    expect(page).toContain('Welcome, &lt;img src=&quot;x&quot; onerror=&#39;a()&#39;&gt;&amp;!');
    expect(page).not.toContain('<img');
    expect(plain).toContain(`Welcome, <img src="x" onerror='a()'>&!`);
  });
});
