import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SITE_COLOURS } from './page-styles.ts';

it('has the colours of the client', () => {
  const tokens = readFileSync('web/ui/tokens.css', 'utf8');
  const colours = SITE_COLOURS.match(/--[\w-]+: light-dark.*;/g) ?? [];
  expect(colours).not.toEqual([]);
  for (const colour of colours) expect(tokens).toContain(colour.replace('--', '--color-'));
});
