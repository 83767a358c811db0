import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until an element has the keyboard focus. */
export const hasFocus = (element: Locator): Promise<void> =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);

/**
 * Opens the next page of a list by the keyboard. Rows get their heights when they come near the screen, so a mouse would
 * press the button where it no longer is.
 */
export const openNextPage = (list: Page | Locator): Promise<void> =>
  list.getByRole('button', { name: /^Next( page)?$/ }).press('Enter');

/** Pastes a text where the focus is, without the clipboard that all pages of a browser share. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
