import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../../e2e/kit/chromium.ts';
import { slug } from '../../src/contract/shared/text.ts';
import { freePort } from '../../src/lib/process/free-port.ts';
import { createAdmin } from '../kit/account.ts';
import { type BenchDatabase, withDatabase } from '../kit/database.ts';
import { median, rounded } from '../kit/figures.ts';
import { fillMarket } from '../kit/market-data.ts';
import { withWebProcess } from '../kit/server-process.ts';
import { mostTradedNames } from '../market/market-reads.ts';
import { slowestInputs } from './interactions.ts';
import { FORM_FACTORS, pageScores } from './page-scores.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const SALES_OF_EACH_KIND = 20_000;
const FIRST_SCRIPT_KB = 100;
const INPUT_RUNS = 6;
const INPUT_BUDGET_MS = 100;
const SITE = path.resolve(import.meta.dirname, '../../dist/web');

/** A browser with an empty profile; Lighthouse connects to it by the port. */
async function openBrowser(): Promise<{ context: BrowserContext; port: number }> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext('', {
    executablePath: findChromium(),
    args: [...FLAGS, `--remote-debugging-port=${port}`],
  });
  return { context, port };
}

/** Stores a session as the site does, before a page of the site is opened. */
async function signIn(context: BrowserContext, url: string, session: object): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(session));
  await page.close();
}

/** Bytes of the scripts that the document loads, as they are sent: small ones are not compressed. */
function firstScriptBytes(): number {
  const html = readFileSync(path.join(SITE, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)];
  const bytes = (file: string) => statSync(file, { throwIfNoEntry: false })?.size;
  return scripts
    .map(([, script = '']) => path.join(SITE, script))
    .reduce((sum, file) => sum + (bytes(`${file}.br`) ?? bytes(file) ?? 0), 0);
}

/** Runs `work` in a separate browser, signed in with the session if there is one. */
async function inBrowser<T>(
  url: string,
  session: object | null,
  work: (browser: Awaited<ReturnType<typeof openBrowser>>) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser();
  try {
    if (session) await signIn(browser.context, url, session);
    return await work(browser);
  } finally {
    await browser.context.close();
  }
}

/** The storage of a browser in which the admin is signed in. */
async function sessionOf(url: string, token: string): Promise<object> {
  const answer = await fetch(`${url}/api/auth/profile`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`The profile was not read: ${answer.status}`);
  const { user } = (await answer.json()) as { user: object };
  return { 'marketdex.token': token, 'marketdex.user': JSON.stringify(user) };
}

/** Prints the scores of every page for phones and desktops, and what costs points. */
async function benchLighthouse(url: string, pokemon: string, session: object): Promise<void> {
  const pages = [
    { path: '/', session: null },
    { path: '/?tab=pokemon', session: null },
    { path: `/pokemon/${slug(pokemon)}`, session: null },
    { path: '/submit-data', session },
    { path: '/review-submissions', session },
  ];
  const rows = [];
  const findings = new Set<string>();
  for (const formFactor of FORM_FACTORS)
    for (const { path: at, session: signedIn } of pages) {
      const visit = { url: url + at, formFactor, indexed: signedIn === null };
      const scores = await inBrowser(url, signedIn, ({ port }) => pageScores({ ...visit, port }));
      for (const finding of scores.findings) findings.add(`${formFactor} ${at}: ${finding}`);
      rows.push({
        page: `${formFactor} ${at}`,
        performance: scores.performance,
        accessibility: scores.accessibility,
        'best practices': scores['best-practices'],
        SEO: scores.seo,
        'LCP ms': Math.round(scores.lcpMs),
        CLS: rounded(scores.layoutShift),
        'TBT ms': Math.round(scores.blockedMs),
        'scripts kB': rounded(scores.scriptBytes / 1000),
      });
    }
  console.table(rows);
  for (const finding of findings) console.info(finding);
}

/** Serves the built site with generated sales while `work` runs, and prints how long that took. */
const withSite = (work: (url: string, settings: BenchDatabase['settings']) => Promise<void>): Promise<void> =>
  withDatabase(async ({ url: databaseUrl, settings }) => {
    const started = performance.now();
    const sales = { pokemon: SALES_OF_EACH_KIND, items: SALES_OF_EACH_KIND, itemNames: 2_000 };
    await fillMarket(databaseUrl, sales);
    await withWebProcess({ ...settings, LOG_LEVEL: 'error' }, ({ url }) => work(url, settings));
    console.info(`${Math.round((performance.now() - started) / 1000)} s in total`);
  });

/** Prints the times of slowed down inputs: the medians of several runs, each in a separate browser. */
async function benchInputsOf(url: string): Promise<void> {
  const found = new Map<string, number[]>();
  for (let run = 0; run < INPUT_RUNS; run += 1)
    await inBrowser(url, null, async ({ context }) => {
      for (const [what, slowest] of await slowestInputs(await context.newPage(), url))
        found.set(what, [...(found.get(what) ?? []), slowest]);
    });
  console.table(
    [...found].map(([what, times]) => ({
      'input, with 100 rows': what,
      'slowest of three, median ms': rounded(median(times)),
      'of runs': times.map(rounded).join(' '),
      budget: INPUT_BUDGET_MS,
    })),
  );
}

/**
 * Measures the built site with Lighthouse and with slowed down inputs, and prints the figures. Budgets: performance at
 * least 95 on phones, every other score 100.
 */
export const benchPages = (): Promise<void> =>
  withSite(async (url, settings) => {
    const { pokemon } = await mostTradedNames(settings.DATABASE_URL);
    const session = await sessionOf(url, await createAdmin(url, settings));
    console.info(
      `first script: ${rounded(firstScriptBytes() / 1000)} kB in brotli, budget ${FIRST_SCRIPT_KB}`,
    );
    await benchLighthouse(url, pokemon, session);
    await benchInputsOf(url);
  });

/** Measures only the slowed down inputs. */
export const benchInputs = (): Promise<void> => withSite(benchInputsOf);
