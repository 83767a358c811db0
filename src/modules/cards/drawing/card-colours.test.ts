import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TYPE_COLOURS } from './card-colours.ts';

/** A colour in OKLCH as hexadecimal sRGB, clipped. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const bytes = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, encoded)) * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

it('has the types of the site, in the colours of its dark theme', () => {
  const table = readFileSync('web/ui/sale/type-colours.ts', 'utf8');
  const types = [...table.matchAll(/(\w+): \[(\d+), ([\d.]+)\]/g)].map(
    ([, type, hue, chroma]) => [type, Number(hue), Number(chroma)] as const,
  );
  const colours = types.map(([type, hue, chroma]) => [
    type,
    {
      fill: hexOf(0.29, 0.055 * chroma, hue),
      mark: hexOf(0.7, 0.15 * chroma, hue),
      ink: hexOf(0.87, 0.085 * chroma, hue),
    },
  ]);
  expect(types).toHaveLength(18);
  expect(TYPE_COLOURS).toEqual(Object.fromEntries(colours));
});
