/**
 * As a `ref`: takes focus when it appears, in place of the button that brought it and is gone. What it is put on
 * has `tabIndex={-1}`.
 */
export const focusWhenShown = (element: HTMLElement | null): void => element?.focus({ preventScroll: true });
