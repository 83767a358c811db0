import express, { type Router } from 'express';
import { cardPath, cardSubjectAt, embedPath, embedSubjectAt } from '../../contract/cards/card-paths.ts';
import { networkOf } from '../../lib/client-address.ts';
import { cardSvg } from '../../modules/cards/drawing/card-svg.ts';
import { EMBED_STYLE_PATH, embedFailureHtml, embedHtml } from '../../modules/cards/drawing/embed-html.ts';
import type { CardRenderer } from '../../modules/cards/rendering/card-renderer.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { EMBED_STYLE } from '../page-styles.ts';
import { failsWithPage } from '../refusals/error-handler.ts';
import { framedHeaders } from '../security-headers.ts';
import { type CardView, cardViews } from './card-views.ts';
import { oembed } from './oembed.ts';

/** Pictures of cards and embedded charts, at the addresses of src/contract/cards/card-paths.ts, and oEmbed. */
export function cardRoutes(runtime: Runtime, renderer: CardRenderer): Router {
  const view = cardViews(runtime);
  const router = express.Router({ caseSensitive: true, strict: true });
  const picture: CardView = {
    subjectAt: cardSubjectAt,
    pathOf: cardPath,
    type: 'image/png',
    draw: async (card, ip) => {
      await runtime.calls.takeRender(ip);
      const { host } = new URL(runtime.config.publicUrl);
      return renderer.render(cardSvg(card, host), networkOf(ip));
    },
  };
  const chart: CardView = {
    subjectAt: embedSubjectAt,
    pathOf: embedPath,
    type: 'text/html; charset=utf-8',
    draw: async (card) => Buffer.from(embedHtml(card)),
  };
  // Forums and chats show both on their own pages.
  router.use(['/cards', '/embed'], (_request, response, next) => {
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  router.use('/embed', ...framedHeaders);
  router.get(/^\/cards\//, view(picture));
  router.get(EMBED_STYLE_PATH, (_request, response) => {
    response.type('css').setHeader('Cache-Control', 'public, max-age=3600');
    response.send(EMBED_STYLE);
  });
  router.get(/^\/embed(\/|$)/, failsWithPage(embedFailureHtml), view(chart));
  router.get('/oembed', oembed(runtime));
  return router;
}
