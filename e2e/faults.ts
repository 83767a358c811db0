import type { Page } from 'playwright-core';

/** A request that the page gave up itself: it left, or asked for something newer. */
const GIVEN_UP = 'net::ERR_ABORTED';

/**
 * Tells of everything in a page that should not happen: errors on the console (Chromium reports violations of the
 * content security policy and answers of 400 and above there), exceptions, requests to the site that got no
 * answer, and requests to anywhere else that are not for a picture.
 */
export function watchFaults(page: Page, origin: string, report: (fault: string) => void): void {
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
