import type { Page } from 'playwright-core';

/** A request that the page aborted, by navigation or for a newer request. */
const GIVEN_UP = 'net::ERR_ABORTED';

/**
 * Reports everything in a page that should not happen: errors on the console (Chromium logs violations of the
 * content security policy and responses of 400 and above there), exceptions, requests to the site without a
 * response, and external requests other than for images.
 */
export function watchPageErrors(page: Page, origin: string, report: (error: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => report(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const ours = new URL(request.url()).origin === origin;
    const reason = request.failure()?.errorText;
    if (ours && reason !== GIVEN_UP) report(`no answer: ${request.url()} (${reason})`);
  });
  page.on('request', (request) => {
    const { origin: host, protocol } = new URL(request.url());
    if (host !== origin && protocol.startsWith('http') && request.resourceType() !== 'image')
      report(`left the site: ${request.url()}`);
  });
}
