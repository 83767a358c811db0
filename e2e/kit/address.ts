import type { Page } from 'playwright-core';

/** The page's address within the site, query string included. */
export const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return `${pathname}${search}`;
};

/** Waits until the page is at an address of the site, query string included. */
export const arrivesAt = (page: Page, address: string): Promise<void> =>
  page.waitForURL(({ pathname, search }) => `${pathname}${search}` === address);
