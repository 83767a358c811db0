import { hash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { PAGE_DATA } from '../../contract/market/page-queries.ts';
import { PATHS, type ScreenName } from '../../contract/shared/paths.ts';
import { domainErrorOf } from '../../db/constraints.ts';
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
import { COMPRESS, encodingOf } from '../content-encoding.ts';
import { noteMethods, refuseOtherMethods } from '../methods.ts';
import type { PublicCache } from '../public-cache/public-cache.ts';
import { ipOf, requestIdOf, searchOf } from '../request.ts';
import { type BuiltClient, firstPaintOf, preloadHtml, scriptsOf } from './built-client.ts';
import { headHtml } from './head-html.ts';
import { siteNotBuilt } from './site-files.ts';

/** Time limit for the market data in a page's head, which the page does without. */
const HEAD_TIMEOUT_MS = 3_000;
/** Time limit for the data that the page shows first; without them in the document, the client requests them. */
const DATA_TIMEOUT_MS = 1_000;

type Found = { status: 200 | 301 | 302 | 404; page: Page };

const found = (head: PageHead): Found => ({ status: 200, page: { head, queries: [] } });
const notFound = (path: string): Found => ({
  status: 404,
  page: { head: notFoundHead(path), queries: [] },
});

/** The head of a market page; a plain head when its data is not available now. */
async function marketHead(runtime: Runtime, screen: MarketScreen, request: Request): Promise<Found> {
  const { path } = request;
  try {
    const page = await inTime(
      HEAD_TIMEOUT_MS,
      marketPageAt(servicesOf(runtime, VISITOR), screen, path, searchOf(request)),
    );
    if (!page) return found(plainHead(path));
    return { status: 'movedTo' in page ? 301 : 200, page };
  } catch (error) {
    const domainError = domainErrorOf(error);
    if (domainError?.kind === 'not_found') return notFound(path);
    if (!domainError) runtime.logger.error({ category: 'api', err: error }, 'page head without market data');
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
    case 'dashboard':
    case 'showcase':
      return { status: 302, page: { movedTo: PATHS.market } };
    default:
      return found(screenHead(screen));
  }
}

/** Whether the site shows generated sales; false when that is not known in time. */
const isDemo = async ({ reads }: Runtime): Promise<boolean> =>
  (await inTime(HEAD_TIMEOUT_MS, hasDemoSales(reads)).catch(() => null)) ?? false;

/** Counts a read of the client; false when it has made too many. */
const mayRead = ({ calls }: Runtime, ip: string | null): boolean => calls.countRead(ip) === null;

/** The screens of mailed links, whose address has a token. */
const OF_MAILED_LINKS: ReadonlySet<ScreenName> = new Set(['resetPassword', 'confirmAddress']);

/** @param screen undefined for an address without a page */
async function send(request: Request, response: Response, screen: ScreenName | undefined, html: string) {
  const isStorable = screen !== undefined && !OF_MAILED_LINKS.has(screen);
  const encoding = encodingOf(request);
  response
    .status(screen === undefined ? 404 : 200)
    .type('html')
    .vary('Accept-Encoding')
    // Weak: the same for every encoding.
    .set({
      ETag: `W/"${hash('sha256', html, 'base64url').slice(0, 22)}"`,
      'Cache-Control': isStorable ? 'no-cache' : 'no-store',
    });
  if (encoding === undefined || request.fresh) {
    response.send(html);
    return;
  }
  response.set('Content-Encoding', encoding);
  response.send(await COMPRESS[encoding](Buffer.from(html)));
}

/** The element with the data of a page. Browsers do not run it, so the content security policy does not apply. */
const dataHtml = (data: string | null): string =>
  data === null ? '' : `<script type="application/json" id="${PAGE_DATA}">${data}</script>`;

/**
 * Pages of the client with their own head for search engines and link previews: the built document with that head.
 * An address without a page gets 404, with the document that shows the client's not-found page.
 *
 * @param built what the last build of the client made
 * @param pageData the results of the queries with which a page starts
 */
export function pages(
  runtime: Runtime,
  built: () => BuiltClient | null,
  pageData: PublicCache['pageData'],
): RequestHandler {
  const dataOf = async (request: Request, { queries }: Extract<Page, { head: unknown }>) => {
    if (queries.length === 0) return null;
    const userAgent = request.headers['user-agent'] ?? null;
    const origin = { requestId: requestIdOf(request), ip: ipOf(request), userAgent };
    return inTime(DATA_TIMEOUT_MS, pageData(queries, origin));
  };

  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (screenAt(request.path)) noteMethods(response, ['GET']);
      return refuseOtherMethods(request, response, next);
    }
    const client = built();
    if (client === null) return siteNotBuilt(request, response, next);
    const reads = mayRead(runtime, ipOf(request));
    const [{ status, page }, demo] = await Promise.all([
      pageAt(runtime, request, reads),
      reads && isDemo(runtime),
    ]);
    if ('movedTo' in page) {
      // Revalidated every time (`no-cache`), because a merge of names can be undone.
      response.setHeader('Cache-Control', 'no-cache');
      response.redirect(status, page.movedTo);
      return;
    }
    const screen = status === 200 ? screenAt(request.path) : undefined;
    const preloads = screen ? preloadHtml(scriptsOf(screen, client.scripts)) : '';
    const firstPaint = screen ? firstPaintOf(screen, demo, client.firstPaints) : '';
    const lines = headHtml(page.head, runtime.config, demo);
    const data = dataHtml(await dataOf(request, page));
    await send(request, response, screen, client.documentWith({ lines, preloads, firstPaint, data }));
  };
}
