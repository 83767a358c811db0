import { expect, it } from 'vitest';
import { drawable, textAt } from './svg-parts.ts';

const textsOf = (svg: string) =>
  [...svg.matchAll(/ x="([-\d.]+)"[^>]*>([^<]*)</g)].map(([, x, text]) => [x, text]);

it('draws ♀ and ♂, which the font lacks, in their places', () => {
  const style = { size: 100, weight: 600 } as const;
  const svg = textAt(10, 50, 'Nidoran♀ or ♂, shiny', style);
  expect(textsOf(svg)).toEqual([
    ['10', 'Nidoran'],
    ['468.7', '\u00a0or '],
    ['694.7', ', shiny'],
  ]);
  expect(svg.match(/<path [^>]*translate\((393|619)[^>]*\/>/g)).toHaveLength(2);
  expect(textsOf(textAt(400, 50, 'Nidoran♂', { ...style, anchor: 'end' }))).toEqual([['-58.7', 'Nidoran']]);
});

it.each([
  ['Poké Ball ★ 精灵球', 'Poké Ball ★ …'],
  ['精灵球, 12 sales', '…, 12 sales'],
  ['モンスター ボール', '…'],
  ['Nidoran♀ “Жук” Ōkami 5 × 31', 'Nidoran♀ “Жук” Ōkami 5 × 31'],
])('%s is shown as %s', (text, shown) => {
  expect(drawable(text)).toBe(shown);
});
