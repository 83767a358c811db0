import type { Page } from 'playwright-core';

/** What the Tab key reaches, apart from what has the tab index -1. */
const FOCUSABLE =
  'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [contenteditable]';

/**
 * Where the Tab key does not follow the order in which a page is drawn, such as `"Theme" comes before "Login"`: siblings
 * that are drawn above or to the left of the one before them, positive tab indexes, and what stays out of sight in a part
 * for screen readers.
 */
export const tabOrderFindings = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const isReachable = (element: Element) =>
      element instanceof HTMLElement &&
      element.tabIndex >= 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[inert]');
    const all = [...document.querySelectorAll(selector)].filter(isReachable);
    const nameOf = (element: Element) =>
      `"${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
    const positive = all.flatMap((element) =>
      element instanceof HTMLElement && element.tabIndex > 0 ? `${nameOf(element)} has a tab index` : [],
    );
    const isClipped = (element: Element) => {
      const { clipPath, clip, position } = getComputedStyle(element);
      return position === 'absolute' && (clipPath !== 'none' || clip !== 'auto');
    };
    const unseen = all.flatMap((element) => {
      for (let parent = element.parentElement; parent; parent = parent.parentElement)
        if (isClipped(parent)) return `${nameOf(element)} is not in sight`;
      return [];
    });

    /** The box around what is reachable in an element, without what is drawn for screen readers only. */
    const boxOf = (element: Element) => {
      const boxes = all
        .filter((one) => element.contains(one))
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1);
      return {
        left: Math.min(...boxes.map(({ left }) => left)),
        right: Math.max(...boxes.map(({ right }) => right)),
        top: Math.min(...boxes.map(({ top }) => top)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
      };
    };
    const parents = new Set(
      all.flatMap((element) => {
        const found: Element[] = [];
        for (let parent = element.parentElement; parent; parent = parent.parentElement) found.push(parent);
        return found;
      }),
    );
    const swapped = [...parents].flatMap((parent) => {
      const places = [...parent.children].filter(
        (child) =>
          (isReachable(child) || parents.has(child)) && getComputedStyle(child).position !== 'absolute',
      );
      return places.slice(1).flatMap((child, i) => {
        const before = places[i];
        if (!before) return [];
        const [a, b] = [boxOf(before), boxOf(child)];
        const isAbove = b.bottom <= a.top && b.left < a.right && a.left < b.right;
        const isLeft = b.right <= a.left && b.top < a.bottom && a.top < b.bottom;
        return isAbove || isLeft ? `${nameOf(before)} comes before ${nameOf(child)}` : [];
      });
    });
    return [...positive, ...unseen, ...swapped];
  }, FOCUSABLE);
