import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { builtFirstPaints } from './first-paint.ts';
import { documentAround } from './head-html.ts';
import { builtScripts } from './screen-scripts.ts';
import { DIST } from './site.ts';

/** The last file that a build writes. */
const LAST = 'first-paint.json';

/** What a build made, for the server to send in its documents. */
export interface BuiltClient {
  documentWith: ReturnType<typeof documentAround>;
  scripts: ReturnType<typeof builtScripts>;
  firstPaints: ReturnType<typeof builtFirstPaints>;
}

/**
 * Returns a function that reads the built client, again after each build: the document of an earlier one names scripts that
 * no longer exist. It returns null while there is none.
 */
export function builtClient(dist = DIST): () => BuiltClient | null {
  let client: BuiltClient | null = null;
  let readAt: number | undefined;
  return () => {
    const builtAt = statSync(path.join(dist, LAST), { throwIfNoEntry: false })?.mtimeMs;
    // The previous document is sent until a build that has begun is complete.
    if (builtAt === undefined || builtAt === readAt) return client;
    readAt = builtAt;
    const html = readFileSync(path.join(dist, 'web/index.html'), 'utf8');
    client = {
      documentWith: documentAround(html),
      scripts: builtScripts(dist),
      firstPaints: builtFirstPaints(dist),
    };
    return client;
  };
}
