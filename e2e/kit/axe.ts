import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified, it is half as long to send, which happens once per document. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All rules including best practices, and those that axe disables by default. */
const EVERY_RULE: RunOptions = {
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
};

/** Besides these, texts need a contrast of 7 to 1; in the theme of the page. */
export const MORE_CONTRAST: RunOptions = {
  rules: { ...EVERY_RULE.rules, 'color-contrast-enhanced': { enabled: true } },
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

/** axe also parses the selector of each comparison with an element, although there are few. */
const CACHE_SELECTORS = `{
  const { prototype } = axe.imports.CssSelectorParser;
  const { parse } = prototype;
  const known = new Map();
  prototype.parse = function (selector) {
    if (!known.has(selector)) known.set(selector, parse.call(this, selector));
    return known.get(selector);
  };
}`;

/**
 * The script of axe. Its compiled code keeps every field and private method of a colour in a `WeakMap` or a `WeakSet`,
 * which are slow to collect; fields under a symbol save a tenth of its time.
 */
const AXE = `((WeakMap, WeakSet) => { ${SOURCE} })(class {
  #key = Symbol();
  get(object) { return object[this.#key]; }
  set(object, value) { object[this.#key] = value; return this; }
  has(object) { return this.#key in object; }
  delete(object) { return delete object[this.#key]; }
}, class {
  #key = Symbol();
  add(object) { object[this.#key] = true; return this; }
  has(object) { return this.#key in object; }
});${CACHE_COLOURS}${CACHE_SELECTORS}axe.configure({ noHtml: true });`;

/** An element as axe knows it, with the results that depend on colours. */
interface AxeNode {
  _cache: { 'computedStyle_background-color'?: string; getBackgroundColor?: object };
  _stackingContext?: object;
  children: AxeNode[];
}
type Evaluate = (this: object, element: Element, options: object, node: AxeNode) => unknown;
/** The parts of axe that `checkDarkToo` uses. */
interface AxeInternals {
  _audit: { checks: { 'color-contrast': { evaluate: Evaluate } } };
  _tree: AxeNode[];
  configure(spec: object): void;
}

/**
 * Adds a rule to the axe of a page: texts have enough contrast in the dark theme too. Between the themes only colours
 * differ, so it checks the texts that axe has just checked in the light one. Another run would find these, their visibility
 * and what is behind them again, which takes most of its time.
 */
function checkDarkToo(): void {
  const internals = axe as unknown as AxeInternals;
  const contrast = internals._audit.checks['color-contrast'];
  const { evaluate } = contrast;
  const texts: Parameters<Evaluate>[] = [];
  contrast.evaluate = function (...text) {
    texts.push(text);
    return evaluate.apply(this, text);
  };

  const forgetColours = (nodes: AxeNode[]): void => {
    for (const node of nodes) {
      delete node._cache['computedStyle_background-color'];
      delete node._cache.getBackgroundColor;
      delete node._stackingContext;
      forgetColours(node.children);
    }
  };
  /**
   * Changes the theme like the product, whose built styles do not follow `color-scheme` alone. Draws nothing, because it
   * is done before the next frame.
   */
  const isReadable: Evaluate = function (this: object & { data?: (value: unknown) => void }) {
    const root = document.documentElement;
    const chosen = root.getAttribute('data-theme');
    root.setAttribute('data-theme', 'dark');
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish();
    forgetColours(internals._tree);
    const failures: string[] = [];
    for (const [element, options, node] of texts.splice(0)) {
      let colours: unknown;
      const check = {
        data: (value: unknown) => {
          colours = value;
        },
        relatedNodes: () => undefined,
      };
      if (evaluate.call(check, element, options, node) === false)
        failures.push(`${element.outerHTML.slice(0, 300)}\n${JSON.stringify(colours)}`);
    }
    if (chosen === null) root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', chosen);
    this.data?.(failures);
    return failures.length === 0;
  };
  internals.configure({
    checks: [{ id: 'color-contrast-dark', evaluate: isReadable }],
    rules: [
      {
        id: 'color-contrast-dark',
        selector: 'html',
        any: ['color-contrast-dark'],
        metadata: { help: 'Texts need enough contrast in the dark theme' },
      },
    ],
  });
}

/** Adds axe to a document. A page compiles it for the first of its documents only, unlike with `page.evaluate`. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  await session.detach();
  await page.evaluate(checkDarkToo);
}

/**
 * The accessibility violations of a page in the light theme, and missing contrast in the dark one: one entry per rule,
 * with the elements and the reasons.
 */
export async function axeFindings(page: Page, rules = EVERY_RULE): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const options: RunOptions = {
    ...rules,
    resultTypes: ['violations'],
    elementRef: true,
  };
  return page.evaluate(async (chosen) => {
    // The name is that of the page's own axe.
    const { violations } = await axe.run(document, chosen);
    return violations.map(({ id, help, nodes }) => {
      const places = nodes.map(({ element, failureSummary, any: [check] }) =>
        id === 'color-contrast-dark'
          ? check?.data.join('\n')
          : `${element?.outerHTML.slice(0, 300)}\n${failureSummary}`,
      );
      return `${id}: ${help}\n${places.join('\n')}`;
    });
  }, options);
}
