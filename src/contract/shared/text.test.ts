import { expect, it } from 'vitest';
import { cleanName, hasForbiddenCharacter, nameKey, slug } from './text.ts';

it.each([
  ['an emoji', '\u{1f600}'],
  ['a heart in colour', '\u2764\ufe0f'],
  ['a sign as an emoji', '\u2640\ufe0f'],
  ['a flag', '\u{1f1e9}\u{1f1ea}'],
  ['a right-to-left mark', '\u200f'],
  ['a right-to-left override', '\u202e'],
  ['bytes that are not UTF-8', '\ufffd'],
  ['an isolate', '\u2067'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a NUL', '\u0000'],
  ['a bell', '\u0007'],
  ['a line break', '\n'],
  ['a lone surrogate', '\ud83d'],
  ['a private use character', '\ue000'],
  ['a noncharacter', '\uffff'],
  ['a filler', '\u3164'],
  ['a variation selector', '\u{e0100}'],
  ['a Mongolian variation selector', '\u180b'],
  ['a grapheme joiner', '\u034f'],
  ['an empty Braille pattern', '\u2800'],
  ['an invisible filler', '\u{16fe4}'],
  ['a blank hieroglyph', '\u{13441}'],
  ['a null notehead', '\u{1d159}'],
  ['an object in its place', '\ufffc'],
  ['a keycap', '#\u20e3'],
  ['a skin tone', '\u{1f3fb}'],
  ['a pile of marks', '\u0301\u0302'.repeat(3)],
])('a name cannot have %s', (_what, character) => {
  expect(hasForbiddenCharacter(`Ball${character}`)).toBe(true);
});

it.each([
  "King's Rock",
  'Flab\u00e9b\u00e9',
  'Nidoran\u2640',
  'Type: Null',
  '100% #1 (a+b)',
  '\u30dd\u30b1\u30e2\u30f3',
  '\u05d0\u05d1',
  'Porygon-Z',
  '\ub9c8\uc2a4\ud130\ubcfc',
  '\u0e1b\u0e39\u0e48\u0e42\u0e2a\u0e21\u0e1e\u0e31\u0e19\u0e18\u0e38\u0e4c',
  '\u0938\u094d\u0924\u094d\u0930\u0940 \u0939\u093f\u0928\u094d\u0926\u0940',
  '\u1019\u103c\u103d\u103e\u1031',
  'Ph\u1edf b\u00f2',
])('a name can be %s', (name) => {
  expect(hasForbiddenCharacter(name)).toBe(false);
  expect(cleanName(name)).toBe(name);
});

it.each(['Flab\u00e9b\u00e9', 'Ph\u1edf b\u00f2', '\ub9c8\uc2a4\ud130\ubcfc'])(
  'a name can be %s with its accents and syllables in parts',
  (name) => expect(hasForbiddenCharacter(name.normalize('NFD'))).toBe(false),
);

it('trims names, collapses spaces and applies NFC', () => {
  expect(cleanName('  Poke\u0301  \u00a0 Ball ')).toBe('Pok\u00e9 Ball');
});

it.each([
  ['Mr. Mime', 'mrmime'],
  ["Farfetch'd", 'farfetchd'],
  ['Farfetch\u2019d', 'farfetchd'],
  ['FLAB\u00c9B\u00c9', 'flabebe'],
  ['ho oh', 'hooh'],
  ['Nidoran♀', 'nidoranf'],
  ['Nidoran♂', 'nidoranm'],
  ['\uff35\uff2c\uff34\uff32\uff21 \uff12', 'ultra2'],
  ['10% #1', '101'],
  [
    '\u30dd\u30b1\u30e2\u30f3\u30fb\u30dc\u30fc\u30eb',
    '\u30dd\u30b1\u30e2\u30f3\u30dc\u30fc\u30eb'.normalize('NFKD'),
  ],
  ['!?', '!?'],
  ['\u2605', '\u2605'],
])('the key of %s is "%s"', (name, key) => {
  expect(nameKey(name)).toBe(key);
});

it.each([
  ["King's Rock", 'kings-rock'],
  ['Flab\u00e9b\u00e9', 'flabebe'],
  ['Mr. Mime', 'mr-mime'],
  ['Nidoran♀', 'nidoran-f'],
  ['Nidoran♂', 'nidoran-m'],
  ['  --x--  ', 'x'],
  ['%', ''],
])('the slug of %s is "%s"', (name, part) => {
  expect(slug(name)).toBe(part);
});
