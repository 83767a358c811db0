import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ScreenName } from '../../contract/shared/paths.ts';

/** Written by the build (`vite.config.ts`) from `web/app/first-paint.tsx`. */
const FILE = path.resolve(import.meta.dirname, '../../../dist/first-paint.json');

const zFirstPaints = z.record(z.string(), z.object({ real: z.string(), demo: z.string() }));

/** What browsers show of the screens before their scripts have loaded; nothing while the client is not built. */
export const builtFirstPaints = (): z.infer<typeof zFirstPaints> =>
  existsSync(FILE) ? zFirstPaints.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : {};

/** The HTML of a screen before its scripts have loaded; empty for a screen without. */
export const firstPaintOf = (
  screen: ScreenName,
  isDemo: boolean,
  built: z.infer<typeof zFirstPaints>,
): string => built[screen]?.[isDemo ? 'demo' : 'real'] ?? '';
