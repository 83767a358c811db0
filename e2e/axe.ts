import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** All rules, best practices included, and one that axe leaves off by itself. */
const EVERY_RULE = { rules: { 'target-size': { enabled: true } } };

/**
 * What axe finds in a page as it stands: an entry for each kind of fault, with the elements and what is wrong there.
 *
 * @param rules the rules to ask for; all of them when left out
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // The site has no frames: the second page that gathers their results is not needed.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe.options(EVERY_RULE)).analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`);
    return `${id}: ${help}\n${places.join('\n')}`;
  });
}
