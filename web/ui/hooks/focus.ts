/**
 * A `ref` that takes focus when the element appears, after the button that showed it is gone. The element needs
 * `tabIndex={-1}`.
 */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });

/** As `moveFocus`, if what had the focus is gone. */
export function takeLostFocus(to: HTMLElement | null): void {
  if (document.activeElement === document.body) moveFocus(to);
}

/** Moves the focus to any element, such as the one around a button that is about to disappear. */
export function moveFocus(to: HTMLElement | null): void {
  if (!to) return;
  to.tabIndex = -1;
  to.focus({ preventScroll: true });
}
