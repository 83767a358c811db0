import { fileURLToPath } from 'node:url';
import type { Rendered, RenderRequest } from './messages.ts';

/**
 * Draws SVG as PNG, in a process of its own: the native library keeps memory until the garbage collector runs, and a
 * crash of it ends only this process. It ends when its parent does.
 */

const font = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}`));

const OPTIONS = {
  font: {
    loadSystemFonts: false,
    fontFiles: [font('400Regular/Inter_400Regular.ttf'), font('600SemiBold/Inter_600SemiBold.ttf')],
    defaultFontFamily: 'Inter',
  },
};

/** The pictures after which the memory of the drawn ones is released. */
const COLLECT_AFTER = 10;
let drawn = 0;

async function render(svg: string): Promise<Rendered> {
  try {
    // Loaded here, so that a platform without it is reported like any other error.
    const { Resvg } = await import('@resvg/resvg-js');
    const png = new Resvg(svg, OPTIONS).render().asPng();
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
