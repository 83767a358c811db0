/**
 * A `ref` that takes focus when the element appears, after the button that showed it is gone. The element needs
 * `tabIndex={-1}`.
 */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
