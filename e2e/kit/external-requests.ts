import type { CDPSession, Page } from 'playwright-core';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M20 4 36 20 20 36 4 20z" fill="#8a9a8f"/></svg>`;
const PICTURE = {
  responseCode: 200,
  responseHeaders: [{ name: 'content-type', value: 'image/svg+xml' }],
  body: Buffer.from(SVG).toString('base64'),
};

/** The response to the request of an external image. */
type ImageAnswer = 'picture' | 'not found' | 'no response';
type ImageHost = (url: string) => ImageAnswer | Promise<ImageAnswer>;

const PICTURES: ImageHost = () => 'picture';
const hosts = new WeakMap<Page, ImageHost>();

/** Replaces the image hosts of a page, until its test ends; a route of the page does not see external requests. */
export const answerImages = (page: Page, host: ImageHost = PICTURES): void => {
  hosts.set(page, host);
};

function answer(session: CDPSession, requestId: string, given: ImageAnswer): Promise<unknown> {
  if (given === 'no response') return session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  return session.send('Fetch.fulfillRequest', {
    requestId,
    ...(given === 'picture' ? PICTURE : { responseCode: 404 }),
  });
}

/**
 * Responds in place of the hosts of external images, with a picture by default, and blocks all other external requests.
 * A route of Playwright would do the same, but it disables the cache and passes every request of the page through this
 * process.
 */
export async function interceptExternalRequests(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', async ({ requestId, resourceType, request }) => {
    const host = hosts.get(page) ?? PICTURES;
    const given = resourceType === 'Image' ? await host(request.url) : 'no response';
    // The page may have been closed meanwhile.
    await answer(session, requestId, given).catch(() => undefined);
  });
  // The site uses plain HTTP; Chromium resolves no other host (see `FLAGS`).
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
}
