import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ScreenName } from '../../contract/shared/paths.ts';

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
export const builtScripts = (dist: string): z.infer<typeof zScripts> =>
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
