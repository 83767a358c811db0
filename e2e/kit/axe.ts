import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified, it is half as long to send and to parse, which happens once per document. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules including best practices, and those that axe disables by default. */
const EVERY_RULE: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};

/** axe parses the colours of every element, which takes a third of its time although few differ. */
const CACHE_COLOURS = `{
  const { prototype } = axe.commons.color.Color;
  const { parseString } = prototype;
  const known = new Map();
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      const { r, g, b, alpha } = parseString.call(this, text);
      known.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, known.get(text));
  };
}`;

/**
 * The script of axe. Its compiled code keeps every field of a colour in a `WeakMap`, which is slow to collect; fields
 * under a symbol save a tenth of its time.
 */
const AXE = `((WeakMap) => { ${SOURCE} })(class {
  #key = Symbol();
  get(object) { return object[this.#key]; }
  set(object, value) { object[this.#key] = value; return this; }
  has(object) { return this.#key in object; }
  delete(object) { return delete object[this.#key]; }
});${CACHE_COLOURS}axe.configure({ noHtml: true });`;

/**
 * The accessibility violations of a page: one entry per rule, with the elements and the reasons.
 *
 * @param rules the rules to check; all by default
 */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: RunOptions = {
    ...(rules ? { runOnly: rules } : EVERY_RULE),
    resultTypes: ['violations'],
    elementRef: true,
  };
  return page.evaluate(async (chosen) => {
    // The name is that of the page's own axe.
    const { violations } = await axe.run(document, chosen);
    return violations.map(({ id, help, nodes }) => {
      const places = nodes.map(
        ({ element, failureSummary }) => `${element?.outerHTML.slice(0, 300)}\n${failureSummary}`,
      );
      return `${id}: ${help}\n${places.join('\n')}`;
    });
  }, options);
}
