import type { RequestHandler } from 'express';

/** Whatever has a reset token in its address or body: the page, the REST paths, and the calls of tRPC. */
const CARRIES_TOKEN = /^\/(reset-password\/?$|api\/email\/|trpc\/(.*,)?email\.)/i;

/** Keeps the address of a reset link to itself: no cache keeps the answer, no site is told where one came from. */
export const resetLinkHeaders: RequestHandler = (request, response, next) => {
  if (CARRIES_TOKEN.test(request.path)) {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
  }
  next();
};
