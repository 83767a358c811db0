import type { Request, RequestHandler, Response } from 'express';
import type { ScreenName } from '../../contract/shared/paths.ts';
import { domainErrorOf } from '../../db/constraints.ts';
import { entityTag } from '../../lib/crypto.ts';
import { inTime } from '../../lib/with-timeout.ts';
import { VISITOR } from '../../modules/actor.ts';
import { hasDemoSales } from '../../modules/demo/demo.queries.ts';
import {
  type MarketScreen,
  notFoundHead,
  type PageHead,
  plainHead,
  screenAt,
  screenHead,
} from '../../modules/pages/page-head.ts';
import { marketPageAt, type Page } from '../../modules/pages/pages.queries.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { servicesOf } from '../../runtime/services.ts';
import { noteMethods, refuseOtherMethods } from '../methods.ts';
import { ipOf, searchOf } from '../request.ts';
import { type BuiltClient, firstPaintOf, preloadHtml, scriptsOf } from './built-client.ts';
import { headHtml } from './head-html.ts';
import { siteNotBuilt } from './site-files.ts';

/** Time limit for the market data in a page's head; the page itself loads the data again. */
const HEAD_TIMEOUT_MS = 3_000;

type Found = { status: 200 | 404; page: Page };

const found = (head: PageHead): Found => ({ status: 200, page: { head } });
const notFound = (path: string): Found => ({ status: 404, page: { head: notFoundHead(path) } });

/** The head of a market page; a plain head when its data is not available now. */
async function marketHead(runtime: Runtime, screen: MarketScreen, request: Request): Promise<Found> {
  const { path } = request;
  try {
    const page = await inTime(
      HEAD_TIMEOUT_MS,
      marketPageAt(servicesOf(runtime, VISITOR), screen, path, searchOf(request)),
    );
    return page ? { status: 200, page } : found(plainHead(path));
  } catch (error) {
    const foreseen = domainErrorOf(error);
    if (foreseen?.kind === 'not_found') return notFound(path);
    if (!foreseen) runtime.logger.error({ category: 'api', err: error }, 'page head without market data');
    return found(plainHead(path));
  }
}

/** The page at an address; without market data when the client may not read now. */
async function pageAt(runtime: Runtime, request: Request, mayRead: boolean): Promise<Found> {
  const screen = screenAt(request.path);
  switch (screen) {
    case undefined:
      return notFound(request.path);
    case 'market':
    case 'item':
    case 'pokemon':
    case 'sale':
      return mayRead ? marketHead(runtime, screen, request) : found(plainHead(request.path));
    default:
      return found(screenHead(screen));
  }
}

/** Whether the site shows generated sales; false when that is not known in time. */
const isDemo = async ({ reads }: Runtime): Promise<boolean> =>
  (await inTime(HEAD_TIMEOUT_MS, hasDemoSales(reads)).catch(() => null)) ?? false;

/** Counts a read of the client; false when it has made too many. */
const mayRead = ({ calls }: Runtime, ip: string | null): Promise<boolean> =>
  calls.takeRead(ip).then(
    () => true,
    () => false,
  );

/** The screens of mailed links, whose address has a token. */
const OF_MAILED_LINKS: ReadonlySet<ScreenName> = new Set(['resetPassword', 'confirmAddress']);

/** @param screen undefined for an address without a page */
function send(response: Response, screen: ScreenName | undefined, html: string): void {
  const isStorable = screen !== undefined && !OF_MAILED_LINKS.has(screen);
  response
    .status(screen === undefined ? 404 : 200)
    .type('html')
    .set({ ETag: entityTag(html), 'Cache-Control': isStorable ? 'no-cache' : 'no-store' });
  response.send(html);
}

/**
 * Pages of the client with their own head for search engines and link previews: the built document with that head.
 * An address without a page gets 404, with the document that shows the client's not-found page.
 *
 * @param built what the last build of the client made
 */
export function pages(runtime: Runtime, built: () => BuiltClient | null): RequestHandler {
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (screenAt(request.path)) noteMethods(response, ['GET']);
      return refuseOtherMethods(request, response, next);
    }
    const client = built();
    if (client === null) return siteNotBuilt(request, response, next);
    const reads = await mayRead(runtime, ipOf(request));
    const [{ status, page }, demo] = await Promise.all([
      pageAt(runtime, request, reads),
      reads && isDemo(runtime),
    ]);
    if ('movedTo' in page) {
      // Not permanent: a merge of two names can be undone.
      response.setHeader('Cache-Control', 'no-cache');
      response.redirect(301, page.movedTo);
      return;
    }
    const screen = status === 200 ? screenAt(request.path) : undefined;
    const preloads = screen ? preloadHtml(scriptsOf(screen, client.scripts)) : '';
    const firstPaint = screen ? firstPaintOf(screen, demo, client.firstPaints) : '';
    const lines = headHtml(page.head, runtime.config, demo) + preloads;
    send(response, screen, client.documentWith(lines, firstPaint));
  };
}
