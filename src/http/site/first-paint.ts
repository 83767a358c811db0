import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ScreenName } from '../../contract/shared/paths.ts';

const zFirstPaints = z.record(z.string(), z.object({ real: z.string(), demo: z.string() }));

/** What browsers show of the screens before their scripts have loaded, from `web/app/first-paint.tsx`. */
export const builtFirstPaints = (dist: string): z.infer<typeof zFirstPaints> =>
  zFirstPaints.parse(JSON.parse(readFileSync(path.join(dist, 'first-paint.json'), 'utf8')));

/** The HTML of a screen before its scripts have loaded; empty for a screen without. */
export const firstPaintOf = (
  screen: ScreenName,
  isDemo: boolean,
  built: z.infer<typeof zFirstPaints>,
): string => built[screen]?.[isDemo ? 'demo' : 'real'] ?? '';
