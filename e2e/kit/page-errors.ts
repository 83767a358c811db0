import type { Page } from 'playwright-core';

/** A request that the page aborted, by navigation or for a newer request. */
const GIVEN_UP = 'net::ERR_ABORTED';

const REFUSED = /status of 401/;
const TOO_BUSY = /status of 503/;
const PUBLIC_READ = /\/trpc\/(?:market|items|pokemon|catalogue|abilities)\./;
const LOGOUT = /\/trpc\/auth\.logout/;

/** The calls of a page by their sessions, to tell which were under way when the page signed out. */
class Calls {
  readonly #tokens = new Map<string, Set<string>>();
  readonly #ended = new Set<string>();

  add(url: string, token: string | undefined): void {
    if (!token) return;
    if (LOGOUT.test(url)) this.#ended.add(token);
    this.#tokens.set(url, (this.#tokens.get(url) ?? new Set()).add(token));
  }

  /** Whether the page has made this call with a session that it has ended. */
  isOfEnded = (url: string): boolean => this.#ended.intersection(this.#tokens.get(url) ?? new Set()).size > 0;
}

/**
 * Reports everything in a page that should not happen: errors on the console (Chromium logs violations of the
 * content security policy and responses of 400 and above there), exceptions, requests to the site without a
 * response, and external requests other than for images.
 *
 * Two refusals are no errors: of a call that overlaps with the sign-out of the same page, and of a public read that took
 * too long on a busy machine, which the page then repeats.
 */
export function watchPageErrors(page: Page, origin: string, report: (error: string) => void): void {
  const calls = new Calls();
  page.on('console', (message) => {
    const { url } = message.location();
    const text = message.text();
    const isExpected =
      (REFUSED.test(text) && calls.isOfEnded(url)) || (TOO_BUSY.test(text) && PUBLIC_READ.test(url));
    if (message.type() === 'error' && !isExpected) report(`console: ${text} (${url})`);
  });
  page.on('pageerror', (error) => report(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const ours = new URL(request.url()).origin === origin;
    const reason = request.failure()?.errorText;
    if (ours && reason !== GIVEN_UP) report(`no answer: ${request.url()} (${reason})`);
  });
  page.on('request', (request) => {
    const { origin: host, protocol } = new URL(request.url());
    if (host === origin) calls.add(request.url(), request.headers().authorization);
    else if (protocol.startsWith('http') && request.resourceType() !== 'image')
      report(`left the site: ${request.url()}`);
  });
}
