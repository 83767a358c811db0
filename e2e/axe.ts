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
  // The builder would have the page read half a megabyte of axe twice at every call. Any script stands for it.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? '0' : undefined;
  // The site has no frames: the second page that gathers their results is not needed.
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode(true);
  axe.options({ ...(rules ? { runOnly: rules } : EVERY_RULE), resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, help, nodes }) => {
    const places = nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`);
    return `${id}: ${help}\n${places.join('\n')}`;
  });
}
