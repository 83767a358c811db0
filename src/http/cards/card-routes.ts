import express, { type Router } from 'express';
import { cardPath, cardSubjectAt } from '../../contract/cards/card-paths.ts';
import { networkOf } from '../../lib/client-address.ts';
import { cardSvg } from '../../modules/cards/drawing/card-svg.ts';
import type { CardRenderer } from '../../modules/cards/rendering/card-renderer.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type CardView, cardViews } from './card-views.ts';

/** The pictures of cards, at the addresses of src/contract/cards/card-paths.ts. */
export function cardRoutes(runtime: Runtime, renderer: CardRenderer): Router {
  const { host } = new URL(runtime.config.publicUrl);
  const view = cardViews(runtime);
  const router = express.Router({ caseSensitive: true, strict: true });
  const picture: CardView = {
    subjectAt: cardSubjectAt,
    pathOf: cardPath,
    type: 'image/png',
    draw: async (card, ip) => {
      await runtime.calls.takeRender(ip);
      return renderer.render(cardSvg(card, host), networkOf(ip));
    },
  };
  router.use('/cards', (_request, response, next) => {
    // Forums and chats show it on their own pages.
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  router.get(/^\/cards\//, view(picture));
  return router;
}
