import type { RequestHandler } from 'express';

/** Paths with a reset token in the URL or the body: the page, the REST paths, and the tRPC calls. */
const CARRIES_TOKEN = /^\/(reset-password\/?$|api\/email\/|trpc\/(.*,)?email\.)/i;

/** Keeps the URL of a reset link private: no caching of the response, and no referrer. */
export const resetLinkHeaders: RequestHandler = (request, response, next) => {
  if (CARRIES_TOKEN.test(request.path)) {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
  }
  next();
};
