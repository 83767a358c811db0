import { fontFilesFor } from './fonts.ts';
import { encodePng } from './png.ts';

/**
 * Draws SVG as PNG in a separate process: the native library keeps memory until the garbage collector runs, and a
 * crash of it ends only this process. It ends when its parent does.
 */

export interface RenderRequest {
  svg: string;
}

/** Its response: the picture and the memory of the process in bytes, or why there is none. */
export type Rendered = { png: Uint8Array; memory: number } | { error: string };

/** The pictures after which the memory of the drawn ones is released. */
const COLLECT_AFTER = 10;
let drawn = 0;

async function render(svg: string): Promise<Rendered> {
  try {
    // Loaded here, so that a platform without it is reported like any other error.
    const { Resvg } = await import('@resvg/resvg-js');
    const font = { loadSystemFonts: false, fontFiles: fontFilesFor(svg), defaultFontFamily: 'Inter' };
    const { pixels, width, height } = new Resvg(svg, { font }).render();
    const png = encodePng(pixels, width, height);
    drawn += 1;
    if (drawn % COLLECT_AFTER === 0) globalThis.gc?.();
    return { png, memory: process.memoryUsage.rss() };
  } catch (error) {
    return { error: String(error) };
  }
}

process.on('message', async ({ svg }: RenderRequest) => {
  const rendered = await render(svg);
  if (process.connected) process.send?.(rendered);
});
process.on('disconnect', () => process.exit());
// An interrupt of the terminal reaches this process too; its parent decides when it ends.
process.on('SIGINT', () => undefined);
