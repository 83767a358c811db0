import type { RequestHandler } from 'express';

/** Paths with the token of a mailed link in the URL or the body: the pages, the REST paths, and the tRPC calls. */
const CARRIES_TOKEN =
  /^\/(reset-password\/?$|confirm-address\/?$|unsubscribe\/?$|api\/email\/|trpc\/(.*,)?email\.)/i;

/** Keeps the URL of a mailed link private: no caching of the response, and no referrer. */
export const mailedLinkHeaders: RequestHandler = (request, response, next) => {
  if (CARRIES_TOKEN.test(request.path)) {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
  }
  next();
};
