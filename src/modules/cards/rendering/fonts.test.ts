import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { smallFont } from '../../../../scripts/generate-fonts.ts';
import { CARD_FONTS, fontFilesFor } from './fonts.ts';

const FONTS = Object.values(CARD_FONTS);

it.each(FONTS)('$small is generated: run `npm run fonts:generate` when this fails', async (font) => {
  expect((await smallFont(font)).equals(readFileSync(font.small))).toBe(true);
});

it.each(["King's Rock", '4 Nov 2026, 5 × 31', 'Flabébé …'])('%s needs the small fonts only', (text) => {
  expect(fontFilesFor(`<text>${text}</text>`)).toEqual(FONTS.map(({ small }) => small));
});

it.each(['Ōkami', 'Жук', '𝟑'])('%s needs the whole fonts', (text) => {
  expect(fontFilesFor(`<text>${text}</text>`)).toEqual(FONTS.map(({ whole }) => whole));
});
