import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** All rules including best practices, and one that axe disables by default. */
const EVERY_RULE = { rules: { 'target-size': { enabled: true } } };

/**
 * The accessibility violations of a page: one entry per rule, with the elements and the reasons.
 *
 * @param rules the rules to check; all by default
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Injects axe only once per page; the builder would inject half a megabyte twice per call.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? '0' : undefined;
  // Legacy mode skips the second page that collects the results of frames; the site has none.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode(true);
  axe.options({ ...(rules ? { runOnly: rules } : EVERY_RULE), resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`);
    return `${id}: ${help}\n${places.join('\n')}`;
  });
}
