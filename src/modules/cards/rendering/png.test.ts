import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { encodePng } from './png.ts';

const WIDTH = 70;
const HEIGHT = 40;
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`;

it('encodes pixels that another library decodes to the same', () => {
  const { pixels } = new Resvg(
    svg(
      '<rect width="70" height="40" fill="#101618"/><circle cx="30" cy="20" r="15.3" fill="#72cad6" opacity="0.6"/>',
    ),
  ).render();
  const data = encodePng(pixels, WIDTH, HEIGHT).toString('base64');
  const image = `<image width="${WIDTH}" height="${HEIGHT}" href="data:image/png;base64,${data}"/>`;
  const decoded = new Resvg(svg(image)).render().pixels;
  expect(new Set(pixels).size).toBeGreaterThan(20);
  expect(decoded.equals(pixels)).toBe(true);
});
