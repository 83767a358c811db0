import type { Page } from 'playwright-core';

/** The width and height of a target for a finger, in CSS pixels. */
const FINGER = 44;

const INTERACTIVE =
  'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=option]';

/**
 * The interactive elements that are too small for a finger, such as `a "Proof" 51×20`. The target of a checkbox or radio
 * button includes its label, and that of an element with an overlay (`::after`) the box that the overlay fills. Exempt
 * are links within a sentence, which have the size of its text, and what only keyboards and screen readers reach.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ selector, least }) => {
      const ancestors = (element: Element | null): Element[] =>
        element ? [element, ...ancestors(element.parentElement)] : [];
      const isClipped = (element: Element) => {
        const { clipPath, clip, position } = getComputedStyle(element);
        return position === 'absolute' && (clipPath !== 'none' || clip !== 'auto');
      };
      const isReachable = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[inert], [aria-hidden=true]') &&
        !ancestors(element.parentElement).some(isClipped);
      const isInSentence = (element: Element) =>
        element.matches('a, button') &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
        );
      const filledBy = (element: Element) => {
        const { content, position, inset } = getComputedStyle(element, '::after');
        return content !== 'none' && position === 'absolute' && inset === '0px'
          ? ancestors(element).find((one) => getComputedStyle(one).position !== 'static')
          : undefined;
      };
      return [...document.querySelectorAll(selector)]
        .filter((element) => isReachable(element) && !isInSentence(element))
        .flatMap((element) => {
          // A screen reader finds a control where it is, and an unseen one not by its label.
          const label = isClipped(element) ? null : element.closest('label');
          const boxes = [element, filledBy(element), label];
          const rects = boxes.flatMap((box) => box?.getBoundingClientRect() ?? []);
          if (rects.some(({ width, height }) => width >= least && height >= least)) return [];
          const { width, height } = element.getBoundingClientRect();
          // What only keyboards reach.
          if (isClipped(element) && !element.closest('label')) return [];
          const name = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40);
          return [`${element.localName} "${name}" ${Math.round(width)}×${Math.round(height)}`];
        });
    },
    // Sizes are fractions of a pixel where the device's pixels do not divide evenly.
    { selector: INTERACTIVE, least: FINGER - 0.5 },
  );
