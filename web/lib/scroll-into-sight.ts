/** Scrolls to an element that starts in the lower half of the screen or below it, where nobody would look for it. */
export function scrollIntoSight(element: HTMLElement | null): void {
  if (element && element.getBoundingClientRect().top > innerHeight / 2) element.scrollIntoView();
}
