import type { Locator, Page } from 'playwright-core';

/**
 * Opens the next page of a list by the keyboard. Rows get their heights when they come near the screen, so a mouse would
 * press the button where it no longer is.
 */
export const openNextPage = (list: Page | Locator): Promise<void> =>
  list.getByRole('button', { name: /^Next( page)?$/ }).press('Enter');
