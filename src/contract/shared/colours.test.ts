import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { THEME } from './colours.ts';

const tokens = readFileSync('web/ui/tokens.css', 'utf8');

it.each(Object.entries(THEME))('%s has the colours of the client', (name, [light, dark]) => {
  expect(tokens).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
});
