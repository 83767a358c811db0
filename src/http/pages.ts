import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { domainErrorOf } from '../db/constraints.ts';
import { VISITOR } from '../modules/actor.ts';
import { plainHead, screenHead } from '../modules/pages/page-head.ts';
import { isMarketPath, marketPageAt, type Page } from '../modules/pages/pages.queries.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { servicesOf } from '../runtime/services.ts';
import { documentAround, headHtml } from './head-html.ts';
import { clientAddress } from './request.ts';

/** A page waits so long for what its head says of the market; the page itself asks again. */
const PATIENCE_MS = 3_000;

const searchOf = ({ originalUrl }: Request): string => {
  const at = originalUrl.indexOf('?');
  return at < 0 ? '' : originalUrl.slice(at);
};

/** What comes in time; null when it takes longer. */
async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const stop = new AbortController();
  const late = setTimeout(PATIENCE_MS, null, { signal: stop.signal }).catch(() => null);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** What a page of the market is; one that cannot be looked up now has a plain head. */
async function lookUp(runtime: Runtime, request: Request): Promise<{ status: 200 | 404; page: Page }> {
  const { path } = request;
  const plain = { head: plainHead(path) };
  try {
    await runtime.limits.takeRead(clientAddress(request));
    const page = await inTime(marketPageAt(servicesOf(runtime, VISITOR), path, searchOf(request)));
    return { status: 200, page: page ?? plain };
  } catch (error) {
    const foreseen = domainErrorOf(error);
    if (foreseen?.kind === 'not_found')
      return { status: 404, page: { head: plainHead(path, 'Page not found', false) } };
    if (!foreseen) runtime.logger.error({ category: 'api', err: error }, 'a page has a plain head');
    return { status: 200, page: plain };
  }
}

function send(response: Response, status: number, html: string): void {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  response.status(status).type('html').setHeader('ETag', `"${hash}"`);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-cache');
  response.send(html);
}

/**
 * The pages of the client that say something of their own to search engines, and where a link to them is pasted: the
 * built document with that in its head. Other addresses are left to whoever comes next.
 *
 * @param html the built document
 */
export function pages(runtime: Runtime, html: string): RequestHandler {
  const documentWith = documentAround(html);
  return async (request, response, next) => {
    const { method, path } = request;
    const screen = screenHead(path);
    if ((method !== 'GET' && method !== 'HEAD') || (!screen && !isMarketPath(path))) return next();
    const { status, page } = screen
      ? { status: 200, page: { head: screen } }
      : await lookUp(runtime, request);
    if ('movedTo' in page) {
      // Not for good: a merge of two names can be taken back.
      response.setHeader('Cache-Control', 'no-cache');
      response.redirect(301, page.movedTo);
      return;
    }
    send(response, status, documentWith(headHtml(page.head, runtime.config)));
  };
}
