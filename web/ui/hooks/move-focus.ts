/** Moves the focus to any element, such as the one around a button that is about to disappear. */
export function moveFocus(to: HTMLElement | null): void {
  if (!to) return;
  to.tabIndex = -1;
  to.focus({ preventScroll: true });
}
