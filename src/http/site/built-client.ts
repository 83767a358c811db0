import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ScreenName } from '../../contract/shared/paths.ts';
import { documentAround } from './head-html.ts';
import { DIST } from './site-files.ts';

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
    const html = readFileSync(path.join(dist, 'web/index.html'), 'utf8');
    client = {
      documentWith: documentAround(html),
      scripts: builtScripts(dist),
      firstPaints: builtFirstPaints(dist),
    };
    readAt = builtAt;
    return client;
  };
}

const zFirstPaints = z.record(z.string(), z.object({ real: z.string(), demo: z.string() }));

/** What browsers show of the screens before their scripts have loaded, from `web/app/first-paint.tsx`. */
const builtFirstPaints = (dist: string): z.infer<typeof zFirstPaints> =>
  zFirstPaints.parse(JSON.parse(readFileSync(path.join(dist, 'first-paint.json'), 'utf8')));

/** The HTML of a screen before its scripts have loaded; empty for a screen without. */
export const firstPaintOf = (
  screen: ScreenName,
  isDemo: boolean,
  built: z.infer<typeof zFirstPaints>,
): string => built[screen]?.[isDemo ? 'demo' : 'real'] ?? '';

/** The screens that the first script does not contain, and their modules in `web`. */
const MODULES: Readonly<Partial<Record<ScreenName, string>>> = {
  item: 'features/market/name-page/name-screen.tsx',
  pokemon: 'features/market/name-page/name-screen.tsx',
  sale: 'features/market/sale-page/sale-screen.tsx',
  priceCheck: 'features/market/price-check/price-checks-screen.tsx',
  faq: 'features/faq/faq-screen.tsx',
  legal: 'features/legal/legal-screen.tsx',
  login: 'features/login/login-screen.tsx',
  register: 'features/register/register-screen.tsx',
  forgotPassword: 'features/forgot-password/forgot-password-screen.tsx',
  resetPassword: 'features/reset-password/reset-password-screen.tsx',
  confirmAddress: 'features/confirm-address/confirm-address-screen.tsx',
  account: 'features/account/account-screen.tsx',
  inbox: 'features/inbox/inbox-screen.tsx',
  following: 'features/following/following-screen.tsx',
  submit: 'features/submit/submit-screen.tsx',
  review: 'features/review/review-screen.tsx',
  admin: 'features/admin/admin-screen.tsx',
};

const zScripts = z.record(z.string(), z.array(z.string()));

/** The scripts of every module that the built client loads lazily. */
const builtScripts = (dist: string): z.infer<typeof zScripts> =>
  zScripts.parse(JSON.parse(readFileSync(path.join(dist, 'scripts.json'), 'utf8')));

/** The URLs of the scripts that a screen needs in addition to the first one. */
export function scriptsOf(screen: ScreenName, built: z.infer<typeof zScripts>): readonly string[] {
  const module = MODULES[screen];
  return (module !== undefined && built[module]) || [];
}

/** Makes the browser load scripts before the client asks for them, but after the styles. */
export const preloadHtml = (scripts: readonly string[]): string =>
  scripts
    .map((url) => `\n    <link rel="modulepreload" fetchpriority="low" crossorigin href="${url}" />`)
    .join('');
