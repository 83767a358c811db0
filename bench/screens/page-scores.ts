import lighthouse, { desktopConfig } from 'lighthouse';
import { withTimeout } from '../../src/lib/with-timeout.ts';

export const FORM_FACTORS = ['mobile', 'desktop'] as const;
type FormFactor = (typeof FORM_FACTORS)[number];

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

const LOAD_MS = 20_000;
const RUN_MS = 60_000;

/** What Lighthouse found for a page; scores from 0 to 100. */
export interface PageScores extends Record<Category, number> {
  /** Largest contentful paint and total blocking time in milliseconds, and the sum of all layout shifts. */
  lcpMs: number;
  blockedMs: number;
  layoutShift: number;
  /** Bytes of all scripts as sent, those loaded after the first paint included. */
  scriptBytes: number;
  /** Audits with points to gain. */
  findings: string[];
}

interface Visit {
  url: string;
  formFactor: FormFactor;
  /** The debugging port of a browser with a fresh profile. */
  port: number;
  /** Whether search engines may index the page. */
  indexed: boolean;
}

type Items = { items?: readonly { resourceType?: string; transferSize?: number }[] };

/**
 * Runs Lighthouse once, without network requests to other hosts. The profile keeps its storage, so that a session in it
 * is used.
 *
 * @throws Error when the page cannot be measured in time
 */
export async function pageScores({ url, formFactor, port, indexed }: Visit): Promise<PageScores> {
  const flags = {
    port,
    logLevel: 'error' as const,
    onlyCategories: [...CATEGORIES],
    disableStorageReset: true,
    blockedUrlPatterns: ['https://*'],
    maxWaitForLoad: LOAD_MS,
    // Screens for signed-in users are not indexed on purpose.
    ...(!indexed && { skipAudits: ['is-crawlable'] }),
  };
  const config = formFactor === 'desktop' ? desktopConfig : undefined;
  const run = await withTimeout(RUN_MS, `Lighthouse for ${url}`, lighthouse(url, flags, config));
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse failed for ${url}: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
  const { audits, categories, finalDisplayedUrl } = run.lhr;
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const { items = [] } = (audits['network-requests']?.details ?? {}) as Items;
  const scripts = items.filter(({ resourceType }) => resourceType === 'Script');
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcpMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    layoutShift: value('cumulative-layout-shift'),
    scriptBytes: scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    findings: counted.flatMap(({ id }) => {
      const { score: points, title, displayValue = '' } = audits[id] ?? { score: null, title: id };
      return points !== null && points < 0.9 ? [`${id}: ${title} ${displayValue}`.trim()] : [];
    }),
  };
}
